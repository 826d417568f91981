"""Why a move is the best: what a hint says, on a server and in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quincunx.core.game import AnyGame
from quincunx.core.review import Why
from quincunx.core.values import AnyMove, AnyView

COMPARED: Final = 4
"""One among so many of the best can be told from the best in words, or there is nothing to say."""


def why_best(game: AnyGame, view: AnyView, moves: Sequence[AnyMove]) -> tuple[Why, ...]:
    """Why the first of these moves is the best: facts that tell it from the next one that they do."""
    if game.reviewer is None:
        return ()
    found = (game.reviewer.reasons(view, moves[0], other) for other in moves[1:COMPARED])
    return next((reasons for reasons in found if reasons), ())
