"""A whole evening, programs and browsers and all, while a node is killed: ``python -m tests.evening``."""
