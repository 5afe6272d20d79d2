"""The short programs in examples/, run against real tables."""
