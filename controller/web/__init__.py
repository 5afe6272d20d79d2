"""The table's page and the doors behind it: watching for everybody, commands for the key."""
