"""Batches of games as arrays, and the interface of the kernels that play them.

All arrays have one entry for each game, and stay the same objects: a step writes into them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

DISABLED: Final = 0
NEXT_STEP: Final = 1
SAME_STEP: Final = 2
"""When a game that has ended is replaced: never, on the next step, or at once."""

DRAW_LOTS: Final = -2
"""In place of the caller's seats: each new game draws one."""
KEEP: Final = -3
"""In place of the caller's seats: they stay as they are."""

YOURS: Final = 0
"""The policy of a seat whose moves are given to the step; opponents have others."""


class Arrays(NamedTuple):
    """The arrays of a batch that callers read."""

    observations: NDArray[np.uint8]
    """``[games, *shape]``: of the seat to move; after the end, of the seat that ended the game. With
    opponents, always of the caller's seat."""
    masks: NDArray[np.uint8]
    """``[games, actions]``: 1 for each legal action; all 0 after the end."""
    rewards: NDArray[np.float32]
    """``[games, players]``: 1 for the seats that have won, -1 for all others, and 0 for a draw and while the
    game goes on."""
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    to_move: NDArray[np.int8]
    """``[games]``: the seat to move; -1 after the end."""
    own: NDArray[np.int8]
    """``[games]``: the caller's seat if the others are opponents; -1 if the caller moves for all."""
    finals: NDArray[np.uint8]
    """``[games, *shape]``: the last observation of a game that was replaced at once; otherwise not
    written."""


def new_arrays(games: int, players: int, shape: tuple[int, ...], actions: int) -> Arrays:
    """Return arrays for this many games, none of which has been started."""
    return Arrays(
        np.zeros((games, *shape), np.uint8),
        np.zeros((games, actions), np.uint8),
        np.zeros((games, players), np.float32),
        np.zeros(games, np.bool_),
        np.zeros(games, np.bool_),
        np.zeros(games, np.int8),
        np.full(games, -1, np.int8),
        np.zeros((games, *shape), np.uint8),
    )


class Kernels(Protocol):
    """The games of a batch. Methods with ``arrays`` write into them."""

    @property
    def state(self) -> Mapping[str, NDArray[Any]]:
        """The arrays that hold the positions, by name; they may be copied and written back."""
        ...

    def start(self, arrays: Arrays, which: NDArray[np.bool_], seats: NDArray[np.int8]) -> None:
        """Start those games anew, with these seats as the caller's own (-1: all)."""
        ...

    def step(self, arrays: Arrays, actions: NDArray[np.int64], mode: int, seats: int) -> int:
        """Make a move in each game, and let opponents move until the caller has to. ``seats`` is the
        caller's seat in games that replace others: -1 for all, -2 to draw a lot, -3 for the
        same as before. Return -1, or the first
        game whose action is not legal, and change nothing then."""
        ...

    def sample(self, arrays: Arrays, actions: NDArray[np.int64]) -> None:
        """Write a random legal action for each game, all equally likely; 0 after the end."""
        ...

    def observe(self, game: int, seat: int, data: NDArray[np.uint8]) -> None:
        """Write the observation of any seat into ``data``."""
        ...

    def plain(self, game: int, seat: int) -> bytes:
        """Return the ``plain`` observation of any seat."""
        ...


def run_once(kernels: Kernels, arrays: Arrays, seat: int) -> None:
    """Run each kernel once, which compiles it. ``seat`` is the caller's, -1 for all."""
    games = len(arrays.own)
    kernels.start(arrays, np.ones(games, np.bool_), np.full(games, seat, np.int8))
    actions = np.zeros(games, np.int64)
    kernels.sample(arrays, actions)
    kernels.step(arrays, actions, SAME_STEP, KEEP)
    kernels.plain(0, 1)
