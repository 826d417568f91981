"""One ply of Cinco: the potentials of the windows of five through a space, own and blocked.

It wins when it can, blocks what would win, and otherwise builds where most lines are open. The
numbers below came out of small tournaments against neighbouring values (``tests/bots`` keeps the
result against a random player).
"""

from __future__ import annotations

from random import Random
from typing import Final

from quincunx.bots.core import Choice, Decision, decide
from quincunx.games.cinco.board import WINDOWS
from quincunx.games.cinco.types import CincoMove, CincoView, Draw, Exchange, Play

BUILD: Final = (1.0, 5.0, 25.0, 150.0, 100_000.0)
"""What one more token is worth in an otherwise empty window that holds 0, 1 … 4 of one's own."""
BLOCK: Final = (0.0, 3.0, 15.0, 90.0, 10_000.0)
"""The same for a window that holds 0, 1 … 4 tokens of one other team."""
CARD_COST: Final = 20.0
"""What spending card 1, which reaches everything, costs more than spending card 90."""
DRAW_WORTH: Final = (float("inf"), 60.0, 30.0, 10.0)
"""The worth of drawing with 0, 1, 2, 3 cards in hand."""
EXCHANGE_WORTH: Final = -5.0

_THROUGH: Final = tuple(
    tuple(tuple(other - 1 for other in window if other != space) for window in WINDOWS if space in window)
    for space in range(91)
)
"""For each space, the other four of every window through it, as indices into the board."""


def worth(board: tuple[int | None, ...], team: int, space: int) -> float:
    """What a token of ``team`` on a free space is worth."""
    total = 0.0
    for window in _THROUGH[space]:
        owner: int | None = None
        count = 0
        for index in window:
            token = board[index]
            if token is None:
                continue
            if owner is not None and token != owner:
                break
            owner = token
            count += 1
        else:
            total += BUILD[count] if owner is None or owner == team else BLOCK[count]
    return total


class GreedyCinco:
    """The best move on one ply, for every seating and variant."""

    def choose(self, view: CincoView, random: Random) -> Decision[CincoMove]:
        assert view.viewer is not None
        team = view.viewer % view.options.teams
        worths: dict[int, float] = {}
        choices: list[Choice[CincoMove]] = []
        for reach in view.reach:
            cost = CARD_COST * (1 - reach.card / 90)
            if not reach.spaces:
                choices.append(Choice(Play(reach.card, None), -cost))
            for space in reach.spaces:
                if space not in worths:
                    worths[space] = worth(view.board, team, space)
                choices.append(Choice(Play(reach.card, space), worths[space] - cost))
        if view.why_not_draw is None:
            choices.append(Choice(Draw(), DRAW_WORTH[len(view.hand)]))
        if view.why_not_exchange is None:
            choices.append(Choice(Exchange(), EXCHANGE_WORTH))
        return decide(choices, random)
