"""Vacations from turn-based games: days a year, and when one may start. Pure.

While an account's owner is on vacation, the clocks of their turns stand still
(:mod:`quincunx.table.deadlines.vacation`). Each begun day of 24 hours costs a day of the year in which the
vacation starts (UTC), and each vacation at least one. The days are reserved at the start; those that are left
at an early end come back. The next vacation starts a day after the last one at the earliest. So a player who
is short of time gains little by starting one again and again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Protocol

import msgspec

from quincunx.club.rows import Authority
from quincunx.core.reason import refused
from quincunx.table.chance.day import date_of
from quincunx.table.parts import Vacation

DAY: Final = 24 * 3600 * 1000
MOST_DAYS: Final = 366
KEPT: Final = 800 * DAY
"""Milliseconds for which a past vacation is stored."""


class StartVacation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Start a vacation of this many days, now."""

    days: Annotated[int, msgspec.Meta(ge=1, le=MOST_DAYS)]


class VacationView(msgspec.Struct, frozen=True):
    """An account's vacation, as its owner sees it. Times are milliseconds since 1970."""

    days: int
    """Days a year; 0 if the server has no vacations."""
    left: int
    """Days that are left this year. Those of a running vacation are taken."""
    now: int
    """The server's time."""
    since: int | None
    until: int | None
    """The running vacation; ``None`` without one."""
    next_at: int | None
    """The earliest start of the next vacation; ``None``: at once, or not while one runs."""


class VacationStore(Protocol):
    """The store of vacations; a part of :class:`quincunx.club.ports.Store`."""

    async def vacations(self, person: str) -> Sequence[Vacation]:
        """The vacations of an account, the latest last."""
        ...

    async def keep_vacation(
        self, person: str, before: Vacation | None, after: Vacation, by: Authority | None = None
    ) -> bool:
        """Store a vacation that starts or, with the same start as ``before``, ends. If the latest one is not
        ``before`` (any more), store nothing and return ``False``."""
        ...

    async def latest_vacations(self, people: Sequence[str]) -> Mapping[str, Vacation]:
        """The latest vacation of each of these people who has had one, by the given ids. A merged guest has
        that of the account. Banned people have none."""
        ...


def cost_of(vacation: Vacation) -> int:
    """The days that a vacation costs."""
    return max(1, -(-(vacation.until - vacation.since) // DAY))


def days_left(vacations: Sequence[Vacation], days: int, now: int) -> int:
    """Days that are left of ``days`` in the present year."""
    year = _year(now)
    return max(0, days - sum(cost_of(each) for each in vacations if _year(each.since) == year))


def running_at(vacations: Sequence[Vacation], now: int) -> Vacation | None:
    """The vacation that runs now."""
    return vacations[-1] if vacations and vacations[-1].until > now else None


def start(vacations: Sequence[Vacation], asked: int, days: int, now: int) -> Vacation:
    """A new vacation of ``asked`` days, on a server that grants ``days`` a year. Raises
    :class:`~quincunx.core.reason.Refusal`."""
    if not days:
        raise refused("forbidden", "vacation-off", "This server has no vacations.")
    if running_at(vacations, now) is not None:
        raise refused("conflict", "vacation-runs", "You’re on vacation already.")
    if vacations and now < vacations[-1].until + DAY:
        said = "The next vacation can start a day after the last one."
        raise refused("conflict", "vacation-soon", said)
    left = days_left(vacations, days, now)
    if not 1 <= asked <= left:
        said = f"You have {left} days of vacation left this year."
        raise refused("conflict", "vacation-days", said, left=left)
    return Vacation(now, now + asked * DAY)


def end(vacations: Sequence[Vacation], now: int) -> Vacation | None:
    """The running vacation, ended now; ``None`` if none runs."""
    running = running_at(vacations, now)
    return None if running is None else Vacation(running.since, max(now, running.since))


def view(vacations: Sequence[Vacation], days: int, now: int) -> VacationView:
    """The vacation of an account, on a server that grants ``days`` a year."""
    running = running_at(vacations, now)
    next_at = vacations[-1].until + DAY if vacations and running is None else 0
    return VacationView(
        days=days,
        left=days_left(vacations, days, now),
        now=now,
        since=None if running is None else running.since,
        until=None if running is None else running.until,
        next_at=next_at if next_at > now else None,
    )


def _year(at: int) -> str:
    return date_of(at // DAY)[:4]
