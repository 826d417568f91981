"""Positions of games between bots, and the time that a bot needs for them.

Only the rules are imported, so this file also runs in a browser.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from quincunx.core.chance import CHANCE, resolve_chance
from quincunx.core.game import AnyGame
from quincunx.engines.bot import Decision

PLAYERS = {"cinco": ("greedy", "random"), "cinqo": ("greedy",)}
"""The players whose games have the positions, by game: they take turns at the seats."""


def views(game: AnyGame, options: Any, names: Sequence[str], random: Random) -> Iterator[Any]:
    """A third of the views of the seat to move, of games without end."""
    bots = [game.bots.bot(name) for name in names]
    while True:
        state = game.initial(options)
        while (seat := game.to_move(state)) is not None:
            if seat == CHANCE:
                state = game.apply(state, resolve_chance(game.asks(state), random))
                continue
            view = game.view(state, seat)
            if random.random() < 1 / 3:
                yield view
            state = game.apply(state, bots[seat % len(bots)].choose(view, random).action)


def measure(bots: Sequence[Any], positions: Sequence[Any]) -> list[tuple[list[float], list[Decision[Any]]]]:
    """Milliseconds for each decision of each bot, and the decisions.

    The bots take turns at each position. What is computed once is not counted.
    """
    found: list[tuple[list[float], list[Decision[Any]]]] = [([], []) for _ in bots]
    for bot in bots:
        bot.choose(positions[-1], Random(0))
    for number, view in enumerate(positions):
        for bot, (times, decisions) in zip(bots, found, strict=True):
            start = time.perf_counter()
            decisions.append(bot.choose(view, Random(number)))
            times.append((time.perf_counter() - start) * 1000)
    return found
