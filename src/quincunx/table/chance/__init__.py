"""Chance at a table: commit and reveal, the deal of a day, and the moves that follow by themselves."""
