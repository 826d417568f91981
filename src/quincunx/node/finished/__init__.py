"""Finished games: replays, reviews, pictures."""
