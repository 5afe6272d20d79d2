"""Tests of the record: log, chain, verification, text and JSON."""
