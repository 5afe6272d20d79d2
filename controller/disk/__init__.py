"""Files that are whole or not there, and a table's whole memory in one of them."""
