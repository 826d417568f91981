"""Team matches: line-ups, points, pairings and standings."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.club.tournament.pairing import swiss
from quincunx.club.tournament.pairing.entrant import Entrant, Float
from quincunx.club.tournament.teams.match import Board, Match, Team, boards_of
from quincunx.club.tournament.teams.pairing import circle_pairs, swiss_pairs
from quincunx.club.tournament.teams.round import scored_matches
from quincunx.club.tournament.teams.standings import team_standings
from quincunx.club.tournament.view import view
from quincunx.club.tournament.wire import (
    DisbandTeam,
    JoinTournament,
    KeepApart,
    LeaveTournament,
    RemovePlayer,
    SetTeam,
    StartTournament,
    TournamentMatch,
)
from quincunx.core.reason import Refusal
from tests.club.tournament.support import DREW, LOST, WON, Club
from tests.examples import mostly_nightly

REDS = Team(1, "Reds", (11, 12, 13, 14))


def test_substitutes_move_up_and_the_last_boards_stay_empty() -> None:
    assert REDS.captain == 11
    assert REDS.lineup(3, ()) == (11, 12, 13)
    assert REDS.lineup(3, {12}) == (11, 13, 14)
    assert REDS.lineup(3, {12, 14}) == (11, 13, None)
    assert REDS.lineup(2, {11, 12, 13, 14}) == (None, None)


def test_the_home_team_starts_at_odd_boards_and_a_single_player_wins_without_a_game() -> None:
    assert boards_of((1, 2, 3), (4, 5, None)) == (Board(1, 1, 4), Board(2, 5, 2), Board(3, 3, None))
    assert boards_of((1, None), (None, None)) == (Board(1, 1, None),)


@pytest.mark.parametrize(
    ("halves", "points"),
    [((5, 3), (2, 0)), ((4, 4), (1, 1)), ((1, 7), (0, 2)), ((0, 0), (0, 0)), (None, (0, 0))],
)
def test_match_points(halves: tuple[int, int] | None, points: tuple[int, int]) -> None:
    match = Match(1, 7, 8, halves)
    assert (match.points_of(7), match.points_of(8)) == points


def test_a_bye_is_worth_a_drawn_match() -> None:
    bye = Match(1, 7, None)
    assert (bye.points_of(7), bye.halves_of(7, 4)) == (1, 4)


def test_board_points_decide_between_equals_and_then_their_match() -> None:
    matches = [
        Match(1, 1, 2, (3, 1)),
        Match(1, 3, 4, (4, 0)),
        Match(2, 1, 4, (2, 2)),
        Match(2, 3, 2, (1, 3)),
        Match(3, 4, 2, (2, 2)),
        Match(3, 1, 3, (2, 2)),
    ]
    found = team_standings((1, 2, 3, 4), matches, 2)
    assert [(each.place, each.team, each.points, each.halves) for each in found] == [
        (1, 1, 4, 7),
        (2, 3, 3, 7),
        (3, 2, 3, 6),
        (4, 4, 2, 4),
    ]
    even = [Match(1, 1, 2, (3, 1)), Match(2, 3, 1, (3, 1)), Match(2, 2, 4, (3, 1)), Match(1, 3, 4, (0, 4))]
    assert [each.team for each in team_standings((1, 2, 3, 4), even, 2)][:1] == [4]


def reckoned(teams: range, matches: list[Match], boards: int) -> dict[int, int]:
    """The places, worked out in another way, by the text of the rules."""
    points, board_points = dict.fromkeys(teams, 0), dict.fromkeys(teams, Fraction(0))
    for match in matches:
        if match.away is None:
            points[match.home] += 1
            board_points[match.home] += Fraction(boards, 2)
        elif match.halves is not None:
            for team, own, other in ((match.home, *match.halves), (match.away, *match.halves[::-1])):
                board_points[team] += Fraction(own, 2)
                points[team] += 2 if own > other else int(own == other > 0)
    keys: dict[int, tuple[Fraction, ...]] = {}
    for team in teams:
        tied = [
            each for each in teams if (points[each], board_points[each]) == (points[team], board_points[team])
        ]
        between = [each for each in matches if each.halves is not None and set(each.teams) <= set(tied)]
        met = {frozenset(each.teams) for each in between}
        is_whole = all(frozenset(pair) in met for pair in combinations(tied, 2))
        own = sum(each.points_of(team) for each in between if team in each.teams) if is_whole else 0
        keys[team] = Fraction(points[team]), board_points[team], Fraction(own)
    return {team: 1 + sum(keys[other] > keys[team] for other in teams) for team in teams}


def entrants(teams: range, matches: list[Match], lots: dict[int, bytes]) -> list[Entrant]:
    """The teams before the next round, from nothing but the matches before it."""
    points = dict.fromkeys(teams, 0)
    floats: dict[int, list[Float | None]] = {team: [None, None] for team in teams}
    for number in sorted({match.round for match in matches}):
        before = dict(points)
        for match in (each for each in matches if each.round == number):
            for team in match.teams:
                points[team] += match.points_of(team)
                ahead = 1 if match.away is None else before[team] - before[match.home + match.away - team]
                floats[team].append("down" if ahead > 0 else "up" if ahead < 0 else None)
    own = {team: [match for match in matches if team in match.teams] for team in teams}
    return [
        Entrant(
            number=team,
            halves=points[team],
            lot=lots[team],
            met=tuple(each for match in own[team] for each in match.teams if each != team),
            starts=tuple(match.home == team for match in own[team] if match.away is not None),
            byes=sum(match.away is None for match in own[team]),
            floats=(floats[team][-1], floats[team][-2]),
            place=sorted(lots.values()).index(lots[team]) + 1,
        )
        for team in teams
    ]


@settings(max_examples=settings().max_examples // 3)  # of whole tournaments
@given(st.integers(3, 12), st.booleans(), st.integers(0, 10**6))
def test_teams_meet_once_and_places_are_what_a_second_reckoning_finds(
    count: int, is_swiss: bool, seed: int
) -> None:
    random = Random(seed)
    boards = random.randint(2, 5)
    teams = range(1, count + 1)
    lots = {team: random.randbytes(8) for team in teams}
    order = sorted(teams, key=lots.__getitem__)
    matches: list[Match] = []
    rounds = (count + 1) // 2 if is_swiss else count - 1 + count % 2
    for number in range(1, rounds + 1):
        pairs = (
            swiss_pairs(teams, matches, lots, number == rounds) if is_swiss else circle_pairs(order, number)
        )
        seated = [each for pair in pairs for each in pair if each is not None]
        assert sorted(seated) == list(teams)
        if is_swiss:
            assert pairs == swiss.pair(entrants(teams, matches, lots), number - 1, number == rounds)
        for home, away in pairs:
            one = random.randint(0, 2 * boards)
            matches.append(Match(number, home, away, None if away is None else (one, 2 * boards - one)))
        found = team_standings(teams, matches, boards)
        assert {each.team: each.place for each in found} == reckoned(teams, matches, boards)
    met = Counter(frozenset(each.teams) for each in matches if each.away is not None)
    assert set(met.values()) == {1}
    byes = Counter(each.home for each in matches if each.away is None)
    assert max(byes.values(), default=0) <= 1


def test_the_opponent_of_a_team_that_has_withdrawn_has_a_bye() -> None:
    whole = {pair for number in (1, 2, 3) for pair in circle_pairs((1, 2, 3, 4), number)}
    assert len(whole) == 6
    left = [circle_pairs((1, 2, None, 4), number) for number in (1, 2, 3)]
    assert all(sum(away is None for _, away in pairs) == 1 for pairs in left)


# ---- a whole tournament ----------------------------------------------------------------------------------


def club_of(teams: int, boards: int = 2, format: str = "team_swiss", **settings: Any) -> Club:
    """Teams of as many players as there are boards, and one more."""
    club = Club(teams * (boards + 1), format=format, boards=boards, pause=0, **settings)
    for at in range(teams):
        players = tuple(range(at * (boards + 1) + 1, (at + 1) * (boards + 1) + 1))
        club.do(SetTeam(f"Team {at + 1}", players))
    return club


def refused(club: Club, command: Any, *people: str) -> str:
    with pytest.raises(Refusal) as caught:
        club.do(command, *people)
    return caught.value.reason.code


@settings(max_examples=settings().max_examples // 3)
@given(st.sampled_from(["team_swiss", "team_round_robin"]), st.integers(2, 7), st.integers(0, 10**6))
def test_a_tournament_of_teams_is_never_stranded(format: str, teams: int, seed: int) -> None:
    random = Random(seed)
    boards = random.randint(2, 4)
    club = club_of(teams, boards, format, id=f"t{seed}")
    club.start()
    while club.tournament.status == "playing":
        of_round = [each for each in club.tournament.matches if each.round == club.tournament.round]
        met = [team for match in of_round for team in match.teams]
        assert len(met) == len(set(met))
        seated = [each for game in club.tournament.in_round(club.tournament.round) for each in game.players]
        assert len(seated) == len(set(seated))
        if random.random() < 0.5:
            club.do(LeaveTournament(), f"p{random.randint(1, teams * (boards + 1))}")
        club.play_round(lambda game: random.choice([WON, LOST, DREW]))
        shown = view(club.tournament, (), 0)
        scored = scored_matches(club.tournament)
        expected = reckoned(range(1, teams + 1), list(scored), boards)
        assert {each.team: each.place for each in shown.teams} == expected
    points = sum(game.halves_of(player) for game in club.tournament.games for player in game.players)
    byes = sum(each.away is None for each in club.tournament.matches)
    shown = view(club.tournament, (), 0)
    assert sum(each.board_points for each in shown.teams) == Fraction(points + byes * boards, 2)
    assert club.tournament.due is None


def test_two_teams_that_are_left_in_a_round_robin_meet_even_after_a_round_of_byes() -> None:
    for stay in combinations(range(1, 6), 2):
        club = club_of(5, format="team_round_robin")
        club.start()
        for team in {*range(1, 6)} - {*stay}:
            for player in club.tournament.teams[team - 1].players:
                club.do(LeaveTournament(), f"p{player}")
        while club.tournament.status != "ended":
            club.play_round(lambda game: WON)
            assert view(club.tournament, (), 0).teams
        met = [each for each in club.tournament.matches if {*each.teams} == {*stay}]
        assert len(met) == 1, stay


def test_a_round_robin_ends_when_the_teams_that_are_left_have_met() -> None:
    club = club_of(3, format="team_round_robin")
    club.start()
    (out,) = (match.home for match in club.tournament.matches if match.away is None)
    for player in club.tournament.teams[out - 1].players:
        club.do(LeaveTournament(), f"p{player}")
    ended = club.play_round(lambda game: WON)
    assert (ended.status, ended.round) == ("ended", 1)
    assert {match.round for match in ended.matches} == {1}


def test_a_team_without_a_player_loses_that_board() -> None:
    club = club_of(2, 2)
    for person in ("p2", "p3"):
        club.do(LeaveTournament(), person)
    tournament = club.start()
    (match,) = tournament.matches
    boards = {game.board: game for game in tournament.games}
    # Player 1 has no team mate left: board 2 is won without a game.
    assert set(boards[1].players) == {1, 4}
    assert (boards[2].players, boards[2].table) == ((5,), None)
    club.play_round(lambda game: WON if game.first == 1 else LOST)
    assert {each.team: (each.points, each.board_points) for each in view(club.tournament, (), 0).teams} == {
        1: (1, 1),
        2: (1, 1),
    }
    assert match.home in (1, 2)


def test_a_round_shows_its_matches_with_the_points_so_far() -> None:
    club = club_of(3, 2, "team_round_robin")
    first, _ = club.start().games
    assert first.table is not None
    club.count(first.table, DREW)
    match, bye = club.tournament.matches
    shown = view(club.tournament, (), 0).current
    assert shown is not None
    assert shown.matches == (
        TournamentMatch(match.teams, (1, 2), (0.5, 0.5)),
        TournamentMatch((bye.home,), (), ()),
    )


def test_the_order_of_boards_holds_from_the_next_round_on() -> None:
    club = club_of(3, 2, "team_round_robin")
    club.start()
    club.do(SetTeam("Reds", (3, 1, 2), 1), "p1")
    before = [game.players for game in club.tournament.games]
    for _ in range(2):
        club.play_round(lambda game: DREW)
    later = [game for game in club.tournament.games if game.round > 1]
    assert [game.players for game in club.tournament.in_round(1)] == before
    assert all(2 not in game.players for game in later)
    assert any(3 in game.players for game in later)


def test_hosts_and_captains_change_teams() -> None:
    club = club_of(3)
    assert refused(club, SetTeam("New", (1, 2)), "p1") == "tournament-not-captain"
    assert refused(club, SetTeam("Reds", (2, 1), 1), "p1") == "tournament-captain-order"
    assert refused(club, SetTeam("Reds", (2, 1, 3), 1), "p2") == "tournament-not-captain"
    assert club.do(SetTeam("Reds", (2, 1, 3), 1), "p1").teams[0] == Team(1, "Reds", (2, 1, 3))
    for players, code in (
        ((), "tournament-team-players"),
        ((1, 1), "tournament-team-players"),
        ((99,), "tournament-no-player"),
        ((4,), "tournament-team-taken"),
    ):
        assert refused(club, SetTeam("New", players)) == code
    assert refused(club, SetTeam("x" * 41, (1,), 1)) == "tournament-team-name"
    assert refused(club, SetTeam("New", (1,), 9)) == "tournament-no-team"
    assert refused(club, KeepApart((1, 4))) == "tournament-apart-teams"
    club.start()
    assert refused(club, SetTeam("Reds", (2, 1), 1)) == "tournament-teams-fixed"
    assert refused(club, DisbandTeam(1)) == "tournament-teams-fixed"
    late = club.do(JoinTournament(), "late").players[-1].number
    assert club.do(SetTeam("Reds", (2, 1, 3, late), 1)).teams[0].players == (2, 1, 3, late)


def test_there_are_two_teams_at_least() -> None:
    club = club_of(1)
    assert refused(club, StartTournament()) == "tournament-too-few-teams"
    assert club.do(DisbandTeam(1)).teams == ()
    assert refused(Club(2), SetTeam("Reds", (1,))) == "tournament-no-teams"


def test_a_retried_command_changes_nothing() -> None:
    club = Club(4, format="team_swiss", boards=2)
    before = club.do(SetTeam("Reds", (1, 2)))
    assert club.do(SetTeam(" Reds ", (1, 2))).teams == before.teams
    assert refused(club, SetTeam("Blues", (1, 2))) == "tournament-team-taken"
    assert club.do(DisbandTeam(1)).teams == club.do(DisbandTeam(1)).teams == ()


def test_a_player_who_leaves_before_the_start_leaves_the_team() -> None:
    club = club_of(3)
    assert club.do(LeaveTournament(), "p1").teams[0].players == (2, 3)
    assert [each.number for each in club.tournament.players] == list(range(2, 10))
    club.do(RemovePlayer(2))
    assert [each.number for each in club.do(LeaveTournament(), "p3").teams] == [2, 3]
    # A player who was removed cannot be put into a team again.
    assert refused(club, SetTeam("Reds", (2,))) == "tournament-no-player"
    for person in ("p4", "p5", "p6"):
        club.do(LeaveTournament(), person)
    assert refused(club, StartTournament()) == "tournament-too-few-teams"


def test_a_team_that_leaves_in_the_middle_of_a_round_is_not_paired_any_more() -> None:
    club = club_of(4, 2, "team_swiss", rounds=3)
    club.start()
    for person in ("p1", "p2", "p3"):
        club.do(LeaveTournament(), person)
    assert club.do(SetTeam("Reds", (3, 2, 1), 1)).teams[0].players == (3, 2, 1)
    club.play_round(lambda game: WON)
    assert club.tournament.status == "playing"
    later = [match for match in club.tournament.matches if match.round == 2]
    assert sorted(team for match in later for team in match.teams) == [2, 3, 4]
    assert sum(match.away is None for match in later) == 1
    # With a late player, the team plays on.
    late = club.do(JoinTournament(), "late").players[-1].number
    club.do(SetTeam("Reds", (3, 2, 1, late), 1))
    club.play_round(lambda game: WON)
    assert 1 in {team for match in club.tournament.matches if match.round == 3 for team in match.teams}
    reds = next(match for match in club.tournament.matches if match.round == 3 and 1 in match.teams)
    games = [game for game in club.tournament.in_round(3) if late in game.players]
    assert reds.away is not None
    assert [len(game.players) for game in games] == [2]


@pytest.mark.parametrize(("teams", "boards"), mostly_nightly([(32, 2), (32, 8), (8, 8)], (8, 8)))
def test_sixty_four_players_in_teams_of_two_and_of_eight(teams: int, boards: int) -> None:
    size = 64 // teams
    club = Club(64, format="team_swiss", boards=boards, rounds=3, pause=0)
    for at in range(teams):
        club.do(SetTeam(f"Team {at + 1}", tuple(range(at * size + 1, (at + 1) * size + 1))))
    club.start()
    assert len(club.tournament.in_round(1)) == 32
    assert len({game.board for game in club.tournament.games}) == 32
    while club.tournament.status == "playing":
        club.play_round(lambda game: WON if game.first < game.players[-1] else LOST)
    found = view(club.tournament, (), 0).teams
    assert sum(each.matches for each in found) == 3 * teams
    assert sum(each.board_points for each in found) == 3 * 32


@pytest.mark.parametrize(
    "name", ["", " ", "\u200b", "\u202eabc\u202c" * 10, "x" * 41, "x" * 100_000, "a\x00b"]
)
def test_a_hostile_name_is_refused_or_tidied(name: str) -> None:
    club = Club(3, format="team_swiss", boards=2)
    codes = {"tournament-team-name", "text-length", "text-unseemly"}
    found = club.tournament.teams
    with suppress(Refusal):
        found = club.do(SetTeam(name, (1,))).teams
    if not found:
        assert refused(club, SetTeam(name, (1,))) in codes
    assert all(1 <= len(each.name) <= 40 and each.name.isprintable() for each in found)


def test_there_are_limits_to_teams_and_players() -> None:
    club = Club(64, format="team_swiss", boards=2)
    assert refused(club, SetTeam("Many", tuple(range(1, 22)))) == "tournament-team-players"
    for number in range(1, 33):
        club.do(SetTeam(f"Team {number}", (number,)))
    assert refused(club, SetTeam("One more", (33,))) == "tournament-teams"
