"""Bots against bots: schedules, ratings, reports; and the line protocol for other programs."""

from __future__ import annotations

from typing import Any

from quincunx.arena.plan import Plan
from quincunx.arena.ratings import Score, score
from quincunx.arena.tournament import run

__all__ = ["Plan", "Score", "match", "run"]


def match(
    options: Any,
    first: str,
    second: str,
    *,
    deals: int,
    seed: int = 1,
    cores: int = 1,
    seconds: float | None = None,
    simulations: int | None = None,
) -> Score:
    """Return the first bot's share of wins against the second, with its 95 % interval.

    Each deal is played from every side. Bots are named as in :mod:`quincunx.arena.players`.
    """
    plan = Plan(options, (first, second), deals, seed=seed, seconds=seconds, simulations=simulations)
    return score([deal.score for deal in run(plan, None, cores, lambda deal: None)])
