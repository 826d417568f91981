"""Cinq-O as an object."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from msgspec.structs import astuple

from quincunx.api.live_game import LiveGame, Seed
from quincunx.api.views import ShownView
from quincunx.core.values import Outcome, Seat
from quincunx.games.cinqo import types
from quincunx.games.cinqo.game import GAME
from quincunx.games.cinqo.state import CinqoState
from quincunx.games.cinqo.types import CinqoMove, CinqoOptions

if TYPE_CHECKING:
    from quincunx.api.game_record import GameRecord


class CinqoView(ShownView, types.CinqoView, frozen=True, tag_field="game", tag="cinqo", gc=False):
    """Everything that one viewer may know about a game of Cinq-O: nothing is hidden in it."""


class Cinqo(LiveGame[CinqoOptions, CinqoState, CinqoMove, CinqoView]):
    """A game of Cinq-O being played: a dice race with a Rack, a Bank and a Hi/Lo die."""

    __slots__ = ()

    _game = GAME

    def __init__(
        self,
        players: int = 2,
        goal: Literal["hundred", "rounds"] = "hundred",
        rounds: int = 5,
        first: Seat = 0,
        seed: Seed | None = None,
    ) -> None:
        """Set up a game for 1 to 6 players: the first to have 100 points wins, or the most points after a
        number of ``rounds``. ``first`` is the seat that starts, counted from 0. Raises ``ValueError`` for
        options that the rules do not have."""
        if goal not in ("hundred", "rounds"):
            raise ValueError(f"The goal is “hundred” or “rounds”, not “{goal}”.")
        super().__init__(CinqoOptions(players, goal, rounds, first), seed)

    def _typed_view(self, view: Any) -> CinqoView:
        return CinqoView(*astuple(view))

    def record(self, names: Sequence[str] | None = None, outcome: Outcome | None = None) -> GameRecord[Cinqo]:
        """Return the game so far as a record. ``outcome`` is how an unfinished game was ended, if it was."""
        from quincunx.api.game_record import GameRecord

        return GameRecord(self._record(names, outcome), Cinqo)
