"""Help for bots that play in plain Python, on machines without numba."""
