"""View of a tournament. Pure. Only the ids of people are secret and never shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quincunx.club.accounts.names import SOMEBODY
from quincunx.club.tournament.apart import breaches
from quincunx.club.tournament.attendance import NOT_MADE, Seatings
from quincunx.club.tournament.commands import may_join
from quincunx.club.tournament.ladder.order import Ladder
from quincunx.club.tournament.ladder.view import ladder_if_any, ladder_view, rivals
from quincunx.club.tournament.rules import AT_ONE_TABLE, sides_of
from quincunx.club.tournament.standings import standings
from quincunx.club.tournament.state import Game, Known, Ruling, Tournament
from quincunx.club.tournament.talk.rules import voice_of
from quincunx.club.tournament.teams import round as teams
from quincunx.club.tournament.wire import (
    TournamentApart,
    TournamentBreach,
    TournamentGame,
    TournamentHost,
    TournamentLine,
    TournamentMatch,
    TournamentRound,
    TournamentRuling,
    TournamentTeam,
    TournamentView,
    TournamentYou,
)
from quincunx.table.deadlines.gaps import moved_deadline
from quincunx.table.deadlines.outage import Outage
from quincunx.table.seats.person import handle_of

_NOBODY: Final = Known(SOMEBODY, is_gone=True)


def view(
    tournament: Tournament,
    people: tuple[str, ...],
    now: int,
    outages: Sequence[Outage] = (),
    seatings: Seatings | None = None,
) -> TournamentView:
    """The view for the person with these ids; without ids, a spectator's view. Deadlines are moved by the
    ``outages`` of the server. ``seatings`` are those of the current round."""
    return TournamentView(
        id=tournament.id,
        version=tournament.version,
        status=tournament.status,
        settings=tournament.settings,
        host=_host(tournament, tournament.host),
        cohosts=tuple(_host(tournament, each) for each in tournament.cohosts),
        made=tournament.made_at,
        round=tournament.round,
        rounds=tournament.rounds,
        now=now,
        next_at=tournament.next_at,
        current=round_view(tournament, tournament.round, outages, seatings),
        standings=_lines(tournament),
        teams=_teams(tournament),
        ladder=ladder_view(tournament, now, outages, seatings or {}),
        rulings=tuple(_ruling(tournament, each) for each in tournament.rulings),
        you=viewer_part(tournament, people, now, ladder_if_any(tournament) if people else None),
    )


def waiting_tables(tournament: Tournament) -> tuple[str, ...]:
    """The tables of the current round whose games have no result yet."""
    if tournament.status != "playing":
        return ()
    games = tournament.in_round(tournament.round)
    return tuple(game.table for game in games if game.table is not None and not game.is_over)


def round_view(
    tournament: Tournament,
    number: int,
    outages: Sequence[Outage] = (),
    seatings: Seatings | None = None,
) -> TournamentRound | None:
    """The view of one round; ``None`` if there is no round of that number yet. A ladder has no rounds."""
    games = () if tournament.settings.format == "ladder" else tournament.in_round(number)
    if not games:
        return None
    began = games[0].began
    until = moved_deadline(waits_until(tournament, began), began, outages)
    shown = tuple(_game(tournament, each, seatings or {}) for each in games)
    return TournamentRound(number, began, until, shown, _matches(tournament, number))


def waits_until(tournament: Tournament, began: int) -> int:
    """The time until which absent players are waited for, in a round that began at ``began``."""
    return began + tournament.settings.wait * 1000


def _game(tournament: Tournament, game: Game, seatings: Seatings) -> TournamentGame:
    points = tuple(game.halves_of(player) / 2 for player in game.players)
    left = () if game.counted is None else game.counted.left
    seating = NOT_MADE if game.is_over else seatings.get(game.table or "", NOT_MADE)
    return TournamentGame(
        board=game.board,
        players=game.players,
        table=game.table,
        points=points if game.is_over else None,
        left=left,
        is_ruled=game.ruled is not None,
        sides=_sides(tournament, game),
        has_begun=seating.has_begun,
        seats=seating.seats,
    )


def _sides(tournament: Tournament, game: Game) -> tuple[int, ...]:
    """The side of each player, if some are partners."""
    count = len(game.players)
    if count <= AT_ONE_TABLE:
        return ()
    sides = sides_of(tournament.settings, count)
    return sides if len(set(sides)) < count else ()


def _matches(tournament: Tournament, number: int) -> tuple[TournamentMatch, ...]:
    return tuple(
        TournamentMatch((match.home,), (), ())
        if match.away is None
        else TournamentMatch(
            match.teams,
            tuple(game.board for game in games),
            tuple(half / 2 for half in teams.halves_of(tournament, match, games)),
        )
        for match, games in teams.matches_in(tournament, number)
    )


def _teams(tournament: Tournament) -> tuple[TournamentTeam, ...]:
    known = {each.number: each for each in tournament.teams}
    return tuple(
        TournamentTeam(
            place=each.place,
            team=each.team,
            name=known[each.team].name,
            players=known[each.team].players,
            points=each.points,
            board_points=each.halves / 2,
            wins=each.wins,
            matches=each.matches,
        )
        for each in teams.standings_of_teams(tournament)
    )


def _host(tournament: Tournament, person: str) -> TournamentHost:
    known = tournament.people.get(person, _NOBODY)
    return TournamentHost(known.name, _handle(person, known))


def _ruling(tournament: Tournament, ruling: Ruling) -> TournamentRuling:
    game = next(each for each in tournament.in_round(ruling.round) if each.board == ruling.board)
    return TournamentRuling(
        number=ruling.number,
        at=ruling.at,
        by=_host(tournament, ruling.person),
        round=ruling.round,
        board=ruling.board,
        players=game.players,
        before=_points(ruling.before),
        after=_points(ruling.after),
    )


def _points(halves: tuple[int, ...] | None) -> tuple[float, ...] | None:
    return None if halves is None else tuple(each / 2 for each in halves)


def _handle(person: str, known: Known) -> str | None:
    return None if known.is_gone else handle_of(person)


def _lines(tournament: Tournament) -> tuple[TournamentLine, ...]:
    players = {each.number: each for each in tournament.players}
    found: list[TournamentLine] = []
    for each in standings(tournament):
        player = players[each.player]
        known = tournament.people.get(player.person, _NOBODY)
        found.append(
            TournamentLine(
                place=each.place,
                player=each.player,
                name=known.name,
                handle=_handle(player.person, known),
                is_account=known.is_account,
                points=each.halves / 2,
                buchholz=float(each.buchholz / 2),
                wins=each.wins,
                games=each.games,
                is_out=player.is_out,
            )
        )
    return tuple(found)


def viewer_part(
    tournament: Tournament, people: tuple[str, ...], now: int, ladder: Ladder | None = None
) -> TournamentYou:
    """The viewer's own part in the tournament. ``ladder`` is the state of a running ladder, computed once for
    all viewers."""
    if not people:
        return TournamentYou()
    known = tournament.player_of(people)
    is_host = tournament.is_hosted_by(people)
    number = None if known is None or known not in tournament.listed_players else known.number
    tables = (
        game.table
        for game in tournament.in_round(tournament.round)
        if number in game.players and not game.is_over
    )
    return TournamentYou(
        is_host=is_host,
        is_owner=tournament.is_owned_by(people),
        player=number,
        table=next(tables, None),
        may_join=may_join(tournament, people, now),
        rivals=rivals(tournament, ladder, number, now),
        voice=voice_of(tournament, people),
        apart=tuple(TournamentApart(each.players) for each in tournament.apart) if is_host else (),
        breaches=_breaches(tournament) if is_host else (),
    )


def _breaches(tournament: Tournament) -> tuple[TournamentBreach, ...]:
    return tuple(TournamentBreach(each.round, each.board, each.players) for each in breaches(tournament))
