"""A whole hall on one machine, to look at: broker, hub, tables, and people who play there."""
