"""Ratings: a person's strength at a game and a kind of seating, and its uncertainty. Pure.

The model is that of Bradley and Terry (Weng and Lin, *A Bayesian Approximation Method for Online Ranking*,
2011), computed by openskill, which supports teams. A game of several sides is rated as duels between every
two sides: a side's change is the mean of its duels. Models that rate all sides at once are not monotone under
ties: with a shared win and players who have left, a loser could gain more than the winners. People see
points, on a scale where a difference of 400 means odds of nearly four to one between two well-known players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from statistics import fmean
from typing import Any, Final

import msgspec

from quincunx.club.results.results import Result, SeatResult
from quincunx.games import GAMES

MIDDLE: Final = 25.0
POINTS_IN_THE_MIDDLE: Final = 1500
POINTS: Final = 50.0
"""Points per unit of the model."""
LEAST_POINTS: Final = 100
"""The floor of all ratings, in points."""
MARGIN: Final = 1.96 * POINTS
"""Half the width of a 95 % interval in points, for a sigma of 1."""
CERTAIN_SIGMA: Final = 4.0
"""Largest sigma of an opponent's rating that counts in full: 392 points, give or take."""
KNOWN_GAMES: Final = 5
"""Rated games, this one included, after which an opponent counts in full."""
MEETINGS: Final = 5
"""Number of meetings among a player's newest games after which another one counts half."""
NEWEST_GAMES: Final = 20
"""Number of a player's newest rated games among which meetings are counted."""
NEAR_WEIGHT: Final = 0.25
"""Weight of an opponent from the same network."""
LISTED_GAMES: Final = 10
"""Fewest rated games for a place among the strongest."""
LISTED_MARGIN: Final = 400
"""Largest margin in points for a place among the strongest."""
BOT_SIGMA: Final = 0.8
"""Sigma of the bots' ratings, from thousands of games in the arena."""


class Rating(msgspec.Struct, frozen=True):
    """A rating with the model's ``mu`` and ``sigma``. A newcomer's sigma is large."""

    mu: float = MIDDLE
    sigma: float = MIDDLE / 3

    @property
    def points(self) -> int:
        """The rating in points, as people see it."""
        return round(POINTS_IN_THE_MIDDLE + POINTS * (self.mu - MIDDLE))

    @property
    def margin(self) -> int:
        """Half the width of the rating's 95 % interval, in points."""
        return round(MARGIN * self.sigma)

    @property
    def conservative(self) -> int:
        """The conservative rating, in points: people with few games rank lower than their points."""
        return max(LEAST_POINTS, round(POINTS_IN_THE_MIDDLE + POINTS * (self.mu - 2 * self.sigma - MIDDLE)))


NEWCOMER: Final = Rating()
LEAST_MU: Final = MIDDLE + (LEAST_POINTS - POINTS_IN_THE_MIDDLE) / POINTS


def of_bot(points: int) -> Rating:
    """The rating of a bot with this many points in the arena."""
    return Rating(MIDDLE + (points - POINTS_IN_THE_MIDDLE) / POINTS, BOT_SIGMA)


def of_level(game: str, kind: str, level: str) -> Rating:
    """The rating of a game's bot, from the arena; the middle of the scale for an unmeasured bot."""
    points = GAMES[game].bots.points
    return of_bot(points.get(kind, {}).get(level, POINTS_IN_THE_MIDDLE))


def weight(opponent: Rating, games: int, meetings: int, is_near: bool) -> float:
    """The weight of a game against this opponent, at most 1. It is small in four cases: the opponent's rating
    is uncertain; they have few earlier rated ``games``; there were many ``meetings`` among the player's
    newest games; both play from one network. Otherwise a player could gain a rating from opponents of their
    own making."""
    certain = min(1.0, (CERTAIN_SIGMA / opponent.sigma) ** 2)
    known = min(1.0, (games + 1) / KNOWN_GAMES)
    varied = 1 / (1 + meetings / MEETINGS)
    return certain * known * varied * (NEAR_WEIGHT if is_near else 1.0)


def rate(
    result: Result, before: Mapping[int, Rating], weights: Mapping[int, float] | None = None
) -> dict[int, Rating]:
    """The new ratings of the seats that the result changes. ``before`` has the ratings of all seats before
    the game, and ``weights`` the weight of the game for a seat, if not 1.

    Bots keep their ratings, and so do people whose partner has left. A side that a player has left ranks
    below all others. Between the remaining sides the result counts. If the winners are not among them, these
    sides are even. If every side has been left, each player who left has lost to all others.
    """
    if not result.is_rated:
        return {}
    left = {seat.side for seat in result.seats if seat.ending == "left"}
    changed: dict[int, Rating] = {}
    for seat in result.seats:
        if seat.person is not None and (seat.ending == "left" or seat.side not in left):
            ranks = _ranks(result.seats, {seat.side} if seat.ending == "left" else left)
            after = _after(seat, result.seats, ranks, before)
            changed[seat.seat] = _towards(before[seat.seat], after, (weights or {}).get(seat.seat, 1.0))
    return changed


def _towards(old: Rating, new: Rating, share: float) -> Rating:
    """Interpolate from the old rating to the new one by this share."""
    return Rating(old.mu + share * (new.mu - old.mu), old.sigma + share * (new.sigma - old.sigma))


def _ranks(seats: Sequence[SeatResult], left: set[int]) -> dict[int, int]:
    """Each side's rank; the best is 0, and sides that were left come last."""
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
