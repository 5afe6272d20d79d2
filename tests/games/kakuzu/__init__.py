"""Kakuzu, rule by rule (Z1-Z11)."""
