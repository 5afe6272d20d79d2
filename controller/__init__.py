"""The brain of the board: rules, tracking, table, record, lights, page."""

__version__ = "0.1.0"
