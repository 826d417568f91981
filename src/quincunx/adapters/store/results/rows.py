"""Conversion of results from rows and to rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from quincunx.adapters.store.schema import GAMES, PEOPLE, SEATS
from quincunx.club.accounts.names import SOMEBODY
from quincunx.club.results.ratings import Rating
from quincunx.club.results.results import Result, SeatResult

FACTS: Final = msgspec.json.Decoder(dict[str, int])


def results(connection: sa.Connection, tables: Sequence[str]) -> dict[str, Result]:
    """These games as they were counted."""
    if not tables:
        return {}
    seats: dict[str, list[SeatResult]] = {table: [] for table in tables}
    query = (
        sa.select(*SEATS.c, PEOPLE.c.deleted_at)
        .join(PEOPLE, PEOPLE.c.id == SEATS.c.person, isouter=True)
        .where(SEATS.c.tab.in_(tables))
        .order_by(SEATS.c.tab, SEATS.c.seat)
    )
    for row in connection.execute(query):
        seats[row.tab].append(_seat(row._mapping))
    games = connection.execute(GAMES.select().where(GAMES.c.tab.in_(tables)))
    return {row.tab: _result(row._mapping, seats[row.tab]) for row in games}


def _result(row: Mapping[Any, Any], seats: list[SeatResult]) -> Result:
    return Result(
        table=row["tab"],
        game=row["game"],
        kind=row["kind"],
        options=msgspec.Raw(row["options"].encode()),
        is_rated=row["is_rated"],
        started_at=row["started_at"],
        ended_at=row["ended_at"],
        termination=row["termination"],
        is_watchable=row["is_watchable"],
        seats=tuple(seats),
    )


def _seat(row: Mapping[Any, Any]) -> SeatResult:
    rating = None if row["mu"] is None else Rating(row["mu"], row["sigma"])
    before = None if row["mu_before"] is None else Rating(row["mu_before"], row["sigma_before"])
    return SeatResult(
        seat=row["seat"],
        side=row["side"],
        person=row["person"],
        name=row["name"] if row["deleted_at"] is None else SOMEBODY,
        is_gone=row["deleted_at"] is not None,
        level=row["level"],
        ending=row["ending"],
        bot_moves=row["bot_moves"],
        facts=FACTS.decode(row["facts"]),
        network=row["network"] or "",
        change=None if rating is None or before is None else rating.points - before.points,
    )


def game_values(result: Result) -> dict[str, Any]:
    """A row of the games."""
    return {
        "tab": result.table,
        "game": result.game,
        "kind": result.kind,
        "options": bytes(result.options).decode(),
        "is_rated": result.is_rated,
        "started_at": result.started_at,
        "ended_at": result.ended_at,
        "termination": result.termination,
        "is_watchable": result.is_watchable,
    }


def seat_values(result: Result, seat: SeatResult) -> dict[str, Any]:
    """A row of the seats, before it is rated."""
    return {
        "tab": result.table,
        "seat": seat.seat,
        "side": seat.side,
        "person": seat.person,
        "name": seat.name,
        "level": seat.level,
        "ending": seat.ending,
        "bot_moves": seat.bot_moves,
        "network": seat.network or None,
        "facts": msgspec.json.encode(seat.facts, order="sorted").decode(),
        "ended_at": result.ended_at,
    }
