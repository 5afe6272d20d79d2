"""The hall in one command."""
