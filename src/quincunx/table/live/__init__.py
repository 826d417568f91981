"""One table in memory: its folded entries, and what its viewers are shown. Pure."""
