"""A tournament, programs and browsers and all, while a node is killed: ``python -m tests.tournament``."""
