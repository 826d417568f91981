"""Rounds of team matches: the matches and their boards, and the points that follow from the games. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

from msgspec.structs import replace

from quincunx.club.tournament.state import Game, Tournament
from quincunx.club.tournament.teams.match import Board, Match, Team, boards_of
from quincunx.club.tournament.teams.pairing import circle_pairs, swiss_pairs
from quincunx.club.tournament.teams.standings import TeamStanding, team_standings


def playing_teams(tournament: Tournament) -> tuple[int, ...]:
    """The numbers of the teams of which at least one player still plays."""
    out = {each.number for each in tournament.players if each.is_out}
    return tuple(each.number for each in tournament.teams if not out.issuperset(each.players))


def next_matches(tournament: Tournament, number: int) -> tuple[Match, ...]:
    """The matches of the next round, or in a round robin of a later one. A team of which nobody plays any
    more is not paired."""
    lots = {each.number: _lot(tournament, each) for each in tournament.teams}
    playing = playing_teams(tournament)
    if tournament.settings.format == "team_swiss":
        pairs = swiss_pairs(playing, scored_matches(tournament), lots, number == tournament.rounds)
    else:
        order = sorted(lots, key=lots.__getitem__)
        pairs = circle_pairs([each if each in playing else None for each in order], number)
    return tuple(Match(number, home, away) for home, away in sorted(pairs, key=lambda pair: pair[1] is None))


def boards_in(tournament: Tournament, matches: Sequence[Match]) -> Iterator[Board]:
    """The boards of these matches, numbered through the round. A team with a bye does not play."""
    boards = tournament.settings.boards or 1
    for at, match in enumerate(matches):
        if match.away is not None:
            home, away = (_lineup(tournament, team, boards) for team in (match.home, match.away))
            for each in boards_of(home, away):
                yield Board(at * boards + each.board, each.first, each.second)


def scored_matches(tournament: Tournament) -> tuple[Match, ...]:
    """All matches, with the half points of those that are over."""
    return tuple(
        _scored(tournament, match, games)
        for number in range(1, tournament.round + 1)
        for match, games in matches_in(tournament, number)
    )


def matches_in(tournament: Tournament, number: int) -> tuple[tuple[Match, tuple[Game, ...]], ...]:
    """The matches of a round, each with its games."""
    boards = tournament.settings.boards or 1
    games: dict[int, list[Game]] = {}
    for game in tournament.in_round(number):
        games.setdefault((game.board - 1) // boards, []).append(game)
    matches = (each for each in tournament.matches if each.round == number)
    return tuple((match, tuple(games.get(at, ()))) for at, match in enumerate(matches))


def halves_of(tournament: Tournament, match: Match, games: Sequence[Game]) -> tuple[int, int]:
    """The half points of both teams in the games of their match so far."""
    home = next(each for each in tournament.teams if each.number == match.home)
    halves = [0, 0]
    for game in games:
        for player in game.players:
            halves[player not in home.players] += game.halves_of(player)
    return halves[0], halves[1]


def standings_of_teams(tournament: Tournament) -> tuple[TeamStanding, ...]:
    """The standings of the teams."""
    numbers = [each.number for each in tournament.teams]
    return team_standings(numbers, scored_matches(tournament), tournament.settings.boards or 1)


def _scored(tournament: Tournament, match: Match, games: Sequence[Game]) -> Match:
    is_over = match.away is not None and all(game.is_over for game in games)
    return replace(match, halves=halves_of(tournament, match, games)) if is_over else match


def _lineup(tournament: Tournament, number: int, boards: int) -> tuple[int | None, ...]:
    team = next(each for each in tournament.teams if each.number == number)
    return team.lineup(boards, {each.number for each in tournament.players if each.is_out})


def _lot(tournament: Tournament, team: Team) -> bytes:
    return sha256(f"quincunx team 1 {tournament.id} {team.number}".encode()).digest()
