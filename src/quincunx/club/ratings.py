"""Ratings: how strong somebody is at a game and a kind of seating, and how sure that is. Pure.

The model is that of Plackett and Luce (Weng and Lin, *A Bayesian Approximation Method for Online Ranking*,
2011), by openskill: it takes teams and free-for-alls. People read points, on a scale where 400 of them are
odds of nearly four to one between two who are well known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from quincunx.club.results import Result, SeatResult
from quincunx.games import GAMES

MIDDLE: Final = 25.0
POINTS_IN_THE_MIDDLE: Final = 1500
POINTS: Final = 50.0
"""One unit of the model in points."""
BOT_SIGMA: Final = 0.8
"""How sure the bots' ratings are: thousands of games in the arena."""


class Rating(msgspec.Struct, frozen=True):
    """``mu`` and ``sigma`` are the model's; a newcomer's are wide."""

    mu: float = MIDDLE
    sigma: float = MIDDLE / 3

    @property
    def points(self) -> int:
        """As people read it."""
        return round(POINTS_IN_THE_MIDDLE + POINTS * (self.mu - MIDDLE))

    @property
    def margin(self) -> int:
        """With a chance of 95 % the true value is no farther away than this, in points."""
        return round(1.96 * POINTS * self.sigma)

    @property
    def surely(self) -> int:
        """What is surely reached: whoever has played little stands lower than they may be."""
        return round(POINTS_IN_THE_MIDDLE + POINTS * (self.mu - 2 * self.sigma - MIDDLE))


NEWCOMER: Final = Rating()


def of_bot(points: int) -> Rating:
    """The rating of a bot that has so many points in the arena."""
    return Rating(MIDDLE + (points - POINTS_IN_THE_MIDDLE) / POINTS, BOT_SIGMA)


def of_level(game: str, kind: str, level: str) -> Rating:
    """The rating of a game's bot, which it has from the arena; of one that nobody has measured the middle."""
    points = GAMES[game].bots.points
    return of_bot(points.get(kind, {}).get(level, POINTS_IN_THE_MIDDLE))


def rate(result: Result, before: Mapping[int, Rating]) -> dict[int, Rating]:
    """The new ratings of the seats that the result changes, from those that all seats had before.

    Bots keep theirs, and so do people whose partner has left. A side that somebody has left comes after all
    others; between those that nobody has left the result counts, or, if the winners are not among them,
    they are even. Where every side has been left, each who left has lost to all others.
    """
    if not result.is_rated:
        return {}
    left = {seat.side for seat in result.seats if seat.ending == "left"}
    changed: dict[int, Rating] = {}
    for seat in result.seats:
        if seat.person is not None and (seat.ending == "left" or seat.side not in left):
            ranks = _ranks(result.seats, {seat.side} if seat.ending == "left" else left)
            changed[seat.seat] = _after(result.seats, ranks, before)[seat.seat]
    return changed


def duel(one: Rating, other: Rating, one_wins: bool) -> tuple[Rating, Rating]:
    """Both ratings after a meeting of two that cannot be drawn."""
    model = _model()
    sides = [[model.rating(each.mu, each.sigma)] for each in (one, other)]
    (first,), (second,) = model.rate(sides, ranks=[int(not one_wins), int(one_wins)])
    return Rating(first.mu, first.sigma), Rating(second.mu, second.sigma)


def _ranks(seats: Sequence[SeatResult], left: set[int]) -> dict[int, int]:
    """Each side's rank, the best is 0: those that were left come last."""
    winners = {seat.side for seat in seats if seat.ending == "won"} - left
    return {
        seat.side: 2 if seat.side in left else int(bool(winners) and seat.side not in winners)
        for seat in seats
    }


def _after(
    seats: Sequence[SeatResult], ranks: Mapping[int, int], before: Mapping[int, Rating]
) -> dict[int, Rating]:
    """What the model makes of these ranks, for all seats."""
    model = _model()
    sides = sorted(ranks)
    teams = [[seat.seat for seat in seats if seat.side == side] for side in sides]
    rated = model.rate(
        [[model.rating(before[seat].mu, before[seat].sigma) for seat in team] for team in teams],
        ranks=[ranks[side] for side in sides],
    )
    return {
        seat: Rating(new.mu, new.sigma)
        for team, news in zip(teams, rated, strict=True)
        for seat, new in zip(team, news, strict=True)
    }


@lru_cache(maxsize=1)
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce()
