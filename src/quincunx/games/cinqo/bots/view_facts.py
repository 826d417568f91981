"""Facts of a view of Cinq-O that bots need before they weigh keeps."""

from __future__ import annotations

from typing import Final

from quincunx.games.cinqo.card import ROLLS
from quincunx.games.cinqo.types import CinqoView

ESTIMATE_ERROR: Final = 0.004
"""The standard error of an estimated chance: that of the estimate in the game of three to 100, which is
solved (``python -m benchmarks.cinqo_estimate``)."""


def check_has_keep(view: CinqoView) -> tuple[int, int]:
    """Return the number of rolls made and the Hi/Lo die. Raises ``ValueError`` if no seat has a keep to
    choose."""
    if view.to_move is None or view.hilo is None or not 1 <= view.roll < ROLLS:
        raise ValueError("no seat has a keep to choose")
    return view.roll, view.hilo


def turns_left(view: CinqoView, seat: int) -> int:
    """Return the seat's number of remaining turns in fixed rounds, including the present one."""
    options = view.options
    place = (seat - options.first) % options.players
    now = (view.turn_of - options.first) % options.players
    return options.rounds - view.round + (1 if place >= now else 0)


def is_solved(view: CinqoView, has_three: bool) -> bool:
    """Return whether the chances in this game are exact: for one and two players, and for three to 100 if
    their table is at hand."""
    players = view.options.players
    return players < 3 or (players == 3 and view.options.goal == "hundred" and has_three)
