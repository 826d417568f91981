"""Cinco on one ply: the best move now, by the lines that it builds and blocks and the card that it costs.

It wins when it can, takes the fifth space of another team's line when it cannot win, and otherwise
weighs places against cards. It looks at nothing but the view, and never ahead: the floor for bots
that do.
"""

from __future__ import annotations

from random import Random
from typing import Final

import msgspec

from quincunx.engines.bot import OWN_PACE, Budget, Choice, Decision, decide
from quincunx.games.cinco.board import SPACES
from quincunx.games.cinco.bots.lines import Potentials, worths
from quincunx.games.cinco.types import CincoMove, CincoView, Draw, Exchange, Play


class Numbers(msgspec.Struct, frozen=True):
    """What greedy goes by. ``benchmarks/greedy_numbers.py`` plays others against these, which it found."""

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
PRICELESS: Final = Numbers(card=1.0, steep=1.0, draw=(1_000.0, 0.0, 0.0, 0.0), bad_hand=0.0)
"""Nothing but lines: the highest of the cards that reach is spent, and one is drawn when none reaches
anything of worth."""


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


line_counter: Final = GreedyCinco(PRICELESS)
"""The plainest baseline: in the arena ``py:quincunx.games.cinco.bots.greedy:line_counter``."""
