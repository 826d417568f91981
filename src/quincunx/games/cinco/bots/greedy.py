"""A one-ply bot for Cinco with simple parameters: the lines that a move builds and blocks, and the cost of
its card.

Greedy wins when it can, takes the fifth space of another team's line when it cannot win, and otherwise weighs
spaces against cards. It uses only the view, and never looks ahead: it is the strongest baseline.

A window with tokens of two teams is dead and has no value; the value of any other grows with its tokens. That
low spaces are harder to reach is ignored: weights for it were tried with earlier parameters, and were little
stronger at best, with more drawn games.
"""

from __future__ import annotations

from random import Random
from typing import Final

import msgspec

from quincunx.engines.bot import OWN_PACE, Budget, Choice, Decision, decide
from quincunx.games.cinco.board import SPACES, WINDOWS
from quincunx.games.cinco.types import CincoMove, CincoView, Draw, Exchange, Play

WIN: Final = 1_000_000.0
"""The value of five in a row, above the sum of everything else."""
THREAT: Final = 10_000.0
"""The value of taking the fifth space of another team's line, above everything but a win."""

_INDICES: Final = tuple(tuple(space - 1 for space in window) for window in WINDOWS)


class Potentials(msgspec.Struct, frozen=True):
    """The value of one more token in an open window, by the number of tokens, 0 to 3, already in it."""

    build: tuple[float, ...] = (1.0, 5.0, 25.0, 150.0)
    """The value if all tokens in it are the team's own."""
    block: tuple[float, ...] = (0.0, 1.0, 5.0, 40.0)
    """The value if all tokens in it are another team's."""


class Numbers(msgspec.Struct, frozen=True):
    """Greedy's parameters, found by ``benchmarks/greedy_numbers.py``, which plays others against them."""

    potentials: Potentials = Potentials()
    card: float = 80.0
    """The cost of card 1, which reaches everything, above that of card 90."""
    steep: float = 3.0
    """The exponent of a card's cost, which falls faster than in proportion: only low cards are valuable."""
    draw: tuple[float, ...] = (1_000.0, 150.0, 100.0, 60.0)
    """The value of drawing with 0, 1, 2, 3 cards in hand."""
    exchange: float = -10.0
    """The value of exchanging an average hand."""
    bad_hand: float = 1.0
    """The share of a hand's excess cost over an average hand that an exchange gains. An average hand gains
    nothing, so bots do not exchange for ever."""


NUMBERS: Final = Numbers()
LINES_ALONE: Final = Numbers(card=1.0, steep=1.0, draw=(1_000.0, 0.0, 0.0, 0.0), bad_hand=0.0)
"""A plain line counter: the highest card that reaches a space is played, and a card is drawn when no space
within reach has any value."""


class GreedyCinco:
    """Plays the best move on one ply, for every seating and variant."""

    def __init__(self, numbers: Numbers = NUMBERS) -> None:
        self._numbers = numbers

    def choose(self, view: CincoView, random: Random, budget: Budget = OWN_PACE) -> Decision[CincoMove]:
        return decide(self._values(view), random)

    def preferences(self, view: CincoView) -> list[Choice[CincoMove]]:
        """Return all moves, best first; of equal ones the first by the rules' order."""
        return sorted(self._values(view), key=lambda choice: -choice.value)

    def _values(self, view: CincoView) -> list[Choice[CincoMove]]:
        assert view.viewer is not None
        numbers = self._numbers
        worth = worths(view, view.viewer % view.options.teams, numbers.potentials)
        choices: list[Choice[CincoMove]] = []
        for reach in view.reach:
            cost = numbers.card * _rarity(reach.card) ** numbers.steep
            if not reach.spaces:
                # Below any token: bots that spend useless cards and hoard the others on an old board would
                # play for ever.
                choices.append(Choice(Play(reach.card, None), -numbers.card - cost))
            plays: list[CincoMove] = [Play(reach.card, space) for space in reach.spaces]
            choices += map(Choice, plays, (worth[space - 1] - cost for space in reach.spaces))
        if view.why_not_draw is None:
            choices.append(Choice(Draw(), numbers.draw[len(view.hand)]))
        if view.why_not_exchange is None:
            better = sum(0.5 - _rarity(card) for card in view.hand)
            choices.append(Choice(Exchange(), numbers.exchange + numbers.bad_hand * numbers.card * better))
        return choices


def _rarity(card: int) -> float:
    """Return the share of the deck that is worse than this card: 0 for card 90, nearly 1 for card 1."""
    return 1 - card / SPACES


def worths(view: CincoView, team: int, potentials: Potentials) -> list[float]:
    """Return the value of a token of the team on each space (``[0]`` is space 1); 0 for taken spaces."""
    board = view.board
    total = [0.0] * SPACES
    for window in _INDICES:
        owners = {board[index] for index in window if board[index] is not None}
        if len(owners) > 1:
            continue
        # A full window would be a won game, in which no bot is asked.
        empty = [index for index in window if board[index] is None]
        count = len(window) - len(empty)
        own = not owners or team in owners
        worth = (*potentials.build, WIN)[count] if own else (*potentials.block, THREAT)[count]
        for index in empty:
            total[index] += worth
    return total
