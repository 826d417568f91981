"""People and puzzles: ratings of both, and what is said of them over the wire."""
