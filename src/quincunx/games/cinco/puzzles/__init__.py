"""Cinco's puzzles: moves that are better than all others, as far as their player can know."""
