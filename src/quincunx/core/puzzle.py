"""What a game knows of puzzles: where in its games one lies hidden, and which of its sorts it is.

:mod:`quincunx.lessons.mine` does the rest: it finds games, keeps what is no repetition, and grades.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from quincunx.core.review import Why
from quincunx.core.study import LONGEST_MOVE, Answer, Study
from quincunx.core.values import Ply

Wanted = Callable[[str], bool]
"""Whether a puzzle of this sort is still looked for."""


class Found(msgspec.Struct, frozen=True):
    """A puzzle in a game. Its study has neither a name nor a rating yet."""

    study: Study
    sort: str
    """One of :attr:`Puzzler.sorts`."""
    shape: str
    """Positions of one shape are the same puzzle: turned, mirrored, or otherwise alike."""


class Puzzler(Protocol):
    """A game's part of mining. Naming its themes is cheap; looking for puzzles may compile kernels."""

    @property
    def themes(self) -> tuple[str, ...]:
        """What is to be found: ``study.theme.<theme>`` among the game's words."""
        ...

    @property
    def sorts(self) -> Mapping[str, tuple[str, ...]]:
        """For each theme the sorts of answers, so that a theme does not give its answer away."""
        ...

    @property
    def tables(self) -> tuple[Any, ...]:
        """The options of the games that are played for puzzles, in turn."""
        ...

    def find(self, plies: Sequence[Ply], options: Any, wanted: Wanted, seed: str) -> Iterable[Found]:
        """The puzzles in a game, each with an answer that is better than all others by a margin which has
        been confirmed. The same arguments give the same puzzles."""
        ...

    def revised(self, study: Study, states: Sequence[Any]) -> Study:
        """The puzzle with what is said to each answer computed anew, by the reasons of today. Which answers
        are right, and what was measured by simulations, stays. ``states`` lead to its position."""
        ...

    def rating(self, study: Study, states: Sequence[Any]) -> float | None:
        """How hard a puzzle is, in points as people have them, by what makes it hard. ``None``: bots that try
        it tell that better."""
        ...


Told = tuple[str, tuple[Why, ...]]
"""A move in the game's notation, and what is said of it."""


def gathered(said: Iterable[Told], *, right: bool = False, line: tuple[str, ...] = ()) -> list[Answer]:
    """Answers of which each holds for every move that it fits: moves of which the same is said are
    alternatives of one answer, or of several where one has no room for all."""
    moves: dict[tuple[tuple[str, str], ...], list[str]] = {}
    words: dict[tuple[tuple[str, str], ...], tuple[Why, ...]] = {}
    for move, why in said:
        key = tuple((each.code, str(sorted(each.params.items()))) for each in why)
        moves.setdefault(key, []).append(move)
        words[key] = why
    return [
        Answer(pattern, right=right, why=words[key], line=line)
        for key, some in moves.items()
        for pattern in _patterns(some)
    ]


def _patterns(moves: Iterable[str]) -> Iterable[str]:
    """As many alternatives in each as there is room for."""
    pattern = ""
    for move in moves:
        if pattern and len(pattern) + len(move) >= LONGEST_MOVE:
            yield pattern
            pattern = ""
        pattern = f"{pattern}|{move}" if pattern else move
    if pattern:
        yield pattern
