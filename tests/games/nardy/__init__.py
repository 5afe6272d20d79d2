"""The four nardy games."""
