"""Help for bots in plain Python."""
