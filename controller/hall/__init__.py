"""Setting a hall up: its broker with certificates and passwords, and tables that join by a code."""
