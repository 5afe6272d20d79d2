"""Kakuzu's sheets: made, named by a code, kept, found again and printed (Z1)."""
