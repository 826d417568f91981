"""The facts stored about a finished game of Cinq-O, for people's statistics and records."""

from __future__ import annotations

from quincunx.core.values import Seat
from quincunx.games.cinqo.state import CinqoState
from quincunx.games.cinqo.types import CinqoOptions


def rating_kind(options: CinqoOptions) -> str | None:
    """Return ``race`` to a hundred, or ``rounds``; ``None`` for solitaire."""
    if options.players == 1:
        return None
    return "race" if options.goal == "hundred" else "rounds"


def facts(state: CinqoState, seat: Seat) -> dict[str, int]:
    """Return ``points``, the total; ``rounds`` that the seat has played, a second turn (Q5) belonging to its
    round; ``best_turn``, the most points of one turn; ``fives``, the turns with five of a kind in one
    roll."""
    turns = [turn for turn in state.history if turn.seat == seat]
    return {
        "points": state.scores[seat],
        "rounds": len({turn.round for turn in turns}),
        "best_turn": max((turn.points for turn in turns), default=0),
        "fives": sum(turn.kind == "five" for turn in turns),
    }
