"""Reasons why a seat may not do something now. They contain nothing that is secret from that seat."""

from __future__ import annotations

from typing import Final

from quincunx.core.reason import Reason
from quincunx.core.values import Seat
from tests.third.game.state import TrioState

NO_SEAT: Final = Reason("rule", "no-seat", "You are watching; you hold no seat here.", "2")
CHANCE_FIRST: Final = Reason("rule", "chance-first", "First comes the shuffle or the roll.", "4")
NOT_YOUR_TURN: Final = Reason("rule", "not-your-turn", "It is not your turn.", "4")
IS_OVER: Final = Reason("rule", "game-over", "The game is over.", "6")
NO_PASSES: Final = Reason("rule", "no-passes", "You may not pass any more.", "4.2")


def why_not_play(state: TrioState, seat: Seat | None) -> Reason | None:
    """The reason why this seat may not play a card now; ``None`` if it may."""
    if seat is None:
        return NO_SEAT
    if state.outcome is not None:
        return IS_OVER
    if state.asked is not None:
        return CHANCE_FIRST
    return None if seat == state.seat else NOT_YOUR_TURN


def why_not_pass(state: TrioState, seat: Seat | None) -> Reason | None:
    """The reason why this seat may not pass now; ``None`` if it may."""
    why = why_not_play(state, seat)
    return NO_PASSES if why is None and not state.passes_left[state.seat] else why
