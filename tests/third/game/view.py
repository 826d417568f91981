"""The one gate for Trio's secrets: each hand is hidden from all but its holder, the unused cards from all."""

from __future__ import annotations

from quincunx.core.chance import ChanceMove, Picked, Rolled
from quincunx.core.values import Seat
from tests.third.game import legality
from tests.third.game.state import TrioState
from tests.third.game.types import (
    Chosen,
    Dealt,
    DieRolled,
    Pass,
    Passed,
    Play,
    Played,
    TrioEvent,
    TrioMove,
    TrioView,
)


def view(state: TrioState, viewer: Seat | None) -> TrioView:
    """This viewer's view."""
    return _view(state, viewer, () if viewer is None else state.hands[viewer], None)


def reveal(state: TrioState) -> TrioView:
    """Every hand, for a game that has ended."""
    return _view(state, None, (), state.hands)


def _view(
    state: TrioState, viewer: Seat | None, hand: tuple[int, ...], hands: tuple[tuple[int, ...], ...] | None
) -> TrioView:
    waiting = state.asked is not None or state.outcome is not None
    return TrioView(
        viewer=viewer,
        to_move=None if waiting else state.seat,
        die=state.die,
        hand=hand,
        hands=hands,
        hand_sizes=tuple(map(len, state.hands)),
        played=state.played,
        totals=state.totals,
        passes_left=state.passes_left,
        why_not_play=legality.why_not_play(state, viewer),
        why_not_pass=legality.why_not_pass(state, viewer),
        outcome=state.outcome,
    )


def public_events(
    before: TrioState, move: TrioMove | ChanceMove, after: TrioState, viewer: Seat | None
) -> tuple[TrioEvent, ...]:
    """The events of a move that this viewer is told; dealt cards are told only to their holder."""
    seat = before.seat
    match move:
        case Play(card=card):
            total = after.totals[seat]
            return (Played(seat, card, total - before.totals[seat], total),)
        case Pass():
            return (Passed(seat, after.passes_left[seat]),)
        case Picked(number=number):
            return (Chosen(number),)
        case Rolled(faces=faces):
            return (DieRolled(seat, faces[0]),)
        case _:
            return (Dealt(None if viewer is None else after.hands[viewer]),)
