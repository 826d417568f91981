"""The exact worth of every keep, without kernels; and the bot that follows it."""

from __future__ import annotations

from functools import lru_cache

from quincunx.games.cinqo.bots.advised import ROUNDING, Advice, Advised
from quincunx.games.cinqo.bots.counted import counted
from quincunx.games.cinqo.bots.plain.prospects import POINTS, error_of, win_rewards
from quincunx.games.cinqo.bots.plain.turn import PlainTurn
from quincunx.games.cinqo.bots.view_facts import check_has_keep
from quincunx.games.cinqo.types import CinqoView


@lru_cache(maxsize=1)
def points_turn() -> PlainTurn:
    """Return the turn played for points, which is always the same."""
    return PlainTurn(POINTS)


# People look at one position for a while, and return to it.
@lru_cache(maxsize=64)
def _turn_for(rewards: tuple[float, ...]) -> PlainTurn:
    return PlainTurn(rewards)


def advise(view: CinqoView) -> tuple[Advice, ...]:
    """Return every legal keep of the seat to move, best first, as
    :func:`quincunx.games.cinqo.bots.advisor.advise` does."""
    roll, hilo = check_has_keep(view)
    keeps = counted(tuple(sorted(view.tray)), tuple(sorted(view.bank)), tuple(sorted(view.rack)), view.boxed)
    worths = _turn_for(tuple(win_rewards(view))).worths(keeps, roll, hilo)
    points = points_turn().worths(keeps, roll, hilo)
    advice = map(Advice, keeps.puts, worths, points)
    ordered = sorted(zip(advice, keeps.racked, strict=True), key=_order)
    return tuple([each for each, _ in ordered])


def _order(each: tuple[Advice, int]) -> tuple[float, float, int]:
    advice, racked = each
    return -round(advice.worth, ROUNDING), -round(advice.points, ROUNDING), racked


class PlainAdvisedCinqo(Advised):
    """The bot of :mod:`quincunx.games.cinqo.bots.advised`, without kernels."""

    def advise(self, view: CinqoView) -> tuple[Advice, ...]:
        return advise(view)

    def error_of(self, view: CinqoView) -> float:
        return error_of(view)
