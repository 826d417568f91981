"""Luck is 0 on average: what every card that could come is worth, against what the draw was worth before it.

``python -m benchmarks.review --games 0 --cinco-games 300`` measures the same over whole games.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from quincunx.core.chance import CHANCE, Shuffled
from quincunx.core.record import replay as plies_of
from quincunx.core.review import Effort, finish
from quincunx.core.values import Ply, Step
from quincunx.games.cinco.game import GAME
from quincunx.games.cinco.review import judge
from quincunx.games.cinco.state import ALL_CARDS
from quincunx.games.cinco.types import CincoOptions, Draw
from tests.games.cinco.review.support import game_of

SIMULATIONS = 200
"""A quarter of them measures a worth: that of one card is off by 0.02 or so, the mean of all by 0.004."""
NOTHING = 0.015
DEALS = 60

DRAWS = [
    (2, 2, 2, 43),
    *(
        pytest.param(*each, marks=pytest.mark.nightly)
        for each in ((3, 3, 3, 53), (4, 2, 0, 17), (6, 2, 16, 24), (6, 3, 2, 114))
    ),
]
"""Players, teams, a game and a draw in it. Some seats drew though they could have won or blocked."""
SEATINGS = [
    (2, 2),
    (3, 3),
    *(pytest.param(*each, marks=pytest.mark.nightly) for each in ((4, 2), (6, 2), (6, 3))),
]


def after_each_card(ply: Ply) -> Iterator[Ply]:
    """The draw with each card of the pile."""
    for card in ply.before.pile:
        pile = (card, *(each for each in ply.before.pile if each != card))
        before = replace(ply.before, pile=pile)
        yield Ply(1, ply.step, before, GAME.apply(before, ply.step.move))


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("players", "teams", "game", "number"), DRAWS, ids=lambda each: str(each) if each < 10 else ""
)
def test_the_mean_luck_of_a_draw_is_nothing_in_every_seating(
    players: int, teams: int, game: int, number: int
) -> None:
    options = CincoOptions(players, teams, first=0)
    plies = list(plies_of(game_of(options, game, ("keen",))))
    drawn = plies[number - 1]
    assert isinstance(drawn.step.move, Draw)
    luck = []
    for seed, ply in enumerate(after_each_card(drawn)):
        found = finish(judge.findings([ply], options, Effort(simulations=SIMULATIONS, confirm=1, seed=seed)))
        luck += [change.by_seat[drawn.step.seat] for change in found.changes if change.source == "luck"]
    assert len(luck) > 20
    assert max(map(abs, luck)) > 2 * NOTHING, "some cards are better than others"
    assert abs(sum(luck) / len(luck)) < NOTHING


@pytest.mark.parametrize(("players", "teams"), SEATINGS)
def test_the_mean_luck_of_the_first_cards_is_nothing_for_every_seat(players: int, teams: int) -> None:
    options, random = CincoOptions(players, teams, first=0), Random(1)
    start, sums = GAME.initial(options), [0.0] * players
    for seed in range(DEALS):
        move = Shuffled(tuple(random.sample(ALL_CARDS, len(ALL_CARDS))))
        ply = Ply(1, Step(CHANCE, move), start, GAME.apply(start, move))
        found = finish(judge.findings([ply], options, Effort(simulations=40, seed=seed)))
        assert {change.seat for change in found.changes} == set(range(players))
        for change in found.changes:
            assert change.source == "luck"
            sums[change.seat] += change.by_seat[change.seat]
    assert max(map(abs, sums)) < 1.5 * NOTHING * DEALS
