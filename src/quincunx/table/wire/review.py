"""What is said over the wire of the review of a finished game."""

from __future__ import annotations

import msgspec

from quincunx.core.review import Review


class TableReview(msgspec.Struct, frozen=True):
    """A review, as good as it is so far."""

    review: Review
    is_final: bool
    """Whether it stays as it is; else it is being measured again, more closely."""


class ReviewProgress(msgspec.Struct, frozen=True):
    """A review is being made."""

    share: float
    """How much of it is done, from 0 to 1; 0 while it waits for its turn."""
    ahead: int
    """How many others come first."""
