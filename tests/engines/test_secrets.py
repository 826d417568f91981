"""A bot knows what its seat may know: games that differ in nothing else bring the same decision."""

from __future__ import annotations

from itertools import chain
from random import Random

from msgspec.structs import replace

from quincunx.core.values import Seat
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.state import CincoState
from quincunx.games.cinco.types import CincoOptions
from tests.engines.support import FEW, decisions_of, paired
from tests.games.support import CINCO_SETUPS


def twin(state: CincoState, seat: Seat, random: Random) -> CincoState:
    """A game that the seat cannot tell from this one: hidden cards change places.

    Cards older than the present pile stay where they are: all players can count those.
    """
    fresh = set(state.pile_cards)
    hidden = [c for other, hand in enumerate(state.hands) if other != seat for c in hand if c in fresh]
    cards = [*hidden, *state.pile]
    random.shuffle(cards)
    hands = [
        hand if other == seat else tuple(sorted(cards.pop() if card in fresh else card for card in hand))
        for other, hand in enumerate(state.hands)
    ]
    return replace(state, hands=tuple(hands), pile=tuple(cards))


@paired(CINCO_SETUPS)
def test_hidden_cards_change_nothing(options: CincoOptions, level: str) -> None:
    bot = CINCO.bots.bot(level)
    random = Random(5)
    twins = 0
    games = (decisions_of(options, bot, seed) for seed in (3, 4))
    for state, seat, seed, decision in chain.from_iterable(games):
        other = twin(state, seat, random)
        twins += other != state
        assert bot.choose(CINCO.view(other, seat), Random(seed), FEW) == decision
    assert twins > 10
