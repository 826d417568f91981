"""Rows of tournaments: read whole, and written where they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from quincunx.adapters.store.results.rows import FACTS
from quincunx.adapters.store.schema import (
    PEOPLE,
    SEATS,
    TOURNAMENT_APART,
    TOURNAMENT_GAMES,
    TOURNAMENT_HOSTS,
    TOURNAMENT_MATCHES,
    TOURNAMENT_PLAYERS,
    TOURNAMENT_RULINGS,
    TOURNAMENT_TEAMS,
    TOURNAMENTS,
)
from quincunx.adapters.store.tournament.ladder import with_ladder
from quincunx.club.tournament import stored
from quincunx.club.tournament.ports import NewerTournament
from quincunx.club.tournament.rules import has_large_tables, rank_fact_of
from quincunx.club.tournament.scores import SeatEnd, bye_of, score_of, table_score
from quincunx.club.tournament.state import Apart, Game, Known, Player, Ruling, Tournament
from quincunx.club.tournament.teams.match import Match, Team

_NUMBERS: Final = msgspec.json.Decoder(tuple[int, ...])
_SEATS: Final = ("first", "second", "third", "fourth")


def whole_tournament(connection: sa.Connection, id: str) -> Tournament | None:
    """Return a tournament with its people and the results of its games; ``None`` if there is none."""
    row = connection.execute(TOURNAMENTS.select().where(TOURNAMENTS.c.id == id)).first()
    if row is None:
        return None
    players = TOURNAMENT_PLAYERS.select().where(TOURNAMENT_PLAYERS.c.tournament == id)
    games = TOURNAMENT_GAMES.select().where(TOURNAMENT_GAMES.c.tournament == id)
    tournament = _tournament(row._mapping)
    bye = bye_of(tournament.settings.format)
    tournament = replace(
        tournament,
        players=tuple(
            _player(each._mapping)
            for each in connection.execute(players.order_by(TOURNAMENT_PLAYERS.c.number))
        ),
        games=tuple(
            _game(each._mapping, bye)
            for each in connection.execute(games.order_by(TOURNAMENT_GAMES.c.round, TOURNAMENT_GAMES.c.board))
        ),
    )
    tournament = replace(
        tournament,
        cohosts=_cohosts(connection, id),
        rulings=_rulings(connection, id),
        apart=_apart(connection, id),
        teams=_teams(connection, id),
        matches=_matches(connection, id),
    )
    ids = {tournament.host, *tournament.cohosts}
    ids |= {each.person for each in tournament.players} | {each.person for each in tournament.rulings}
    tournament = replace(
        tournament, people=known_people(connection, ids), games=_scored(connection, tournament)
    )
    return with_ladder(connection, tournament)


def _cohosts(connection: sa.Connection, id: str) -> tuple[str, ...]:
    query = sa.select(TOURNAMENT_HOSTS.c.person).where(TOURNAMENT_HOSTS.c.tournament == id)
    return tuple(connection.scalars(query.order_by(TOURNAMENT_HOSTS.c.number)))


def _rulings(connection: sa.Connection, id: str) -> tuple[Ruling, ...]:
    query = TOURNAMENT_RULINGS.select().where(TOURNAMENT_RULINGS.c.tournament == id)
    return tuple(
        Ruling(
            number=row.number,
            at=row.at,
            person=row.person,
            round=row.round,
            board=row.board,
            before=_known(row, "before"),
            after=_known(row, "after"),
        )
        for row in connection.execute(query.order_by(TOURNAMENT_RULINGS.c.number))
    )


def _known(row: Any, when: str) -> tuple[int, ...] | None:
    """The half points of a ruling, as far as there are seats; ``None`` if there are none."""
    halves = (row._mapping[f"{when}_{seat}"] for seat in _SEATS)
    return tuple(each for each in halves if each is not None) or None


def _apart(connection: sa.Connection, id: str) -> tuple[Apart, ...]:
    query = TOURNAMENT_APART.select().where(TOURNAMENT_APART.c.tournament == id)
    query = query.order_by(TOURNAMENT_APART.c.number, TOURNAMENT_APART.c.player)
    groups = groupby(connection.execute(query), key=lambda row: (row.number, row.since))
    return tuple(Apart(tuple(row.player for row in rows), since) for (_, since), rows in groups)


def _teams(connection: sa.Connection, id: str) -> tuple[Team, ...]:
    query = TOURNAMENT_TEAMS.select().where(TOURNAMENT_TEAMS.c.tournament == id)
    return tuple(
        Team(row.number, row.name, _NUMBERS.decode(row.players))
        for row in connection.execute(query.order_by(TOURNAMENT_TEAMS.c.number))
    )


def _matches(connection: sa.Connection, id: str) -> tuple[Match, ...]:
    query = TOURNAMENT_MATCHES.select().where(TOURNAMENT_MATCHES.c.tournament == id)
    query = query.order_by(TOURNAMENT_MATCHES.c.round, TOURNAMENT_MATCHES.c.number)
    return tuple(Match(row.round, row.home, row.away) for row in connection.execute(query))


def keep_settings(connection: sa.Connection, tournament: Tournament) -> None:
    """Store a tournament's settings; what a later version has added to them stays."""
    kept = sa.select(TOURNAMENTS.c.settings).where(TOURNAMENTS.c.id == tournament.id)
    values = {"settings": stored.written(tournament.settings, connection.execute(kept).scalar_one())}
    connection.execute(TOURNAMENTS.update().where(TOURNAMENTS.c.id == tournament.id).values(**values))


