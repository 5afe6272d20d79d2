"""The process of a table: its event loop, where it listens, its key, what systemd is told."""
