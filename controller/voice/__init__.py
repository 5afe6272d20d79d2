"""The voice: from the situation to what is said aloud, in what order, and how."""
