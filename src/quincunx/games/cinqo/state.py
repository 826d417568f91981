"""A position of Cinq-O. Nothing in it is hidden."""

from __future__ import annotations

import msgspec

from quincunx.core.values import Outcome, Seat
from quincunx.games.cinqo.history import History
from quincunx.games.cinqo.types import CinqoOptions

HUNDRED = 100
ALL_DICE = tuple(range(5))


class CinqoState(msgspec.Struct, frozen=True, gc=False):
    """Everything about a game at one moment; immutable. While ``rolling`` the game waits for chance."""

    options: CinqoOptions
    seat: Seat
    """The seat whose turn it is."""
    round: int
    bonus: bool
    """True in a second turn after five of a kind (Q5: it belongs to the same round)."""
    rolling: bool
    roll: int
    """Rolls made in this turn, 0 to 5."""
    tray: tuple[int, ...]
    """Scoring dice as they fell; empty while ``rolling``."""
    rack: tuple[int, ...]
    """Racked dice, ascending."""
    bank: tuple[int, ...]
    """Banked dice, ascending."""
    hilo: int | None
    boxed: bool
    scores: tuple[int, ...]
    history: History
    outcome: Outcome | None
    loose: tuple[int, ...] = ALL_DICE
    """The scoring dice, counted from 0, that are in the tray (in its order) or being rolled. Of equal dice
    the first ones are put away first."""
