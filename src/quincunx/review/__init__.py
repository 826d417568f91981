"""Reviews of records, which tell luck from play, for one game or many."""

from quincunx.review.make import NotReviewed, review, reviewing

__all__ = ["NotReviewed", "review", "reviewing"]
