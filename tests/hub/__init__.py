"""The hub of a hall."""
