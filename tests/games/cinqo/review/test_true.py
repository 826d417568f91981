"""Each reason that is said is true, in games of every kind."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

import pytest

from quincunx.core.chance import CHANCE
from quincunx.core.record import replay
from quincunx.games.cinqo.bots.advisor import advise
from quincunx.games.cinqo.game import GAME
from quincunx.games.cinqo.puzzles.explain import CODES as CHANCES
from quincunx.games.cinqo.review.reasons import CODES
from quincunx.games.cinqo.review.reviewer import REVIEWER
from quincunx.games.cinqo.types import CinqoOptions
from tests.examples import mostly_nightly
from tests.games.cinqo.review.facts import CHECKS, false
from tests.games.cinqo.review.support import game_of

TABLES: Final = [
    CinqoOptions(players=1),
    CinqoOptions(players=2),
    CinqoOptions(players=3),
    CinqoOptions(players=2, goal="rounds", rounds=3),
    CinqoOptions(players=4, goal="rounds", rounds=2),
]
PAIRS: Final = 4
"""Of each position so many pairs of keeps are tried."""
MOST: Final = 25
"""Positions of a game, from its first to its last ones."""


def test_every_reason_has_a_checker() -> None:
    assert set(CHECKS) == {*CODES, *CHANCES}


@pytest.mark.parametrize("sees", mostly_nightly([None, 0.3], 0.3))
@pytest.mark.parametrize("options", TABLES, ids=str)
def test_the_comparison_of_a_better_and_a_worse_keep_is_true(
    options: CinqoOptions, sees: float | None
) -> None:
    random, counted = Random(1), Counter[str]()
    choices = [ply for ply in replay(game_of(options, 1, sees)) if ply.step.seat != CHANCE]
    for ply in choices[:: max(1, len(choices) // MOST)]:
        view = GAME.view(ply.before, ply.step.seat)
        advice = advise(view)
        pairs = [random.sample(advice, 2) for _ in range(PAIRS if len(advice) > 1 else 0)]
        for one, two in [*pairs, *((advice[0], each) for each in random.sample(advice, min(3, len(advice))))]:
            best, other = (one, two) if one.worth >= two.worth else (two, one)
            if best.worth - other.worth < 1e-9:
                continue
            why = REVIEWER.reasons(view, best.put, other.put)
            wrong = list(false(view, best.put, other.put, why))
            assert not wrong, (best.put, other.put, wrong, view)
            counted.update(each.code for each in why)
    assert len(counted) >= 5
