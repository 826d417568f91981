"""How hard a puzzle is, in points as people have them.

A game may say it by what makes a puzzle hard; else bots of every level try it.
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
"""Of each level."""
EASIEST: Final = 600.0
HARDEST: Final = 2400.0
STEEPNESS: Final = 400.0
"""So many points more find it ten times as often as they miss it."""
_BUDGET: Final = Budget(simulations=60)


def grade(study: Study, game: AnyGame) -> float | None:
    """The points of somebody who finds it every other time, by the game's own rating or the levels' tries;
    ``None`` in a game whose levels nobody has measured."""
    if game.puzzler is not None:
        states = reach(study.position, {game.name: game}).states
        if (found := game.puzzler.rating(study, states)) is not None:
            return found
    points = _points(game, study)
    if not points:
        return None
    return rating([(points[level], _share(study, game, level)) for level in points])


def rating(shares: Iterable[tuple[float, float]]) -> float:
    """Where a curve of chances lies best, given how strong some are and how often each of them finds it."""
    known = list(shares)
    low, high = EASIEST, HARDEST
    while high - low > 0.5:
        middle = (low + high) / 2
        # Who is expected to find it more often than they do: it is harder than that.
        expected = sum(1 / (1 + 10 ** ((middle - points) / STEEPNESS)) for points, _ in known)
        low, high = (middle, high) if expected > sum(share for _, share in known) else (low, middle)
    return round((low + high) / 2)


def _points(game: AnyGame, study: Study) -> Mapping[str, int]:
    """The levels' points; a game that is played alone takes those of the first kind of seating."""
    kind = game.rating_kind(reach(study.position, {game.name: game}).options)
    known = game.bots.points
    return known.get(next(iter(known), "") if kind is None else kind, {})


def _share(study: Study, game: AnyGame, level: str) -> float:
    state = reach(study.position, {game.name: game}).state
    seat = game.to_move(state)
    assert seat is not None  # the study asks somebody
    view, bot, found = game.view(state, seat), game.bots.bot(level), 0
    for number in range(TRIES):
        random = Random(f"{study.id} {level} {number}")  # noqa: S311  # nothing is secret here
        answer = fitting(study, game.text.write_move(bot.choose(view, random, _BUDGET).action))
        found += answer is not None and answer.right
    return found / TRIES


def graded(study: Study, game: AnyGame) -> Study:
    """The study with its rating."""
    return replace(study, rating=grade(study, game))


def revised(study: Study, game: AnyGame) -> Study:
    """The puzzle with what is said to its answers, and its rating, computed anew."""
    if game.puzzler is None:
        return study
    states = reach(study.position, {game.name: game}).states
    return graded(game.puzzler.revised(study, states), game)