def keep_players(connection: sa.Connection, before: Tournament, after: Tournament) -> None:
    """Insert, update and delete the rows of players that differ."""
    known = {each.number: each for each in before.players}
    present = {each.number for each in after.players}
    for number in known.keys() - present:
        gone = TOURNAMENT_PLAYERS.c.tournament == after.id, TOURNAMENT_PLAYERS.c.number == number
        connection.execute(TOURNAMENT_PLAYERS.delete().where(*gone))
    for each in after.players:
        values = {"since": each.since, "is_out": each.is_out, "is_removed": each.is_removed}
        if each.number not in known:
            names = {"tournament": after.id, "number": each.number, "person": each.person}
            connection.execute(TOURNAMENT_PLAYERS.insert(), {**names, **values})
        elif each != known[each.number]:
            is_it = TOURNAMENT_PLAYERS.c.tournament == after.id, TOURNAMENT_PLAYERS.c.number == each.number
            connection.execute(TOURNAMENT_PLAYERS.update().where(*is_it).values(**values))


def keep_games(connection: sa.Connection, before: Tournament, after: Tournament) -> None:
    """Insert new games, and mark those whose table was created."""
    known = {(each.round, each.board): each for each in before.games}
    new = [_game_values(after.id, each) for each in after.games if (each.round, each.board) not in known]
    if new:
        connection.execute(TOURNAMENT_GAMES.insert(), new)
    made = [
        each.table
        for each in after.games
        if each.is_made and (each.round, each.board) in known and not known[each.round, each.board].is_made
    ]
    if made:
        are_made = TOURNAMENT_GAMES.c.tab.in_(made)
        connection.execute(TOURNAMENT_GAMES.update().where(are_made).values(is_made=True))


def keep_cohosts(connection: sa.Connection, before: Tournament, after: Tournament) -> None:
    """Store the co-hosts, in their order, if they differ."""
    if after.cohosts == before.cohosts:
        return
    connection.execute(TOURNAMENT_HOSTS.delete().where(TOURNAMENT_HOSTS.c.tournament == after.id))
    rows = [
        {"tournament": after.id, "person": person, "number": number}
        for number, person in enumerate(after.cohosts, 1)
    ]
    if rows:
        connection.execute(TOURNAMENT_HOSTS.insert(), rows)


def keep_apart(connection: sa.Connection, before: Tournament, after: Tournament) -> None:
    """Store the groups of players who are kept apart, if they differ."""
    if after.apart == before.apart:
        return
    connection.execute(TOURNAMENT_APART.delete().where(TOURNAMENT_APART.c.tournament == after.id))
    rows = [
        {"tournament": after.id, "number": number, "player": player, "since": group.since}
        for number, group in enumerate(after.apart, 1)
        for player in group.players
    ]
    if rows:
        connection.execute(TOURNAMENT_APART.insert(), rows)


def keep_teams(connection: sa.Connection, before: Tournament, after: Tournament) -> None:
    """Store the teams, if they differ, and the new matches."""
    if after.teams != before.teams:
        connection.execute(TOURNAMENT_TEAMS.delete().where(TOURNAMENT_TEAMS.c.tournament == after.id))
        rows = [
            {
                "tournament": after.id,
                "number": each.number,
                "name": each.name,
                "players": msgspec.json.encode(each.players).decode(),
            }
            for each in after.teams
        ]
        if rows:
            connection.execute(TOURNAMENT_TEAMS.insert(), rows)
    places: Counter[int] = Counter(each.round for each in before.matches)
    for match in after.matches[len(before.matches) :]:
        places[match.round] += 1
        values = {"round": match.round, "number": places[match.round], "home": match.home, "away": match.away}
        connection.execute(TOURNAMENT_MATCHES.insert(), {"tournament": after.id, **values})


