"""What is kept of a finished game of Cinco, for people's statistics."""

from __future__ import annotations

from quincunx.core.values import Seat
from quincunx.games.cinco.state import TOKENS, CincoState, team_of
from quincunx.games.cinco.types import CincoOptions


def rating_kind(options: CincoOptions) -> str:
    """``two`` or ``three`` who play for themselves, ``two-teams`` or ``three-teams``."""
    if options.players == options.teams:
        return {2: "two", 3: "three"}[options.teams]
    return {2: "two-teams", 3: "three-teams"}[options.teams]


def facts(state: CincoState, seat: Seat) -> dict[str, int]:
    """``turns``: of everybody together. ``tokens``: that the seat's team has placed."""
    return {"turns": state.turn, "tokens": TOKENS - state.tokens_left[team_of(state.options, seat)]}
