"""Who thinks: engines for every game, in processes of their own, with levels from 1 to 8."""
