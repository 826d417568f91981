"""Baselines and abandoned search designs, to compare the product's bots with. In the arena:
``py:benchmarks.baselines.…``."""
