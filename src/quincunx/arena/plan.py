"""The plan of a tournament, and one piece of its work."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any

import msgspec

from quincunx.arena.deal import Deal, play_deal
from quincunx.engines.players import Entrant, entrant
from quincunx.games import GAMES, game_of


class Plan(msgspec.Struct, frozen=True):
    """A tournament. The same plan gives the same deals."""

    options: Any
    bots: tuple[str, ...]
    deals: int
    """The number of deals per pair; a deal is one game from every side."""
    gauntlet: bool = False
    """True if only the first bot plays, against all others."""
    seed: int = 1
    seconds: float | None = None
    simulations: int | None = None
    sprt: tuple[float, float] | None = None
    """Two rating differences: stop a pair once a sequential test has decided between them."""
    measures_luck: bool = False
    """True if scores are also reported without luck, where the game has control variates."""

    def pairs(self) -> list[tuple[int, int]]:
        """Return the pairs of opponents, as indices of ``bots``."""
        if self.gauntlet:
            return [(0, other) for other in range(1, len(self.bots))]
        return list(combinations(range(len(self.bots)), 2))


def schedule(plan: Plan, done: set[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the deals still to be played, all pairs in turn."""
    for number in range(plan.deals):
        for pair in range(len(plan.pairs())):
            if (pair, number) not in done:
                yield pair, number


@lru_cache(maxsize=32)
def _entrant(game: str, text: str, seconds: float | None, simulations: int | None) -> Entrant:
    return entrant(GAMES[game], text, seconds, simulations)


def work(plan: Plan, pair: int, number: int) -> Deal:
    """Play one deal; workers call this, on this machine or another."""
    first, second = (
        _entrant(game_of(plan.options).name, plan.bots[i], plan.seconds, plan.simulations)
        for i in plan.pairs()[pair]
    )
    return play_deal(plan.options, first, second, pair, number, plan.seed, measures_luck=plan.measures_luck)
