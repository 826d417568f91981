"""A position of Cinco, hidden cards included. Only ``view`` may show it to anyone."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

import msgspec

from quincunx.core.chance import Question
from quincunx.core.values import Outcome, Seat
from quincunx.games.cinco.board import SPACES
from quincunx.games.cinco.types import CincoMove, CincoOptions

HAND: Final = 4
TOKENS: Final = 35
ALL_CARDS: Final = tuple(range(1, SPACES + 1))


class CincoState(msgspec.Struct, frozen=True, gc=False):
    """Everything about a game at one moment; immutable.

    While ``asked`` is set the game waits for chance. Cards are conserved: hands, pile and discards
    always make up the 90.
    """

    options: CincoOptions
    seat: Seat
    """The seat to move; during the set-up, the starting seat."""
    asked: Question | None
    owed: int
    """The number of cards that ``seat`` still has to draw after the reshuffle being asked for."""
    exchanging: bool
    """True if those cards belong to an exchange (C5), False for a draw."""
    turn: int
    tokens: tuple[int, ...]
    """Each team's bit set of its spaces (bit *n - 1* is space *n*)."""
    board: tuple[int | None, ...]
    """The same by space, as shown: the team there, if any; ``board[0]`` is space 1."""
    free: tuple[int, ...]
    """The free spaces, ascending."""
    tokens_left: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    """Each seat's cards, ascending."""
    pile: tuple[int, ...]
    """The draw pile, from the top."""
    pile_cards: tuple[int, ...]
    discards: tuple[tuple[int, ...], ...]
    carried: tuple[int, ...]
    reshuffles: int
    recent: tuple[CincoMove, ...]
    """The last turns, at most one of each seat, newest last."""
    last_space: int | None
    outcome: Outcome | None
    idle: int = 0
    """The number of consecutive turns without a token."""


def team_of(options: CincoOptions, seat: Seat) -> int:
    """Return a seat's team; teams alternate around the table (rule 2)."""
    return seat % options.teams


def seats_of(options: CincoOptions, team: int) -> tuple[Seat, ...]:
    """Return the seats of a team, in order."""
    return tuple(range(team, options.players, options.teams))


def reach(state: CincoState, card: int) -> tuple[int, ...]:
    """Return the spaces where a card may place a token now, ascending; empty if it can only be spent
    (4.1)."""
    spaces = state.free[bisect_left(state.free, card) :]
    if not spaces and state.options.joker:
        return state.free  # a card without a free space counts as a 1
    return spaces
