"""A whole evening of sixteen on two nodes, of which one is killed: ``python -m tests.evening``."""
