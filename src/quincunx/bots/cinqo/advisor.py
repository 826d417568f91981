"""What every keep is worth, exactly: for the game at hand and in points."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec
import numpy as np

from quincunx.bots.cinqo.encode import class_of, tables
from quincunx.bots.cinqo.prospects import Rewards, points_rewards, win_rewards
from quincunx.bots.cinqo.turn import OPEN, Levels, new_levels, solve_turns
from quincunx.games.cinqo.card import DICE, ROLLS, read
from quincunx.games.cinqo.rules import ways_to_put
from quincunx.games.cinqo.types import CinqoView, Put

ROUNDING: Final = 12
"""Values are compared to so many digits: what differs by less is a tie."""


class Advice(msgspec.Struct, frozen=True):
    """One keep. ``worth`` is the chance to win with a tie shared (solitaire: minus the rounds still to come
    after this one); ``points`` what the turn makes on average if it is played for points from here on."""

    put: Put
    worth: float
    points: float


class Turn:
    """A turn whose points are worth something, solved as far as it is asked about."""

    def __init__(self, rewards: Rewards) -> None:
        self._rewards = np.ascontiguousarray(rewards[:, None])
        self._levels: dict[int, Levels] = {}

    def worth(self, kept: tuple[int, ...], racked: int, roll: int, hilo: int, boxed: bool) -> float:
        """The worth of going on after ``roll`` rolls with these dice kept (ascending), ``racked`` of them in
        the Rack, and this Hi/Lo die; of ending, if five are kept."""
        if len(kept) == DICE:
            return float(self._rewards[read(kept, hilo) * abs(hilo), 0])
        levels = self._levels.get(racked - roll)
        if levels is None:
            levels = new_levels(1)
            solve_turns(tables(), self._rewards, racked - roll, levels)
            self._levels[racked - roll] = levels
        row = class_of(kept)
        if not boxed:
            return float(levels[roll, OPEN, row, 0])
        # Lo is Hi upside down.
        return float(levels[roll, abs(hilo) - 1, row if hilo > 0 else tables().mirror[row], 0])


@lru_cache(maxsize=1)
def points_turn() -> Turn:
    """Playing for points: the same turn always."""
    return Turn(points_rewards())


# People look at one position for a while, and at the same one again.
@lru_cache(maxsize=64)
def _turn_for(rewards: bytes) -> Turn:
    return Turn(np.frombuffer(rewards))


def advise(view: CinqoView) -> tuple[Advice, ...]:
    """Every legal keep of the seat to move, best first: by worth, then by points, then fewest racked.

    Raises ``ValueError`` when nobody has a keep to choose.
    """
    if view.to_move is None or view.hilo is None or not 1 <= view.roll < ROLLS:
        raise ValueError("there is nothing to be kept now")
    game, points = _turn_for(win_rewards(view).tobytes()), points_turn()
    found: list[tuple[float, float, int, Put]] = []
    known: dict[tuple[tuple[int, ...], int, bool], tuple[float, float]] = {}
    for put in ways_to_put(tuple(sorted(view.tray)), view.bank, view.boxed):
        kept = tuple(sorted(view.rack + view.bank + put.rack + put.bank))
        racked = len(view.rack) + len(put.rack) + len(put.from_bank)
        key = (kept, racked, view.boxed or put.box)
        values = known.get(key)
        if values is None:
            at = (kept, racked, view.roll, view.hilo, key[2])
            values = game.worth(*at), points.worth(*at)
            known[key] = values
        found.append((*values, racked, put))
    found.sort(key=lambda each: (-round(each[0], ROUNDING), -round(each[1], ROUNDING), each[2]))
    return tuple(Advice(put, worth, mean) for worth, mean, _, put in found)


def ready() -> None:
    """Compile and solve what advice needs, so that the first is as quick as any."""
    points_turn().worth((6,), 1, 1, 3, True)
