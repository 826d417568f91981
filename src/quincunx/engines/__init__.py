"""Bots: they receive a view and nothing else, and choose a move."""
