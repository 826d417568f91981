"""Chats of tournaments: a counter beside each tournament, and a row for each line and act.

A new row takes the next number, so of two nodes that add one at once one succeeds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from quincunx.adapters.store.accounts.authority import check
from quincunx.adapters.store.database import Database
from quincunx.adapters.store.schema import TOURNAMENT_ACTS, TOURNAMENT_LINES, TOURNAMENTS
from quincunx.adapters.store.tournament.rows import known_people
from quincunx.club.rows import Authority
from quincunx.club.tournament.talk.state import Act, Line, Talk


class TalkStore:
    """The part of :class:`quincunx.club.ports.Store` that the file's name says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def tournament_talk(self, tournament: str) -> Talk | None:
        return await self._database.snapshot(_talk, tournament)

    async def add_to_talk(
        self, tournament: str, added: Line | Act, kept: int, by: Authority | None = None
    ) -> bool:
        return await self._database.write(_add, tournament, added, kept, by)

    async def talk_versions(self, tournaments: Sequence[str]) -> Mapping[str, int]:
        return await self._database.read(_versions, tournaments)


def _talk(connection: sa.Connection, tournament: str) -> Talk | None:
    version = connection.scalar(sa.select(TOURNAMENTS.c.talk).where(TOURNAMENTS.c.id == tournament))
    if version is None:
        return None
    lines = TOURNAMENT_LINES.select().where(TOURNAMENT_LINES.c.tournament == tournament)
    acts = TOURNAMENT_ACTS.select().where(TOURNAMENT_ACTS.c.tournament == tournament)
    talk = Talk(
        version,
        tuple(
            Line(row.number, row.at, row.person, row.phrase, row.said)
            for row in connection.execute(lines.order_by(TOURNAMENT_LINES.c.number))
        ),
        tuple(
            Act(row.number, row.at, row.host, row.act, row.person, row.line)
            for row in connection.execute(acts.order_by(TOURNAMENT_ACTS.c.number))
        ),
    )
    people = {each.person for each in talk.lines} | {id for act in talk.acts for id in (act.by, act.person)}
    return Talk(talk.version, talk.lines, talk.acts, known_people(connection, people))


def _add(
    connection: sa.Connection, tournament: str, added: Line | Act, kept: int, by: Authority | None
) -> bool:
    check(connection, by)
    is_next = TOURNAMENTS.c.id == tournament, TOURNAMENTS.c.talk == added.number - 1
    if not connection.execute(TOURNAMENTS.update().where(*is_next).values(talk=added.number)).rowcount:
        return False
    values = {"tournament": tournament, "number": added.number, "at": added.at, "person": added.person}
    if isinstance(added, Act):
        act = {"host": added.by, "act": added.act, "line": added.line}
        connection.execute(TOURNAMENT_ACTS.insert(), {**values, **act})
        return True
    connection.execute(TOURNAMENT_LINES.insert(), {**values, "phrase": added.phrase, "said": added.text})
    lines = TOURNAMENT_LINES.c.tournament == tournament
    newest = sa.select(TOURNAMENT_LINES.c.number).where(lines)
    newest = newest.order_by(TOURNAMENT_LINES.c.number.desc()).limit(kept)
    displaced = lines, TOURNAMENT_LINES.c.number.not_in(newest)
    connection.execute(TOURNAMENT_LINES.delete().where(*displaced))
    return True


def _versions(connection: sa.Connection, tournaments: Sequence[str]) -> Mapping[str, int]:
    query = sa.select(TOURNAMENTS.c.id, TOURNAMENTS.c.talk).where(TOURNAMENTS.c.id.in_(tournaments))
    return {row.id: row.talk for row in connection.execute(query)}


# ---- in the transaction of a caller ------------------------------------------------------------------------


def forget_talk(connection: sa.Connection, people: Sequence[str]) -> None:
    """Delete what these people have said."""
    theirs = TOURNAMENT_LINES.c.person.in_(people)
    spoken = sa.select(TOURNAMENT_LINES.c.tournament).where(theirs)
    change = TOURNAMENTS.update().where(TOURNAMENTS.c.id.in_(spoken))
    connection.execute(change.values(talk=TOURNAMENTS.c.talk + 1))
    connection.execute(TOURNAMENT_LINES.delete().where(theirs))
