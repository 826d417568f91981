"""What a token on each free space is worth: the windows of five through it, own and blocked.

A window with tokens of two teams is dead and worth nothing. A living one is worth the more the more
tokens it holds, and the less the harder its empty spaces are to reach: low spaces need low cards.
"""

from __future__ import annotations

from typing import Final

import msgspec

from quincunx.games.cinco.board import SPACES, WINDOWS
from quincunx.games.cinco.types import CincoView

WIN: Final = 1_000_000.0
"""Five in a row: more than anything else together."""
THREAT: Final = 10_000.0
"""Taking the fifth space of another team's line: more than anything but winning. Where several lines
threaten, it counts up to twice, by how likely somebody is to reach the space."""

_INDICES: Final = tuple(tuple(space - 1 for space in window) for window in WINDOWS)


class Potentials(msgspec.Struct, frozen=True):
    """What one more token in a living window is worth, by the tokens 0 to 3 that it holds."""

    build: tuple[float, ...] = (1.0, 5.0, 25.0, 150.0)
    """Where all tokens are one's own team's."""
    block: tuple[float, ...] = (0.0, 2.0, 8.0, 60.0)
    """Where all tokens are one other team's."""
    cards: float = 6.0
    """How many unseen cards somebody is thought to have a look at while it matters whether a space is
    reached: four in hand, and some that they draw."""


def access(view: CincoView, cards: float) -> tuple[float, ...]:
    """For each space (``[0]`` is space 1), how likely one of so many unseen cards reaches it."""
    seen = {*view.hand, *(card for pile in view.discards for card in pile)}
    # When all 90 are seen, a draw shuffles them and anything may come.
    if len(seen) == SPACES:
        seen = set(view.hand)
    unseen = SPACES - len(seen)
    chances: list[float] = []
    low_enough = 0
    for space in range(1, SPACES + 1):
        low_enough += space not in seen
        chances.append(1 - (1 - low_enough / unseen) ** cards)
    return tuple(chances)


def worths(view: CincoView, team: int, potentials: Potentials) -> list[float]:
    """For each space (``[0]`` is space 1), what a token of the team there is worth; 0 where taken."""
    board = view.board
    reached = access(view, potentials.cards)
    total = [0.0] * SPACES
    for window in _INDICES:
        owners = {board[index] for index in window if board[index] is not None}
        if len(owners) > 1:
            continue
        empty = [index for index in window if board[index] is None]
        count = len(window) - len(empty)
        own = not owners or team in owners
        for index in empty:
            if count == 4:
                total[index] += WIN if own else THREAT * (1 + reached[index])
                continue
            worth = potentials.build[count] if own else potentials.block[count]
            for other in empty:
                # One's own token stands here, so only the others must still be reached; whoever is
                # blocked would have had to reach this space too.
                if other != index or not own:
                    worth *= reached[other]
            total[index] += worth
    return total
