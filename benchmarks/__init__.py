"""Benchmarks for the figures in the docs. Each program prints our figure, and a peer's or a floor from the
same run."""
