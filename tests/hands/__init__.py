"""What other people's hands did at the board: shortest cases, and every habit alone."""
