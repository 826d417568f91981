"""Cinq-O's part of a review: the worth of every roll and every keep."""
