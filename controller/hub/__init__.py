"""The hub of a hall: it records all tables, shows them live, and is the director's desk."""
