"""Puzzles: ratings of solvers and puzzles, and messages about them."""
