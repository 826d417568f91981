"""Bots against bots: schedules, ratings, reports; and the line protocol for other programs."""

from __future__ import annotations

from typing import Any

from quincunx.arena.deal import Deal, least_noisy, play_deal
from quincunx.arena.plan import Plan
from quincunx.arena.ratings import Score, score
from quincunx.arena.tournament import run
from quincunx.engines.players import AnyBotLike, entrant
from quincunx.engines.program import Fault
from quincunx.games import game_of

__all__ = ["Fault", "Plan", "Score", "match", "run"]


def match(
    options: Any,
    first: AnyBotLike,
    second: AnyBotLike,
    *,
    deals: int,
    seed: int = 1,
    cores: int = 1,
    seconds: float | None = None,
    simulations: int | None = None,
    measures_luck: bool = False,
) -> Score:
    """Return the first bot's share of wins against the second, with its 95 % interval. With ``measures_luck``
    the share is corrected for luck, if the game can do that, and the interval is narrower.

    Each deal is played from every side. :mod:`quincunx.engines.players` tells what counts as a bot; with
    more than one of the ``cores`` both must be named by text. Raises :class:`Fault` for a bot's first error.
    """
    if isinstance(first, str) and isinstance(second, str):
        plan = Plan(
            options,
            (first, second),
            deals,
            seed=seed,
            seconds=seconds,
            simulations=simulations,
            measures_luck=measures_luck,
        )
        return _score(run(plan, None, cores, _check))
    if cores > 1:
        raise ValueError("On several cores, name both bots by text, such as “py:module:attribute”.")
    game = game_of(options)
    mine, theirs = (entrant(game, bot, seconds, simulations) for bot in (first, second))
    played: list[Deal] = []
    for number in range(deals):
        deal = play_deal(options, mine, theirs, 0, number, seed, measures_luck=measures_luck)
        _check(deal)
        played.append(deal)
    return _score(played)


def _score(deals: list[Deal]) -> Score:
    is_adjusted = bool(deals) and all(deal.adjusted is not None for deal in deals)
    return score([least_noisy(deal) for deal in deals], is_adjusted=is_adjusted)


def _check(deal: Deal) -> None:
    """Raise :class:`Fault` if a bot has lost a game of this deal by an error."""
    for game in deal.games:
        if game.fault is not None:
            raise Fault(game.fault)
