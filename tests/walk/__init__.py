"""The walk of an edge and of a command through the program, as docs/architecture.md prints it."""
