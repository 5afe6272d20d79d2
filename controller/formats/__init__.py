"""The forms in which a game can be taken home: their names, and what writes them."""
