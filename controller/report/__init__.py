"""Pictures of games, and the report of a match: one page that needs nothing else."""
