"""Cinco's puzzles: moves that are better than all others by the information of their seat."""
