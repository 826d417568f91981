"""Chat at a table."""
