"""Competitions."""
