"""Ratings: how strong somebody is at a game and a kind of seating, and how sure that is. Pure.

The model is that of Bradley and Terry (Weng and Lin, *A Bayesian Approximation Method for Online Ranking*,
2011), by openskill, which takes teams. A game of several sides is rated as duels of every two sides: a side's
change is the mean of its duels. Models that rate all sides at once are not monotone under ties: with a
shared win and players who have left, a loser could gain more than the winners. People read points, on a scale
where 400 of them are odds of nearly four to one between two who are well known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from statistics import fmean
from typing import Any, Final

import msgspec

from quincunx.club.results import Result, SeatResult
from quincunx.games import GAMES

MIDDLE: Final = 25.0
POINTS_IN_THE_MIDDLE: Final = 1500
POINTS: Final = 50.0
"""One unit of the model in points."""
LEAST_POINTS: Final = 100
"""No rating is below this floor."""
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
        return max(LEAST_POINTS, round(POINTS_IN_THE_MIDDLE + POINTS * (self.mu - 2 * self.sigma - MIDDLE)))


NEWCOMER: Final = Rating()
LEAST_MU: Final = MIDDLE + (LEAST_POINTS - POINTS_IN_THE_MIDDLE) / POINTS


def of_bot(points: int) -> Rating:
    """The rating of a bot that has so many points in the arena."""
    return Rating(MIDDLE + (points - POINTS_IN_THE_MIDDLE) / POINTS, BOT_SIGMA)


def of_level(game: str, kind: str, level: str) -> Rating:
    """The rating of a game's bot, which it has from the arena; of one that nobody has measured the middle."""
    points = GAMES[game].bots.points
    return of_bot(points.get(kind, {}).get(level, POINTS_IN_THE_MIDDLE))


def rate(result: Result, before: Mapping[int, Rating]) -> dict[int, Rating]:
    """The new ratings of the seats that the result changes, from those that all seats had before.

    Bots keep theirs, and so do people whose partner has left. A side that a player has left comes after all
    others; between those that nobody has left the result counts, or, if the winners are not among them,
    they are even. Where every side has been left, each player who left has lost to all others.
    """
    if not result.is_rated:
        return {}
    left = {seat.side for seat in result.seats if seat.ending == "left"}
    changed: dict[int, Rating] = {}
    for seat in result.seats:
        if seat.person is not None and (seat.ending == "left" or seat.side not in left):
            ranks = _ranks(result.seats, {seat.side} if seat.ending == "left" else left)
            changed[seat.seat] = _after(seat, result.seats, ranks, before)
    return changed


def duel(one: Rating, other: Rating, one_wins: bool) -> tuple[Rating, Rating]:
    """Both ratings after a meeting of two that cannot be drawn."""
    (first,), (second,) = _meet([one], [other], int(not one_wins), int(one_wins))
    return first, second


def _ranks(seats: Sequence[SeatResult], left: set[int]) -> dict[int, int]:
    """Each side's rank, the best is 0: those that were left come last."""
    winners = {seat.side for seat in seats if seat.ending == "won"} - left
    return {
        seat.side: 2 if seat.side in left else int(bool(winners) and seat.side not in winners)
        for seat in seats
    }


def _after(
    mine: SeatResult, seats: Sequence[SeatResult], ranks: Mapping[int, int], before: Mapping[int, Rating]
) -> Rating:
    """The mean of the duels of this seat's side with each other side."""
    teams = {side: [seat.seat for seat in seats if seat.side == side] for side in sorted(ranks)}
    own = [before[seat] for seat in teams[mine.side]]
    place = teams[mine.side].index(mine.seat)
    found = [
        _meet(own, [before[seat] for seat in team], ranks[mine.side], ranks[side])[0][place]
        for side, team in teams.items()
        if side != mine.side
    ]
    return Rating(fmean(each.mu for each in found), fmean(each.sigma for each in found))


def _meet(
    one: Sequence[Rating], other: Sequence[Rating], rank: int, others: int
) -> tuple[list[Rating], list[Rating]]:
    """The ratings of two sides after a duel; the lower rank is better."""
    model = _model()
    teams = [[model.rating(each.mu, each.sigma) for each in team] for team in (one, other)]
    mine, theirs = model.rate(teams, ranks=[rank, others])
    return [_rating(each) for each in mine], [_rating(each) for each in theirs]


def _rating(new: Any) -> Rating:
    return Rating(max(LEAST_MU, new.mu), new.sigma)


@lru_cache(maxsize=1)
def _model() -> Any:
    from openskill.models import BradleyTerryFull

    return BradleyTerryFull()
