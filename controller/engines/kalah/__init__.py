"""The engine for Kalah."""
