"""Gyges: rules by hand, against a plain second implementation, in text and on the board."""
