"""Errors of the library. All are ``ValueError``, but for an extra that is not installed."""

from __future__ import annotations

from quincunx.core.reason import Reason, Refusal


class IllegalMove(Refusal):
    """A move that a rule forbids in this position; the game is unchanged. The text names the move and the
    rule; :attr:`reason` has the rule's number and sentence."""

    def __init__(self, move: str, reason: Reason) -> None:
        super().__init__(reason)
        self.move = move
        rule = "" if reason.rule is None else f" (rule {reason.rule})"
        self.args = (f"{move}: {reason.sentence}{rule}",)


class MissingExtra(ImportError):
    """Something needs a part of Quincunx that is not installed. The text says how to get it."""


def missing(what: str, extra: str) -> MissingExtra:
    """Return the error for something that needs an extra, to be raised."""
    return MissingExtra(f"{what} needs numpy and numba: pip install 'quincunx[{extra}]'")
