"""One table: players, clock, commands, events. Its state is the fold of its events."""
