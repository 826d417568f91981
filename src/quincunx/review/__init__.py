"""What happened in a game, and was it luck? Reviews of records, one by one and of many games."""

from quincunx.review.make import NotReviewed, review, reviewing

__all__ = ["NotReviewed", "review", "reviewing"]
