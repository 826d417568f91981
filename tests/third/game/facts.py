"""Facts that are stored of a finished game of Trio."""

from __future__ import annotations

from quincunx.core.values import Seat
from tests.third.game.state import TrioState
from tests.third.game.types import TrioOptions


def rating_kind(options: TrioOptions) -> str:
    """Two and three players are rated apart."""
    return f"{options.players}-players"


def facts(state: TrioState, seat: Seat) -> dict[str, int]:
    """``points``: what the seat has scored."""
    return {"points": state.totals[seat]}
