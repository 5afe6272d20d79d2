"""The tests mirror the packages; scenarios, oracles and benchmarks stand beside them."""
