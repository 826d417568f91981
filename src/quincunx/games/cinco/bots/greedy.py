"""Cinco on one ply by simple numbers: the lines that a move builds and blocks, and the card that it costs.

Greedy wins when it can, takes the fifth space of another team's line when it cannot win, and otherwise weighs
spaces against cards. It looks at nothing but the view, and never ahead: it is the strongest baseline.

A window with tokens of two teams is dead and worth nothing; any other is worth the more, the more tokens it
holds. That low spaces are harder to reach is left out: weighing windows by it was tried with earlier numbers
and was little stronger at best, with more drawn games.
"""

from __future__ import annotations

from random import Random
from typing import Final

import msgspec

from quincunx.engines.bot import OWN_PACE, Budget, Choice, Decision, decide
from quincunx.games.cinco.board import SPACES, WINDOWS
from quincunx.games.cinco.types import CincoMove, CincoView, Draw, Exchange, Play

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


class Numbers(msgspec.Struct, frozen=True):
    """Greedy's parameters; ``benchmarks/greedy_numbers.py`` found them, and plays others against them."""

    potentials: Potentials = Potentials()
    card: float = 80.0
    """What spending card 1, which reaches everything, costs more than spending card 90."""
    steep: float = 3.0
    """How much faster than in proportion a card's cost falls: only low cards are really missed."""
    draw: tuple[float, ...] = (1_000.0, 150.0, 100.0, 60.0)
    """What drawing is worth with 0, 1, 2, 3 cards in hand."""
    exchange: float = -10.0
    """What exchanging an average hand is worth."""
    bad_hand: float = 1.0
    """How much of what a hand's cards are dearer to keep than average ones an exchange wins. An
    average hand gains nothing, so nobody exchanges for ever."""


NUMBERS: Final = Numbers()


class GreedyCinco:
    """The best move on one ply, for every seating and variant."""

    def __init__(self, numbers: Numbers = NUMBERS) -> None:
        self._numbers = numbers

    def choose(self, view: CincoView, random: Random, budget: Budget = OWN_PACE) -> Decision[CincoMove]:
        assert view.viewer is not None
        numbers = self._numbers
        worth = worths(view, view.viewer % view.options.teams, numbers.potentials)
        choices: list[Choice[CincoMove]] = []
        for reach in view.reach:
            cost = numbers.card * _rarity(reach.card) ** numbers.steep
            if not reach.spaces:
                # Worse than any token: players who spend useless cards and hoard the others on an old
                # board would play for ever.
                choices.append(Choice(Play(reach.card, None), -numbers.card - cost))
            plays: list[CincoMove] = [Play(reach.card, space) for space in reach.spaces]
            choices += map(Choice, plays, (worth[space - 1] - cost for space in reach.spaces))
        if view.why_not_draw is None:
            choices.append(Choice(Draw(), numbers.draw[len(view.hand)]))
        if view.why_not_exchange is None:
            better = sum(0.5 - _rarity(card) for card in view.hand)
            choices.append(Choice(Exchange(), numbers.exchange + numbers.bad_hand * numbers.card * better))
        return decide(choices, random)


def _rarity(card: int) -> float:
    """How little of the deck is as good as this card: 0 for card 90, nearly 1 for card 1."""
    return 1 - card / SPACES


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
