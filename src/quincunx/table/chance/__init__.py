"""Chance at a table: commit–reveal, the daily challenge, and the automatic moves of chance."""
