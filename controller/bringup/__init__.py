"""Bringing a board up: is the machine right, is the wiring right, what do the sensors say."""
