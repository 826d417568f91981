"""Cinco as an object."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import astuple

from quincunx.api.live_game import LiveGame, Seed
from quincunx.api.views import ShownView
from quincunx.core.values import Outcome, Seat
from quincunx.games.cinco import types
from quincunx.games.cinco.game import GAME
from quincunx.games.cinco.rules import SEATINGS
from quincunx.games.cinco.state import CincoState
from quincunx.games.cinco.types import CincoMove, CincoOptions

if TYPE_CHECKING:
    from quincunx.api.game_record import GameRecord


class CincoView(ShownView, types.CincoView, frozen=True, tag_field="game", tag="cinco", gc=False):
    """Everything that one viewer may know about a game of Cinco."""


class Cinco(LiveGame[CincoOptions, CincoState, CincoMove, CincoView]):
    """A game of Cinco being played: five in a row on 90 numbered spaces."""

    __slots__ = ()

    _game = GAME

    def __init__(
        self,
        players: int = 2,
        teams: int | None = None,
        joker: bool = False,
        first: Seat | None = None,
        seed: Seed | None = None,
    ) -> None:
        """Set up a game for 2, 3, 4 or 6 players.

        Six players form two or three ``teams`` (two by default); for others it is settled. With ``joker`` a
        card that reaches no free space counts as a 1. ``first`` is the seat that starts, counted from 0; by
        default a lot is drawn. Raises ``ValueError`` for a seating that the rules do not have.
        """
        if teams is None:
            teams = SEATINGS.get(players, (2,))[0]
        super().__init__(CincoOptions(players, teams, joker, first), seed)

    def _typed_view(self, view: Any) -> CincoView:
        return CincoView(*astuple(view))

    def record(self, names: Sequence[str] | None = None, outcome: Outcome | None = None) -> GameRecord[Cinco]:
        """Return the game so far as a record. ``outcome`` is how an unfinished game was ended, if it was."""
        from quincunx.api.game_record import GameRecord

        return GameRecord(self._record(names, outcome), Cinco)
