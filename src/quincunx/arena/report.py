"""The results of a tournament, in numbers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from quincunx.arena.deal import Deal, Game, least_noisy, sides_of
from quincunx.arena.plan import Plan
from quincunx.arena.ratings import Rating, Score, Verdict, rate, reduction, score, sequential_test
from quincunx.games import game_of


class Pairing(msgspec.Struct, frozen=True):
    """One bot against another; ``score`` is the first one's, and ``adjusted`` the same without luck."""

    first: str
    second: str
    score: Score
    won: int
    drawn: int
    lost: int
    truncated: int
    verdict: Verdict | None
    """The verdict of the sequential test, on the scores without luck if there are any."""
    adjusted: Score | None = None
    reduction: float | None = None
    """The variance of the plain scores, divided by that of the adjusted ones."""


class Report(msgspec.Struct, frozen=True):
    """The full report on a tournament."""

    game: str
    options: dict[str, Any]
    sides: int
    games: int
    ratings: tuple[Rating, ...]
    """The ratings, best first."""
    pairings: tuple[Pairing, ...]
    seconds: dict[str, float]
    """Mean thinking time per move, by bot."""
    starter: Score
    """The share of the side that starts, by games, between any two sides."""
    turns: tuple[int, ...]
    """The length of every game."""
    faults: dict[str, int]
    """The number of faults, by bot and error."""


def report(plan: Plan, deals: list[Deal]) -> Report:
    """Summarise a tournament; ``deals`` may be incomplete."""
    pairs, sides = plan.pairs(), sides_of(plan.options)
    by_pair: list[list[Deal]] = [[deal for deal in deals if deal.pair == i] for i in range(len(pairs))]
    scores = [[least_noisy(deal) for deal in some] for some in by_pair]
    is_adjusted = bool(deals) and all(deal.adjusted is not None for deal in deals)
    ratings = rate(list(plan.bots), pairs, scores, sides, is_adjusted=is_adjusted)
    games = [game for deal in deals for game in deal.games]
    starters = [1 / sides if game.winner is None else float(game.winner == game.first) for game in games]
    return Report(
        game=game_of(plan.options).name,
        options=msgspec.to_builtins(plan.options),
        sides=sides,
        games=len(games),
        ratings=tuple(sorted(ratings, key=lambda rating: -rating.points)),
        pairings=tuple(_pairing(plan, pair, some) for pair, some in zip(pairs, by_pair, strict=True)),
        seconds=_seconds(plan, deals),
        starter=score(starters),
        turns=tuple(game.turns for game in games),
        faults=dict(Counter(game.fault for game in games if game.fault is not None)),
    )


def _pairing(plan: Plan, pair: tuple[int, int], deals: list[Deal]) -> Pairing:
    games: list[Game] = [game for deal in deals for game in deal.games]
    scores = [deal.score for deal in deals]
    adjusted = [deal.adjusted for deal in deals if deal.adjusted is not None]
    is_adjusted = bool(deals) and len(adjusted) == len(deals)
    won = sum(game.winner == game.side for game in games)
    drawn = sum(game.winner is None for game in games)
    verdict = None
    if plan.sprt is not None:
        least = [least_noisy(deal) for deal in deals]
        verdict = sequential_test(least, *plan.sprt, sides_of(plan.options), is_adjusted=is_adjusted)
    return Pairing(
        first=plan.bots[pair[0]],
        second=plan.bots[pair[1]],
        score=score(scores),
        won=won,
        drawn=drawn,
        lost=len(games) - won - drawn,
        truncated=sum(game.termination == "truncated" for game in games),
        verdict=verdict,
        adjusted=score(adjusted, is_adjusted=True) if is_adjusted else None,
        reduction=reduction(scores, adjusted) if is_adjusted else None,
    )


def _seconds(plan: Plan, deals: list[Deal]) -> dict[str, float]:
    spent, decided = dict.fromkeys(plan.bots, 0.0), dict.fromkeys(plan.bots, 0)
    for deal in deals:
        names = [plan.bots[i] for i in plan.pairs()[deal.pair]]
        for game in deal.games:
            for name, seconds, decisions in zip(names, game.seconds, game.decisions, strict=True):
                spent[name] += seconds
                decided[name] += decisions
    return {name: spent[name] / decided[name] if decided[name] else 0.0 for name in plan.bots}


def never_finished(plan: Plan, deals: list[Deal]) -> tuple[str, ...]:
    """Return the bots that have lost every game by an error of their own."""
    pairs = plan.pairs()
    finished: dict[str, bool] = {}
    for deal in deals:
        for index, has_finished in zip(pairs[deal.pair], deal.finished, strict=True):
            bot = plan.bots[index]
            finished[bot] = finished.get(bot, False) or has_finished
    return tuple(bot for bot in finished if not finished[bot])


def percent(found: Score) -> str:
    """Return a share with its interval."""
    return f"{100 * found.mean:.1f} ± {100 * found.margin:.1f} %"


def adjusted(pairing: Pairing) -> tuple[str, str]:
    """Return the share without luck, and how much smaller its variance is."""
    if pairing.adjusted is None:
        return "", ""
    return percent(pairing.adjusted), "" if pairing.reduction is None else f"÷ {pairing.reduction:,.1f}"
