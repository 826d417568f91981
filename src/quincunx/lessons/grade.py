"""The difficulty of a puzzle, in rating points.

A game may estimate it from the puzzle's features; otherwise bots of every level try to solve it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Final

from msgspec.structs import replace

from quincunx.core.game import AnyGame
from quincunx.core.study import Study
from quincunx.engines.bot import Budget
from quincunx.lessons.judge import fitting
from quincunx.lessons.position import reach

TRIES: Final = 32
"""The number of tries of each level."""
EASIEST: Final = 600.0
HARDEST: Final = 2400.0
STEEPNESS: Final = 400.0
"""The rating difference that makes the odds of solving a puzzle ten times as high."""
_BUDGET: Final = Budget(simulations=60)


def grade(study: Study, game: AnyGame) -> float | None:
    """Return the rating at which half of the tries succeed, by the game's own estimate or by the levels'
    tries; ``None`` in a game whose levels have not been rated."""
    if game.puzzler is not None:
        states = reach(study.position, {game.name: game}).states
        if (found := game.puzzler.rating(study, states)) is not None:
            return found
    points = _points(game, study)
    if not points:
        return None
    return rating([(points[level], _share(study, game, level)) for level in points])


def rating(shares: Iterable[tuple[float, float]]) -> float:
    """Fit a logistic curve to pairs of strength and share of successful tries; return its midpoint."""
    known = list(shares)
    low, high = EASIEST, HARDEST
    while high - low > 0.5:
        middle = (low + high) / 2
        # They are expected to find it more often than they do, so it is harder than that.
        expected = sum(1 / (1 + 10 ** ((middle - points) / STEEPNESS)) for points, _ in known)
        low, high = (middle, high) if expected > sum(share for _, share in known) else (low, middle)
    return round((low + high) / 2)


def _points(game: AnyGame, study: Study) -> Mapping[str, int]:
    """Return the levels' points; a game played alone takes those of the first kind of seating."""
    kind = game.rating_kind(reach(study.position, {game.name: game}).options)
    known = game.bots.points
    return known.get(next(iter(known), "") if kind is None else kind, {})


def _share(study: Study, game: AnyGame, level: str) -> float:
    state = reach(study.position, {game.name: game}).state
    seat = game.to_move(state)
    assert seat is not None  # a study asks the seat to move
    view, bot, found = game.view(state, seat), game.bots.bot(level), 0
    for number in range(TRIES):
        random = Random(f"{study.id} {level} {number}")  # noqa: S311  # nothing is secret here
        answer = fitting(study, game.text.write_move(bot.choose(view, random, _BUDGET).action))
        found += answer is not None and answer.right
    return found / TRIES


def graded(study: Study, game: AnyGame) -> Study:
    """Return the study with its rating."""
    return replace(study, rating=grade(study, game))


def revised(study: Study, game: AnyGame) -> Study:
    """Return the puzzle with its explanations and its rating computed anew."""
    if game.puzzler is None:
        return study
    states = reach(study.position, {game.name: game}).states
    return graded(game.puzzler.revised(study, states), game)
