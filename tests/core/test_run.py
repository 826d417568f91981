"""Playing a game to its end: chance answers by itself, and all steps are told."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from quincunx.core.chance import CHANCE, resolve_chance
from quincunx.core.reason import Refusal
from quincunx.core.record import Record, replay
from quincunx.core.run import GameRun
from quincunx.core.values import Ply
from quincunx.games import game_of
from tests.games.support import SETUPS


def play(options: Any, **more: Any) -> tuple[GameRun, list[Ply], list[int]]:
    """A game of the first legal moves: what was told, and the numbers of chance's questions."""
    game, random, plies, asked = game_of(options), Random(1), list[Ply](), list[int]()

    def chance(number: int, state: Any) -> Any:
        asked.append(number)
        return resolve_chance(game.asks(state), random)

    run = GameRun(game, options, chance, on_ply=plies.append, **more)
    for seat in run.choices():
        assert seat == game.to_move(run.state) != CHANCE
        run.move(game.legal_moves(run.state)[0])
    return run, plies, asked


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_every_step_is_told_once_and_in_order(options: Any) -> None:
    run, plies, asked = play(options, stops=lambda run: run.plies >= 60)
    assert [ply.number for ply in plies] == list(range(1, run.plies + 1))
    assert asked == list(range(run.questions))
    assert run.questions == sum(ply.step.seat == CHANCE for ply in plies)
    steps = tuple(ply.step for ply in plies)
    names = ("A",) * run.game.players(options)
    outcome = run.game.outcome(run.state)
    assert list(replay(Record(run.game, options, names, steps, outcome))) == plies
    assert plies[-1].after is run.state


@pytest.mark.parametrize("options", SETUPS[:3], ids=str)
@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_it_stops_before_the_step_that_is_too_much(options: Any, most: int) -> None:
    run, plies, _ = play(options, stops=lambda run: run.plies >= most)
    assert len(plies) == run.plies == most


def test_a_refused_move_changes_nothing() -> None:
    options = SETUPS[0]
    game = game_of(options)
    run = GameRun(game, options, lambda _, state: resolve_chance(game.asks(state), Random(1)))
    next(run.choices())
    before, plies = run.state, run.plies
    with pytest.raises(Refusal):
        run.move(resolve_chance(game.asks(game.initial(options)), Random(1)))
    assert (run.state, run.plies) == (before, plies)
