"""How fast, each figure beside its target; run by `make bench`."""
