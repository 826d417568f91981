"""Lessons and puzzles in the terminal."""
