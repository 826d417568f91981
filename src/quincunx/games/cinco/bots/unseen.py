"""The cards that a seat has not seen, and what plays say about them: from a view, without arrays."""

from __future__ import annotations

from typing import Final, NamedTuple

from quincunx.games.cinco.board import SPACES
from quincunx.games.cinco.types import CincoView, Play

HEEDLESS: Final = 16
"""One hand in this many is dealt without regard to how its player has played."""
TRIES: Final = 12


class Unseen(NamedTuple):
    """The unseen cards, in the order of their numbers, and where they may be."""

    fresh: tuple[int, ...]
    """Those that were shuffled into the present pile: still in it, or in hands."""
    older: tuple[int, ...]
    """Those that are older than the pile: all in hands."""
    carried: tuple[int, ...]
    """The number of older cards that each seat holds; 0 for the viewer."""
    gaps: tuple[tuple[int, int], ...]
    """By seat: it holds no card above the first number and up to the second; equal numbers: unknown."""


def unseen_of(view: CincoView) -> Unseen:
    """Return the cards that the viewer, who must hold a seat, has not seen."""
    known = {card for pile in view.discards for card in pile} | set(view.hand)
    shuffled = set(view.pile_cards)
    carried = [0 if seat == view.viewer else count for seat, count in enumerate(view.carried)]
    return Unseen(
        tuple(card for card in view.pile_cards if card not in known),
        tuple(card for card in range(1, SPACES + 1) if card not in known and card not in shuffled),
        tuple(carried),
        tuple(_gaps(view)),
    )


def mover_of(view: CincoView) -> int:
    """Return the seat to move, or the viewer if there is none."""
    mover = view.viewer if view.to_move is None else view.to_move
    assert mover is not None
    return mover


def _gaps(view: CincoView) -> list[tuple[int, int]]:
    """Return the cards that seats would have preferred to those that they played."""
    players = view.options.players
    gaps = [(0, 0)] * players
    for back, move in enumerate(reversed(view.recent), 1):
        if isinstance(move, Play) and move.space is not None and move.card < move.space:
            gaps[(mover_of(view) - back) % players] = move.card, move.space
    return gaps
