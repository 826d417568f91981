"""Cinco's networks in plain Python, for machines without numba: the browser, musl, small boards."""
