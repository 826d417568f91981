"""Each reason that is said is true, in games of bots of every seating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from quincunx.core.chance import CHANCE
from quincunx.core.record import replay
from quincunx.games.cinco.bots.roster import choices
from quincunx.games.cinco.game import GAME
from quincunx.games.cinco.notation import parse_move
from quincunx.games.cinco.review.position import Position
from quincunx.games.cinco.review.reasons import CODES, REASONS
from quincunx.games.cinco.types import CincoMove, CincoOptions, CincoView
from tests.examples import mostly_nightly
from tests.games.cinco.review.facts import CHECKS, false
from tests.games.cinco.review.support import game_of
from tests.games.cinco.review.test_reasons import HOLDS
from tests.games.support import CINCO_SETUPS

TABLES: Final = mostly_nightly(CINCO_SETUPS, CincoOptions(2, 2), CincoOptions(6, 3))
GAMES: Final = 2
PAIRS: Final = 12
"""Of each position so many pairs of moves are tried; each pair gets every reason that there is."""


def said(view: CincoView, best: CincoMove, other: CincoMove) -> tuple[Any, ...]:
    """Every reason that is found, also those that there would be no room for."""
    position = Position(view)
    found = (REASONS[code](position, best, other) for code in CODES)
    return tuple(why for why in found if why is not None)


def positions(options: CincoOptions, seed: int) -> Iterator[CincoView]:
    record = game_of(options, seed, ("keen", "casual"), most=160)
    for ply in replay(record):
        if ply.step.seat != CHANCE:
            yield GAME.view(ply.before, ply.step.seat)


def test_every_reason_has_a_checker_that_the_known_examples_pass() -> None:
    assert set(CHECKS) == set(CODES)
    for code, view, best, other in HOLDS:
        moves = parse_move(best), parse_move(other)
        why = REASONS[code](Position(view), *moves)
        assert why is not None
        assert not list(false(view, *moves, (why,))), code


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_the_comparison_of_any_two_moves_is_true(options: CincoOptions) -> None:
    random, counted = Random(str(options)), Counter[str]()
    for seed in range(GAMES):
        for view in positions(options, seed):
            moves = choices(view)
            for _ in range(PAIRS if len(moves) > 1 else 0):
                best, other = random.sample(moves, 2)
                why = said(view, best, other)
                wrong = list(false(view, best, other, why))
                assert not wrong, (GAME.text.write_move(best), GAME.text.write_move(other), wrong, view)
                counted.update(each.code for each in why)
    assert len(counted) > len(CODES) / 2
