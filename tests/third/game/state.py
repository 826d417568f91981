"""A position of Trio, hidden cards included. Only ``view`` may show it to anyone."""

from __future__ import annotations

from typing import Final

import msgspec

from quincunx.core.chance import Question
from quincunx.core.values import Outcome, Seat
from tests.third.game.types import TrioOptions

PACK: Final = tuple(range(1, 13))
HAND: Final = 3
DIE: Final = 6


class TrioState(msgspec.Struct, frozen=True):
    """Everything about a game at one moment; immutable. While ``asked`` is set it waits for chance."""

    options: TrioOptions
    seat: Seat
    """The seat to move; during the set-up the starting seat."""
    asked: Question | None
    turn: int
    """The number of turns taken."""
    die: int | None
    hands: tuple[tuple[int, ...], ...]
    """Each seat's cards, ascending."""
    unused: tuple[int, ...]
    """The undealt cards."""
    played: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    passes_left: tuple[int, ...]
    outcome: Outcome | None


def points(card: int, die: int) -> int:
    """The score of a card (4.1)."""
    return min(card, 2 * die)
