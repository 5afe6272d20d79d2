"""The event log, export and replay. Knows no hardware."""
