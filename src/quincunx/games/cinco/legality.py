"""The reasons why a seat may not do something now, for both a view's disabled buttons and refused moves.

A reason reveals nothing that is hidden from its own seat.
"""

from __future__ import annotations

from typing import Final

from quincunx.core.reason import Reason
from quincunx.core.values import Seat
from quincunx.games.cinco.state import HAND, CincoState


def _no(rule: str, code: str, sentence: str, **params: int) -> Reason:
    return Reason("rule", code, sentence, rule, {**params})


NO_SEAT: Final = _no("2", "no-seat", "You are watching; you hold no seat here.")
NOT_STARTED: Final = _no("3", "not-started", "The cards are being shuffled.")
IS_OVER: Final = _no("6", "game-over", "The game is over.")
NOT_YOUR_TURN: Final = _no("4", "not-your-turn", "It is not your turn.")
HAND_EMPTY: Final = _no("4.2", "hand-empty", "Your hand is empty: you can only draw.")
HAND_FULL: Final = _no("4.2", "hand-full", "You hold four cards already; draw only with fewer.")
_HAND_NOT_FULL: Final = tuple(
    _no(
        "4.3",
        "hand-not-full",
        f"Only a hand of exactly four cards can be exchanged; you hold {held}.",
        held=held,
    )
    for held in range(HAND)
)
"""The reason by number of cards held."""


def why_not_move(state: CincoState, seat: Seat | None) -> Reason | None:
    """Return why this seat may do nothing at all now; ``None`` if it is to move."""
    if seat is None:
        return NO_SEAT
    if state.outcome is not None:
        return IS_OVER
    if state.asked is not None:
        return NOT_STARTED
    return None if seat == state.seat else NOT_YOUR_TURN


def why_not(state: CincoState, seat: Seat | None) -> tuple[Reason | None, Reason | None, Reason | None]:
    """Return why this seat may not play a card, draw or exchange its hand now."""
    why = why_not_move(state, seat)
    if why is not None:
        return why, why, why
    return why_not_play(state, seat), why_not_draw(state, seat), why_not_exchange(state, seat)


def why_not_play(state: CincoState, seat: Seat | None) -> Reason | None:
    """Return why this seat may not play a card now (4.1)."""
    why = why_not_move(state, seat)
    if why is None and not state.hands[state.seat]:
        return HAND_EMPTY
    return why


def why_not_draw(state: CincoState, seat: Seat | None) -> Reason | None:
    """Return why this seat may not draw now (4.2)."""
    why = why_not_move(state, seat)
    if why is None and len(state.hands[state.seat]) == HAND:
        return HAND_FULL
    return why


def why_not_exchange(state: CincoState, seat: Seat | None) -> Reason | None:
    """Return why this seat may not exchange its hand now (4.3, C3)."""
    why = why_not_move(state, seat)
    held = len(state.hands[state.seat])
    if why is None and held != HAND:
        return _HAND_NOT_FULL[held]
    return why
