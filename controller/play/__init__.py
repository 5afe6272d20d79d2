"""What happens in a game, understood once: typed events and the line of play they make."""
