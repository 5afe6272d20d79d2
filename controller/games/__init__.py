"""The rules: positions, legal turns, outcomes. Pure values; no I/O, no clock, no randomness."""
