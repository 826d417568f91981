"""A game's part of puzzles: finding them in games, and classifying them.

:mod:`quincunx.lessons.mine` does the rest: it plays games, drops duplicates, and grades.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from quincunx.core.review import Why
from quincunx.core.study import LONGEST_MOVE, Answer, Study
from quincunx.core.values import Ply

Wanted = Callable[[str], bool]
"""Returns whether puzzles of this sort are still needed."""


class Found(msgspec.Struct, frozen=True):
    """A puzzle found in a game. Its study has neither a name nor a rating yet."""

    study: Study
    sort: str
    """The sort of its answer, one of :attr:`Puzzler.sorts`."""
    shape: str
    """A key that equal puzzles share: positions that are turned, mirrored, or otherwise alike."""


class Puzzler(Protocol):
    """A game's part of puzzle mining. Naming its themes is cheap; looking for puzzles may compile kernels."""

    @property
    def themes(self) -> tuple[str, ...]:
        """The themes of puzzles: ``study.theme.<theme>`` in the game's catalogue."""
        ...

    @property
    def sorts(self) -> Mapping[str, tuple[str, ...]]:
        """The sorts of answers by theme, so that a theme does not give its answer away."""
        ...

    @property
    def shares(self) -> Mapping[str, float]:
        """The planned share of each theme in a collection; they add up to 1."""
        ...

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of the bots whose games are searched; empty: all."""
        ...

    @property
    def tables(self) -> tuple[Any, ...]:
        """The options of the games that are played in turn to find puzzles."""
        ...

    def find_puzzles(self, plies: Sequence[Ply], options: Any, wanted: Wanted, seed: str) -> Iterable[Found]:
        """Find the puzzles in a game. Each has an answer that is better than all others by a confirmed
        margin. The same arguments give the same puzzles."""
        ...

    def sort(self, study: Study, states: Sequence[Any]) -> str:
        """Return the sort of a puzzle that was found before (:attr:`Found.sort`)."""
        ...

    def shape(self, study: Study, states: Sequence[Any]) -> str:
        """Return the shape of a puzzle that was found before (:attr:`Found.shape`)."""
        ...

    def revised(self, study: Study, states: Sequence[Any]) -> Study:
        """Return the puzzle with the explanation of each answer computed anew, by the present reasons. The
        right answers, and all values measured by simulations, stay the same. ``states`` lead to the puzzle's
        position."""
        ...

    def rating(self, study: Study, states: Sequence[Any]) -> float | None:
        """Estimate a puzzle's difficulty in rating points from its features. ``None``: measure it by letting
        bots solve the puzzle."""
        ...


ExplainedMove = tuple[str, tuple[Why, ...]]
"""A move in the game's notation, and the reasons that explain it."""


def group_answers(
    said: Iterable[ExplainedMove], *, right: bool = False, line: tuple[str, ...] = ()
) -> list[Answer]:
    """Group moves with the same reasons into answers. Moves become alternatives of one answer, or of several
    answers if one has no room for all of them."""
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
    """Join the moves into patterns, each with as many alternatives as fit."""
    pattern = ""
    for move in moves:
        if pattern and len(pattern) + len(move) >= LONGEST_MOVE:
            yield pattern
            pattern = ""
        pattern = f"{pattern}|{move}" if pattern else move
    if pattern:
        yield pattern
