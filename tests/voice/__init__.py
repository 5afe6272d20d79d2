"""What is said aloud."""
