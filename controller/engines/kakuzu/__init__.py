"""The engine for Kakuzu."""
