"""Rows of ladders: their steps, and the vacations and blocks of their players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sqlalchemy as sa
from msgspec.structs import replace

from quincunx.adapters.store.accounts.safety import blocked_pairs_among
from quincunx.adapters.store.schema import (
    PEOPLE,
    TOURNAMENT_PLAYERS,
    TOURNAMENT_STEPS,
    TOURNAMENTS,
    VACATIONS,
)
from quincunx.club.tournament.ladder.steps import Step
from quincunx.club.tournament.ports import NewChallenge
from quincunx.club.tournament.state import Tournament
from quincunx.table.events import DailyPace
from quincunx.table.parts import Vacation


def with_ladder(connection: sa.Connection, tournament: Tournament) -> Tournament:
    """The tournament with everything of a ladder, if it is one."""
    if tournament.settings.format != "ladder":
        return tournament
    accounts = _accounts(connection, tournament)
    is_daily = isinstance(tournament.settings.pace, DailyPace)
    return replace(
        tournament,
        steps=_steps(connection, tournament.id),
        vacations=_vacations(connection, accounts) if is_daily else {},
        blocked=_blocked(connection, accounts),
    )


def keep_steps(connection: sa.Connection, before: Tournament, after: Tournament) -> None:
    """Insert the new steps; those before are never changed."""
    rows = [
        {
            "tournament": after.id,
            "number": each.number,
            "at": each.at,
            "kind": each.kind,
            "player": each.player,
            "other": each.other,
            "challenge": each.challenge,
        }
        for each in after.steps[len(before.steps) :]
    ]
    if rows:
        connection.execute(TOURNAMENT_STEPS.insert(), rows)


def new_challenges(connection: sa.Connection, after: int, limit: int) -> Sequence[NewChallenge]:
    """The challenges on running ladders that were made after ``after`` and have not been answered."""
    challenger, other = TOURNAMENT_PLAYERS.alias(), TOURNAMENT_PLAYERS.alias()
    own, account, later = PEOPLE.alias(), PEOPLE.alias(), TOURNAMENT_STEPS.alias()
    steps = TOURNAMENT_STEPS.c
    is_answered = sa.exists().where(later.c.tournament == steps.tournament, later.c.challenge == steps.number)
    name = sa.func.coalesce(account.c.name, own.c.name)
    query = (
        sa.select(
            steps.tournament, TOURNAMENTS.c.name, steps.number, name.label("challenger"), other.c.person
        )
        .join(TOURNAMENTS, TOURNAMENTS.c.id == steps.tournament)
        .join(
            challenger,
            sa.and_(challenger.c.tournament == steps.tournament, challenger.c.number == steps.player),
        )
        .join(other, sa.and_(other.c.tournament == steps.tournament, other.c.number == steps.other))
        .join(own, own.c.id == challenger.c.person)
        .join(account, account.c.id == own.c.became, isouter=True)
        .where(steps.kind == "challenge", steps.at > after, sa.not_(is_answered))
        .where(TOURNAMENTS.c.status == "playing", other.c.is_out.is_(False))
        .order_by(steps.at, steps.tournament, steps.number)
        .limit(limit)
    )
    return [
        NewChallenge(row.tournament, row.name, row.number, row.challenger, row.person)
        for row in connection.execute(query)
    ]


def _steps(connection: sa.Connection, id: str) -> tuple[Step, ...]:
    query = TOURNAMENT_STEPS.select().where(TOURNAMENT_STEPS.c.tournament == id)
    return tuple(
        Step(row.number, row.at, row.kind, row.player, row.other, row.challenge)
        for row in connection.execute(query.order_by(TOURNAMENT_STEPS.c.number))
    )


def _accounts(connection: sa.Connection, tournament: Tournament) -> dict[int, str]:
    """The account of each player, by number; a merged guest has that of the account."""
    numbers = {each.person: each.number for each in tournament.players}
    account = sa.func.coalesce(PEOPLE.c.became, PEOPLE.c.id).label("account")
    query = sa.select(PEOPLE.c.id, account).where(PEOPLE.c.id.in_(sorted(numbers)))
    return {numbers[row.id]: row.account for row in connection.execute(query)}


def _vacations(connection: sa.Connection, accounts: Mapping[int, str]) -> dict[int, tuple[Vacation, ...]]:
    query = VACATIONS.select().where(VACATIONS.c.person.in_(sorted(set(accounts.values()))))
    found: dict[str, tuple[Vacation, ...]] = {}
    for row in connection.execute(query.order_by(VACATIONS.c.since)):
        found[row.person] = (*found.get(row.person, ()), Vacation(row.since, row.until))
    return {number: found[account] for number, account in accounts.items() if account in found}


def _blocked(connection: sa.Connection, accounts: Mapping[int, str]) -> frozenset[tuple[int, int]]:
    pairs = blocked_pairs_among(connection, sorted(set(accounts.values())))
    if not pairs:
        return frozenset()
    return frozenset(
        (one, other)
        for one, first in accounts.items()
        for other, second in accounts.items()
        if one < other and (min(first, second), max(first, second)) in pairs
    )
