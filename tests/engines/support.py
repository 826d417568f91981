"""Whole games among bots, for tests: chance rolls from a seed, every bot from its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from quincunx.core.chance import CHANCE, resolve_chance
from quincunx.core.values import Seat
from quincunx.engines.bot import Budget
from quincunx.engines.levels import AnyBot, names
from quincunx.games import game_of
from tests.games.support import name_of

LEVELS = ("novice", "casual", "keen", "skilled", "expert", "master")
"""Those that both games have, weakest first."""

QUICK = Budget(simulations=40)
"""Enough for a search to be one, and no clock in it."""

FEW = Budget(simulations=12)
"""The budget where the strength of the search does not matter."""


def paired(setups: Sequence[Any]) -> Any:
    """Parameters ``options`` and ``level``: every setup of a game with every level of its bots.

    In ordinary runs a setup meets a sixth of the levels, and six setups in a row meet them all; the other
    pairs are ``nightly``.
    """
    return pytest.mark.parametrize(
        ("options", "level"),
        [
            pytest.param(
                options,
                level,
                id=f"{name_of(options)}-{level}",
                marks=[pytest.mark.nightly] if (row + column) % 6 else [],
            )
            for row, options in enumerate(setups)
            for column, level in enumerate(names(game_of(options).bots))
        ],
    )


Taken = tuple[Any, Seat, Any]
"""The state before a move, whose move it was, the move."""


def moves_of(
    options: Any, bots: list[AnyBot], seed: int, most: int = 3000, budget: Budget = QUICK
) -> Iterator[Taken]:
    """The moves of a game in which the bots sit in turn, at most so many of them, chance's among them."""
    game, random = game_of(options), Random(seed)
    state = game.initial(options)
    for _ in range(most):
        seat = game.to_move(state)
        if seat is None:
            return
        if seat == CHANCE:
            move: Any = resolve_chance(game.asks(state), random)
        else:
            move = bots[seat % len(bots)].choose(game.view(state, seat), random, budget).action
        yield state, seat, move
        state = game.apply(state, move)


def decisions_of(
    options: Any, bot: AnyBot, seed: int, most: int = 60, budget: Budget = FEW
) -> Iterator[tuple[Any, Seat, int, Any]]:
    """The decisions of a bot in a game with itself: the state, whose turn, the seed of its randomness, and
    what it decided."""
    game, random = game_of(options), Random(seed)
    state = game.initial(options)
    for number in range(most):
        seat = game.to_move(state)
        if seat is None:
            return
        if seat == CHANCE:
            state = game.apply(state, resolve_chance(game.asks(state), random))
            continue
        decision = bot.choose(game.view(state, seat), Random(number), budget)
        yield state, seat, number, decision
        state = game.apply(state, decision.action)


def last_state(options: Any, bots: list[AnyBot], seed: int, most: int = 3000, budget: Budget = QUICK) -> Any:
    """The state in which such a game ends, or is left."""
    *_, (state, _, move) = moves_of(options, bots, seed, most, budget)
    return game_of(options).apply(state, move)


def wins(one: AnyBot, other: AnyBot, games: int, options: Any, budget: Budget = QUICK) -> int:
    """The number of games that side ``one`` wins against the others, sitting in every place in turn."""
    game = game_of(options)
    sides = len(set(game.sides(options)))
    won = 0
    for number in range(games):
        place = number % sides
        bots = [other] * sides
        bots[place] = one
        outcome = game.outcome(last_state(options, bots, number, budget=budget))
        won += outcome is not None and place in outcome.winners
    return won
