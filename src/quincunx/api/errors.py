"""Errors of the library. All are ``ValueError``, but for an extra that is not installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from quincunx.core.extras import MissingExtra, extra_of
from quincunx.core.reason import Reason, Refusal

T = TypeVar("T")


class IllegalMove(Refusal):
    """A move that a rule forbids in this position; the game is unchanged. The text names the move and the
    rule; :attr:`reason` has the rule's number and sentence."""

    def __init__(self, move: str, reason: Reason) -> None:
        super().__init__(reason)
        self.move = move
        rule = "" if reason.rule is None else f" (rule {reason.rule})"
        self.args = (f"{move}: {reason.sentence}{rule}",)


def with_extra(work: Callable[[], T]) -> T:
    """Return the result of work that may need an extra. Raises
    :class:`~quincunx.core.extras.MissingExtra`, which says what to install."""
    try:
        return work()
    except ImportError as error:
        if isinstance(error, MissingExtra) or (extra := extra_of(error)) is None:
            raise
        raise MissingExtra(extra) from error
