"""Puzzles in a game of Cinq-O."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

import msgspec
import numpy as np
from msgspec.structs import replace

from quincunx.core.chance import resolve_chance
from quincunx.core.game import encode
from quincunx.core.puzzle import Found, Wanted, group_answers
from quincunx.core.review import Why
from quincunx.core.study import Answer, Position, Study
from quincunx.core.values import Ply
from quincunx.games.cinqo import rules
from quincunx.games.cinqo.notation import write_move
from quincunx.games.cinqo.puzzles.compact import compact
from quincunx.games.cinqo.puzzles.explain import explained
from quincunx.games.cinqo.puzzles.shape import shape
from quincunx.games.cinqo.puzzles.sorts import SORTS_OF_THEMES
from quincunx.games.cinqo.puzzles.weigh import Weighed, compared, few_or_many, sort_of, weigh, weighed_at
from quincunx.games.cinqo.review.judge import turns_of
from quincunx.games.cinqo.review.solved import Turns
from quincunx.games.cinqo.state import CinqoState
from quincunx.games.cinqo.types import CinqoMove, CinqoOptions
from quincunx.games.cinqo.view import view

MOST_PLAYERS: Final = 2
"""The largest number of players for which worths are exact and quickly found."""
ROLLS: Final = 15
"""The number of rolls of which the median is shown."""
WRONG: Final = 3
"""The number of wrong keeps that have an answer of their own."""


def find_puzzles(plies: Sequence[Ply], options: CinqoOptions, wanted: Wanted, seed: str) -> Iterator[Found]:
    """Find puzzles as :meth:`quincunx.core.puzzle.Puzzler.find_puzzles` does: at most one of each sort."""
    if options.players > MOST_PLAYERS:
        return
    sorts: set[str] = set()
    for turn in turns_of(plies):
        solved = Turns([view(turn[0].before, None)])
        for place, ply in enumerate(turn):
            if ply.before.rolling:
                continue
            weighed = weigh(solved, 0, view(ply.before, ply.before.seat))
            sort = sort_of(weighed)
            if sort is None or sort in sorts or not wanted(sort):
                continue
            sorts.add(sort)
            steps = tuple(write_move(each.step.move) for each in turn[:place])
            yield _to_found(ply.before, weighed, sort, steps, _Lines(solved, f"{seed} {ply.number}"))


def _to_found(state: CinqoState, weighed: Weighed, sort: str, turn: tuple[str, ...], lines: _Lines) -> Found:
    steps = compact(state.history.all(), turn)
    theme = sort.partition("-")[0]
    goal = "rounds" if weighed.scale == "rounds" else theme
    return Found(
        Study(
            id="new",
            position=Position(encode(msgspec.structs.replace(state.options)), steps),
            ask="puzzle.rounds" if goal == "rounds" else "puzzle.win",
            answers=_answers(state, weighed, lines),
            theme=theme,
            margin=round(weighed.margin, 4),
        ),
        sort,
        shape(weighed.view, theme),
    )


def _answers(state: CinqoState, weighed: Weighed, lines: _Lines) -> tuple[Answer, ...]:
    order, puts = weighed.order, weighed.ways.puts
    shown = [puts[place] for place in (order[0], *_tempting(weighed))]
    return answers(weighed, {write_move(put): lines.after(state, put) for put in shown})


def answers(weighed: Weighed, lines: Mapping[str, tuple[str, ...]]) -> tuple[Answer, ...]:
    """Return the explanation of each keep, for exactly that keep.

    ``lines`` has some continuations: of the best keep, and of the wrong ones with an answer of their own.
    """
    order, puts = weighed.order, weighed.ways.puts
    count = int(weighed.right.sum())
    best, nearest = order[0], order[count]
    found = [_puzzle_answer(write_move(puts[best]), explained(weighed, best, nearest), lines, right=True)]
    right = ((write_move(puts[place]), explained(weighed, place, nearest)) for place in order[1:count])
    found += group_answers(right, right=True)
    said = [(write_move(puts[place]), _why_worse(weighed, place)) for place in order[count:]]
    found += [_puzzle_answer(*each, lines, right=False) for each in said if each[0] in lines]
    return (*found, *group_answers(each for each in said if each[0] not in lines))


def _puzzle_answer(
    move: str, why: tuple[Why, ...], lines: Mapping[str, tuple[str, ...]], *, right: bool
) -> Answer:
    return Answer(move, right=right, why=why, line=lines[move])


def _why_worse(weighed: Weighed, place: int) -> tuple[Why, ...]:
    """Explain a wrong keep: its worth, and why the best one is better."""
    return (compared(weighed, place), *explained(weighed, weighed.order[0], place))


def _tempting(weighed: Weighed) -> list[int]:
    """Return the best of the wrong keeps: of all, of those with the most points, and of those that treat the
    Hi/Lo die differently."""
    wrong = [place for place in weighed.order if not weighed.right[place]]
    best = weighed.order[0]
    for_points = max(wrong, key=lambda place: round(float(weighed.points[place]), 9))
    other_box = [place for place in wrong if weighed.ways.boxed[place] != weighed.ways.boxed[best]]
    return list(dict.fromkeys([wrong[0], for_points, *other_box[:1], *wrong[1:]]))[:WRONG]


class _Lines:
    """Typical continuations of a turn."""

    def __init__(self, solved: Turns, seed: str) -> None:
        self._solved = solved
        self._seed = seed

    def after(self, state: CinqoState, move: CinqoMove) -> tuple[str, ...]:
        """Return median rolls, each followed by the best keep, to the turn's end."""
        random = Random(f"{self._seed} {write_move(move)}")  # noqa: S311  # nothing is secret here
        steps: list[str] = []
        turns, now = len(state.history), rules.apply(state, move)
        while now.outcome is None and len(now.history) == turns:
            roll, now, best = self._middle(now, random)
            steps.append(write_move(roll))
            if best is not None:
                steps.append(write_move(best))
                now = rules.apply(now, best)
        return tuple(steps)

    def _middle(self, state: CinqoState, random: Random) -> tuple[Any, CinqoState, CinqoMove | None]:
        """Return the median of some rolls, by their worth, and the best keep after it."""
        seen: list[tuple[float, str, Any, CinqoState, CinqoMove | None]] = []
        for _ in range(ROLLS):
            roll = resolve_chance(rules.asks(state), random)
            after = rules.apply(state, roll)
            if len(after.history) > len(state.history):
                worths = self._solved.ended(0, after.history.last.points)
                seen.append((float(worths[state.seat]), write_move(roll), roll, after, None))
                continue
            weighed = weigh(self._solved, 0, view(after, after.seat))
            best = int(np.argmax(weighed.worths.round(9)))
            seen.append((float(weighed.worths[best]), write_move(roll), roll, after, weighed.ways.puts[best]))
        _, _, roll, after, best_move = sorted(seen, key=lambda each: each[:2])[ROLLS // 2]
        return roll, after, best_move


def revised(study: Study, states: Sequence[CinqoState]) -> Study:
    """Revise a study as :meth:`quincunx.core.puzzle.Puzzler.revised` does, with the states on the way to the
    position."""
    weighed = weighed_at(states)
    order = {write_move(weighed.ways.puts[weighed.order[0]])}
    shown = order | {write_move(weighed.ways.puts[place]) for place in _tempting(weighed)}
    lines = {answer.move: answer.line for answer in study.answers if answer.move in shown}
    return replace(study, answers=answers(weighed, {move: lines.get(move, ()) for move in shown}))


def sort_of_study(study: Study, states: Sequence[CinqoState]) -> str:
    """Return the sort of a puzzle as :meth:`quincunx.core.puzzle.Puzzler.sort` does."""
    weighed = weighed_at(states)
    sort = sort_of(weighed)
    # "What to keep" was asked before there were themes for special cases of it.
    return sort if sort in SORTS_OF_THEMES[study.theme or ""] else few_or_many(weighed)
