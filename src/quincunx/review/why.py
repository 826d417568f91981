"""The reasons why a move is best, for hints on a server and in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any, Final

from quincunx.core.game import AnyGame
from quincunx.core.review import Why
from quincunx.core.values import AnyMove, AnyView
from quincunx.engines.bot import Decision
from quincunx.engines.plain.availability import is_installed

COMPARED: Final = 4
"""The number of best moves considered: the others are compared with the best one in turn."""


def equal_moves(decision: Decision[Any]) -> tuple[AnyMove, ...]:
    """Return the moves after the first whose chance of winning differs from its by at most the standard error
    of the difference."""
    if decision.scale != "chance":
        return ()
    first, *others = decision.alternatives
    return tuple(
        other.action
        for other in others
        if first.value - other.value <= hypot(first.error or 0.0, other.error or 0.0)
    )


def why_best(
    game: AnyGame, view: AnyView, moves: Sequence[AnyMove], equals: Sequence[AnyMove] = ()
) -> tuple[Why, ...]:
    """Return the reasons why the first of these moves is best: facts that distinguish it from the first move
    after it that differs by any. Without numba there are none.

    No reason tells against a move in ``equals``: the first is not compared with it, and a reason that speaks
    only of the worse move is left out if it is also true of an equal one.
    """
    reviewer = game.reviewer
    if reviewer is None or not is_installed():
        return ()
    best, others = moves[0], [move for move in moves[1:] if move not in equals][: COMPARED - 1]
    against = {
        why.code
        for equal in moves[1:COMPARED]
        if equal in equals
        for why in reviewer.reasons(view, best, equal)
        if why.code in reviewer.discreet_reasons
    }
    found = (reviewer.reasons(view, best, other) for other in others)
    held = (tuple(why for why in reasons if why.code not in against) for reasons in found)
    return next((reasons for reasons in held if reasons), ())
