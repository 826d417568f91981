"""Trio's puzzles: moves that win more often than all others, by the worths of its reviews."""
