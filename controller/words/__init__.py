"""Whatever the lights say, in words: English and Russian."""
