"""A table whose chance is a day's: everybody who plays that day has the same. Pure.

Its seed is that of the day, and a secret until the day is over, so nothing leaves such a table sooner that
would tell its player's neighbour what is to come: it is for nobody to watch, and its seed, what was hidden
when it ended, its replay and its record open together with those of all others (:func:`opens_at`).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

from quincunx.core.day import SEAT, VERSION, AnyDayDeal
from quincunx.core.game import AnyGame, encode
from quincunx.core.reason import refused
from quincunx.table.chance.answers import carry_on
from quincunx.table.deadlines.gaps import Gap, moved
from quincunx.table.events import Event, OfDay, SatDown, SeatSetup, Started, TableMade, TableSettings
from quincunx.table.seats.person import Person
from quincunx.table.seats.setup import check
from quincunx.table.state import TableState, evolve, made

DAY_MILLISECONDS: Final = 24 * 3600 * 1000
GRACE_MILLISECONDS: Final = 3600 * 1000
"""Whoever began late in the day has so long to end it."""
ALWAYS: Final = 1 << 62
"""When every day is over: for what the system does by itself, and shows to nobody sooner."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def day_at(now: int) -> int:
    """The day (UTC) of this moment (milliseconds since 1970)."""
    return now // DAY_MILLISECONDS


def begins_at(day: int) -> int:
    """The moment from which on its deal can be played."""
    return day * DAY_MILLISECONDS


def ends_at(day: int) -> int:
    """The moment until which its deal can be begun."""
    return (day + 1) * DAY_MILLISECONDS


def opens_at(day: int, gaps: Iterable[Gap] = ()) -> int:
    """The moment by which a game must have ended to count, and from which on everything about the day is
    open. It moves by the ``gaps`` after the day's end, during which no node ran."""
    return moved(ends_at(day) + GRACE_MILLISECONDS, ends_at(day), gaps)


def date_of(day: int) -> str:
    """The day as people and the protocol write it: ``2026-11-22``."""
    return (_EPOCH + timedelta(days=day)).date().isoformat()


def day_of(date: str) -> int | None:
    """The inverse of :func:`date_of`; ``None`` for any other text."""
    try:
        day = (datetime.strptime(date, "%Y-%m-%d").replace(tzinfo=UTC) - _EPOCH).days
    except ValueError:
        return None
    return day if day >= 0 and date_of(day) == date else None


def is_closed(state: TableState, now: int) -> bool:
    """Whether this is the table of a day that is not over: only its player may see it, and nobody what was
    hidden from them."""
    return state.of_day is not None and now < opens_at(state.of_day.day, state.interruptions)


def check_open(state: TableState, now: int) -> None:
    """Raises :class:`~quincunx.core.reason.Refusal` while the game is not to be shown open."""
    if is_closed(state, now):
        raise refused("conflict", "day-not-over", "This can be seen when the day’s deal is over.")


def deal_of(game: AnyGame) -> AnyDayDeal:
    """The game's deal of the day. Raises :class:`~quincunx.core.reason.Refusal` if it has none."""
    if game.day is None:
        raise refused("unknown", "no-day-deal", "This game has no deal of the day.")
    return game.day


def make(table: str, person: Person, game: AnyGame, of_day: OfDay, seed: str) -> tuple[Event, ...]:
    """A table for this person, at which the day's deal has begun: there is nothing to wait for, since no
    device adds to its chance. ``seed`` is that of the day."""
    deal = deal_of(game)
    players = game.players(deal.options)
    seats = tuple(
        SeatSetup("me") if seat == SEAT else SeatSetup("bot", deal.level) for seat in range(players)
    )
    made_event = TableMade(
        table=table,
        host=person.id,
        host_name=person.name,
        settings=check(TableSettings(encode(deal.options), seats)),
        seed=seed,
        kept_for=tuple(person.id if seat == SEAT else None for seat in range(players)),
        kept_names=tuple(person.name if seat == SEAT else None for seat in range(players)),
        of_day=of_day,
    )
    events = (made_event, SatDown(SEAT, person.id, person.name), Started(("",) * players, VERSION))
    state = made(made_event, 0)
    for event in events[1:]:
        state = evolve(state, event)
    return (*events, *(step.event for step in carry_on(state)))
