"""Cinq-O's puzzles: keeps that are better than all others, by the solution of the game."""
