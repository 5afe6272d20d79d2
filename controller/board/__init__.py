"""The loop of one board: sensors, table, record and lights joined, and what is told of it."""
