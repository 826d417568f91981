"""What a game knows of puzzles: where in its games one lies hidden, and which of its sorts it is.

:mod:`quincunx.lessons.mine` does the rest: it finds games, keeps what is no repetition, and grades.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from quincunx.core.study import Study

if TYPE_CHECKING:
    from quincunx.core.record import Ply

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
