"""What a token on each free space is worth: the windows of five through it, own and blocked.

A window with tokens of two teams is dead and worth nothing; a living one is worth the more the more
tokens it holds. That low spaces are harder to reach is left out: weighing windows by it was tried
with earlier numbers and was little stronger at best, with more drawn games.
"""

from __future__ import annotations

from typing import Final

import msgspec

from quincunx.games.cinco.board import SPACES, WINDOWS
from quincunx.games.cinco.types import CincoView

WIN: Final = 1_000_000.0
"""Five in a row: more than anything else together."""
THREAT: Final = 10_000.0
"""Taking the fifth space of another team's line: more than anything but winning."""

_INDICES: Final = tuple(tuple(space - 1 for space in window) for window in WINDOWS)


class Potentials(msgspec.Struct, frozen=True):
    """What one more token in a living window is worth, by the tokens 0 to 3 that it holds."""

    build: tuple[float, ...] = (1.0, 5.0, 25.0, 150.0)
    """Where all tokens are one's own team's."""
    block: tuple[float, ...] = (0.0, 1.0, 5.0, 40.0)
    """Where all tokens are one other team's."""


def worths(view: CincoView, team: int, potentials: Potentials) -> list[float]:
    """For each space (``[0]`` is space 1), what a token of the team there is worth; 0 where taken."""
    board = view.board
    total = [0.0] * SPACES
    for window in _INDICES:
        owners = {board[index] for index in window if board[index] is not None}
        if len(owners) > 1:
            continue
        # A full window would be a won game, which asks nobody.
        empty = [index for index in window if board[index] is None]
        count = len(window) - len(empty)
        own = not owners or team in owners
        worth = (*potentials.build, WIN)[count] if own else (*potentials.block, THREAT)[count]
        for index in empty:
            total[index] += worth
    return total
