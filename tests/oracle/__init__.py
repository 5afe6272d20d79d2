"""Our rules against what other people found out or wrote."""
