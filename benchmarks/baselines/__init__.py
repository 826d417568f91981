"""Baselines and search designs that lost, to compare the product's bots with: in the arena
``py:benchmarks.baselines.…``."""
