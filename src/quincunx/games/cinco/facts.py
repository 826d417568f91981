"""The facts stored about a finished game of Cinco, for people's statistics."""

from __future__ import annotations

from quincunx.core.values import Seat
from quincunx.games.cinco.state import TOKENS, CincoState, team_of
from quincunx.games.cinco.types import CincoOptions


def rating_kind(options: CincoOptions) -> str:
    """Return ``two`` or ``three`` for individual players, ``two-teams`` or ``three-teams`` for teams."""
    if options.players == options.teams:
        return {2: "two", 3: "three"}[options.teams]
    return {2: "two-teams", 3: "three-teams"}[options.teams]


def facts(state: CincoState, seat: Seat) -> dict[str, int]:
    """Return ``turns``, the number of all players' turns, and ``tokens``, the number placed by the seat's
    team."""
    return {"turns": state.turn, "tokens": TOKENS - state.tokens_left[team_of(state.options, seat)]}
