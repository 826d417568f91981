"""Which turn of a game it is: a record has one line for each."""

from __future__ import annotations

from typing import Any

import msgspec

from quincunx.games.cinco.types import CincoView
from quincunx.games.cinqo.types import CinqoView
from quincunx.core.game import Seat
from quincunx.games import Options, View, game_of


class Turn(msgspec.Struct, frozen=True):
    """A turn's number, from 1, and whose it is; number 0 is the set-up, which is nobody's."""

    number: int
    seat: Seat | None


def turn_of(options: Options, state: Any) -> Turn:
    """The turn that the next move belongs to.

    In the middle of a turn, while chance is asked, only the number is sure.
    """
    view: View = game_of(options).view(state, None)
    match view:
        case CincoView():
            setting_up = view.turn == 0 and not any(view.hand_sizes)
            return Turn(0, None) if setting_up else Turn(view.turn + 1, view.to_move)
        case CinqoView():
            return Turn(len(view.history) + 1, view.turn_of)


def label(turn: Turn) -> str:
    """How a turn's line begins: ``0. set-up``, ``12. seat 3``."""
    return f"{turn.number}. set-up" if turn.seat is None else f"{turn.number}. seat {turn.seat + 1}"
