"""The reasons why a move is best, for hints on a server and in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quincunx.core.game import AnyGame
from quincunx.core.review import Why
from quincunx.core.values import AnyMove, AnyView
from quincunx.engines.plain.availability import is_installed

COMPARED: Final = 4
"""The number of best moves considered: the others are compared with the best one in turn."""


def why_best(game: AnyGame, view: AnyView, moves: Sequence[AnyMove]) -> tuple[Why, ...]:
    """Return the reasons why the first of these moves is best: facts that distinguish it from the first move
    after it that differs by any. Without numba there are none."""
    if game.reviewer is None or not is_installed():
        return ()
    found = (game.reviewer.reasons(view, moves[0], other) for other in moves[1:COMPARED])
    return next((reasons for reasons in found if reasons), ())
