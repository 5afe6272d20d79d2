"""Whole games played by simulated people through the daemon's own code, without waiting."""
