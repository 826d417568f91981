"""Tables of the daily challenge: everyone who plays on a day gets the same chance. Pure.

The seed is that of the day, and it is secret until the day is over. Until then such a table reveals nothing
that would tell another player what is to come, and it has no spectators. When the day opens
(:func:`opens_at`), four things become public for all its tables: the seed, the information hidden at the end
of the game, the replay and the record.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

from quincunx.core.day import SEAT, VERSION, AnyDayDeal
from quincunx.core.game import AnyGame, encode
from quincunx.core.reason import refused
from quincunx.table.chance.answers import carry_on
from quincunx.table.deadlines.gaps import Gap, moved_deadline
from quincunx.table.events import Event, OfDay, SatDown, SeatSetup, Started, TableMade, TableSettings
from quincunx.table.seats.person import Person
from quincunx.table.seats.setup import check
from quincunx.table.state import TableState, evolve, initial_state

DAY_MILLISECONDS: Final = 24 * 3600 * 1000
GRACE_MILLISECONDS: Final = 3600 * 1000
"""Time after the day's end in which a game that began late in the day may be finished."""
ALWAYS: Final = 1 << 62
"""A time after the end of every day, for system tasks that show nothing to people early."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def day_at(now: int) -> int:
    """The day (UTC) of a time in milliseconds since 1970."""
    return now // DAY_MILLISECONDS


def begins_at(day: int) -> int:
    """The time from which the day's deal can be played, in milliseconds since 1970."""
    return day * DAY_MILLISECONDS


def ends_at(day: int) -> int:
    """The time until which the day's deal can be started, in milliseconds since 1970."""
    return (day + 1) * DAY_MILLISECONDS


def opens_at(day: int, gaps: Iterable[Gap] = ()) -> int:
    """The time by which a game must have ended to count, and from which everything about the day is public.

    In milliseconds since 1970. It moves by the ``gaps`` after the day's end, during which no node ran.
    """
    return moved_deadline(ends_at(day) + GRACE_MILLISECONDS, ends_at(day), gaps)


def date_of(day: int) -> str:
    """The ISO date of a day, as people and the protocol write it: ``2026-11-22``."""
    return (_EPOCH + timedelta(days=day)).date().isoformat()


def day_of(date: str) -> int | None:
    """The inverse of :func:`date_of`; ``None`` for any other text."""
    try:
        day = (datetime.strptime(date, "%Y-%m-%d").replace(tzinfo=UTC) - _EPOCH).days
    except ValueError:
        return None
    return day if day >= 0 and date_of(day) == date else None


def is_closed(state: TableState, now: int) -> bool:
    """True for a table of a day that is not over. Only its player may see it, and not even they may see the
    hidden information."""
    return state.of_day is not None and now < opens_at(state.of_day.day, state.interruptions)


def check_open(state: TableState, now: int) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` while the game may not be shown open."""
    if is_closed(state, now):
        raise refused("conflict", "day-not-over", "This can be seen when the day’s deal is over.")


def deal_of(game: AnyGame) -> AnyDayDeal:
    """The game's daily challenge. Raises :class:`~quincunx.core.reason.Refusal` if it has none."""
    if game.day is None:
        raise refused("unknown", "no-day-deal", "This game has no daily challenge.")
    return game.day


def create_day_table(
    table: str, person: Person, game: AnyGame, of_day: OfDay, seed: str
) -> tuple[Event, ...]:
    """Create a table for this person and start the day's deal at once: no device adds to its chance, so there
    is nothing to wait for. ``seed`` is that of the day."""
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
    started = Started(("",) * players, VERSION)
    state = evolve(initial_state(made_event, 0), started)
    answers = (step.event for step in carry_on(state))
    return (made_event, SatDown(SEAT, person.id, person.name), started, *answers)
