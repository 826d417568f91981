"""Messages about the review of a finished game."""

from __future__ import annotations

import msgspec

from quincunx.core.review import Review


class TableReview(msgspec.Struct, frozen=True):
    """A review, in its best quality so far."""

    review: Review
    is_final: bool
    """True if the review stays as it is; otherwise a deeper analysis is running."""


class ReviewProgress(msgspec.Struct, frozen=True):
    """The progress of a review that is not ready yet."""

    share: float
    """The finished share, from 0 to 1; 0 while it is queued."""
    ahead: int
    """The number of reviews ahead in the queue."""