def keep_rulings(connection: sa.Connection, before: Tournament, after: Tournament) -> None:
    """Insert the new rulings; those before are never changed."""
    for ruling in after.rulings[len(before.rulings) :]:
        values: dict[str, Any] = {
            "tournament": after.id,
            "number": ruling.number,
            "at": ruling.at,
            "person": ruling.person,
            "round": ruling.round,
            "board": ruling.board,
        }
        for when, halves in (("before", ruling.before), ("after", ruling.after)):
            values |= dict(zip((f"{when}_{seat}" for seat in _SEATS), halves or (), strict=False))
        connection.execute(TOURNAMENT_RULINGS.insert(), values)


def known_people(connection: sa.Connection, ids: Iterable[str]) -> dict[str, Known]:
    """The current data of these people, by id; a merged guest has those of the account."""
    account = PEOPLE.alias("account")
    query = (
        sa.select(
            PEOPLE.c.id,
            sa.func.coalesce(account.c.name, PEOPLE.c.name).label("name"),
            sa.func.coalesce(account.c.name_key, PEOPLE.c.name_key).label("name_key"),
            sa.func.coalesce(account.c.deleted_at, PEOPLE.c.deleted_at).label("deleted_at"),
            sa.func.coalesce(account.c.banned_at, PEOPLE.c.banned_at).label("banned_at"),
        )
        .join(account, account.c.id == PEOPLE.c.became, isouter=True)
        .where(PEOPLE.c.id.in_(sorted(ids)))
    )
    return {
        row.id: Known(
            row.name, row.name_key is not None, row.deleted_at is not None, row.banned_at is not None
        )
        for row in connection.execute(query)
    }


def _scored(connection: sa.Connection, tournament: Tournament) -> tuple[Game, ...]:
    """The games, with what has been counted of them, and what hosts have set."""
    ruled = {(each.round, each.board): each.after for each in tournament.rulings}
    query = (
        sa.select(SEATS.c.tab, SEATS.c.ending, SEATS.c.side, SEATS.c.facts, SEATS.c.ended_at)
        .join(TOURNAMENT_GAMES, TOURNAMENT_GAMES.c.tab == SEATS.c.tab)
        .where(TOURNAMENT_GAMES.c.tournament == tournament.id)
        .order_by(SEATS.c.tab, SEATS.c.seat)
    )
    fact = rank_fact_of(tournament.settings)
    ends: dict[str, list[SeatEnd]] = {}
    times: dict[str, int] = {}
    for row in connection.execute(query):
        number = FACTS.decode(row.facts).get(fact or "", 0)
        ends.setdefault(row.tab, []).append(SeatEnd(row.ending, row.side, number))
        times[row.tab] = row.ended_at
    is_large = has_large_tables(tournament.settings)
    scores = {
        table: table_score(each) if is_large else score_of([seat.ending for seat in each])
        for table, each in ends.items()
    }
    return tuple(
        replace(
            game,
            score=scores.get(game.table or ""),
            ended_at=times.get(game.table or ""),
            ruled=ruled.get((game.round, game.board)),
        )
        for game in tournament.games
    )


def row_values(tournament: Tournament) -> dict[str, Any]:
    """All but the key and the settings, of which another version may know more."""
    return {
        "version": tournament.version,
        "person": tournament.host,
        "name": tournament.settings.name,
        "status": tournament.status,
        "round": tournament.round,
        "rounds": tournament.rounds,
        "made_at": tournament.made_at,
        "changed_at": tournament.changed_at,
        "next_at": tournament.next_at,
        "due": tournament.due,
        "listed": tournament.settings.listed,
    }


def _game_values(tournament: str, game: Game) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "round": game.round,
        "board": game.board,
        "first": game.first,
        "second": game.second,
        "third": game.others[0] if game.others else None,
        "fourth": game.others[1] if len(game.others) > 1 else None,
        "tab": game.table,
        "began": game.began,
        "is_made": game.is_made,
    }


def _tournament(row: Mapping[Any, Any]) -> Tournament:
    settings = stored.read(row["settings"], row["name"])
    if settings is None or row["status"] not in stored.STATUSES:
        raise NewerTournament(row["id"])
    return Tournament(
        id=row["id"],
        version=row["version"],
        host=row["person"],
        settings=settings,
        made_at=row["made_at"],
        changed_at=row["changed_at"],
        status=row["status"],
        round=row["round"],
        rounds=row["rounds"],
        next_at=row["next_at"],
        due=row["due"],
    )


def _player(row: Mapping[Any, Any]) -> Player:
    return Player(row["number"], row["person"], row["since"], row["is_out"], row["is_removed"])


def _game(row: Mapping[Any, Any], bye: int) -> Game:
    return Game(
        round=row["round"],
        board=row["board"],
        first=row["first"],
        second=row["second"],
        table=row["tab"],
        began=row["began"],
        is_made=row["is_made"],
        others=tuple(each for each in (row["third"], row["fourth"]) if each is not None),
        bye=bye,
    )
