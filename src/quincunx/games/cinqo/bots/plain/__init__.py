"""Cinq-O's exact advice in plain Python, for machines without numba: the browser, musl, small boards."""
