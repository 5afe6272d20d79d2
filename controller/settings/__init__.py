"""What a table is set to: its file, read strictly, and what must be installed for it."""
