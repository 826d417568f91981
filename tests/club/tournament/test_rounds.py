"""Commands of people in a tournament, and actions of the system."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from quincunx.club.tournament import rounds
from quincunx.club.tournament.rules import MOST_ROUNDS, check, table_settings
from quincunx.club.tournament.state import Game, Known, Tournament
from quincunx.club.tournament.view import round_view, view
from quincunx.club.tournament.wire import (
    EndTournament,
    JoinTournament,
    LeaveTournament,
    NextRound,
    RemovePlayer,
    SetByHand,
    StartTournament,
)
from quincunx.core.game import encode
from quincunx.core.reason import Refusal
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.deadlines.outage import Outage
from quincunx.table.events import DailyPace, LivePace
from tests.club.tournament.support import WON, Club, Endings, byes, meetings, plan

GONE: Endings = ("left", "won")


def refused(club: Club, command: Any, *people: str) -> str:
    before = club.tournament
    with pytest.raises(Refusal) as caught:
        club.do(command, *people)
    assert club.tournament is before
    return caught.value.reason.code


def numbers(tournament: Tournament, round: int) -> set[int]:
    return {each for game in tournament.in_round(round) for each in game.players}


# ---- settings --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"name": " "}, "text-length"),
        ({"name": "a\u202eb"}, "text-unseemly"),
        ({"name": "x" * 61}, "tournament-name"),
        ({"most": 2}, "tournament-most"),
        ({"most": 65}, "tournament-most"),
        ({"rounds": 0}, "tournament-rounds"),
        ({"rounds": MOST_ROUNDS + 1}, "tournament-rounds"),
        ({"wait": 4}, "tournament-times"),
        ({"pause": -1}, "tournament-times"),
        ({"pause": 3_601}, "tournament-times"),
        ({"pace": LivePace(10, 0)}, "bad-pace"),
        ({"options": encode(CincoOptions(players=4))}, "tournament-two"),
        ({"options": encode(CinqoOptions(players=1))}, "tournament-two"),
        ({"options": encode("x" * 2_000)}, "bad-options"),
        ({"options": encode({"game": "nim"})}, "bad-options"),
    ],
)
def test_tournaments_that_there_cannot_be(changed: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as caught:
        check(plan(**changed))
    assert caught.value.reason.code == code


def test_names_are_tidied_and_a_round_robin_has_no_rounds_of_its_own() -> None:
    tidy = check(plan(name="  Cafe\u0301   night ", format="round_robin", rounds=3))
    assert (tidy.name, tidy.rounds) == ("Caf\u00e9 night", None)


@pytest.mark.parametrize("options", [CincoOptions(first=1), CinqoOptions(players=2, first=1)])
def test_the_first_seat_starts_at_every_table(options: Any) -> None:
    made = table_settings(plan(options=encode(options), rated=True))
    assert b'"first":0' in bytes(made.options)
    assert made.rated
    assert made.pace == LivePace(300, 10)


# ---- who plays -------------------------------------------------------------------------------------------


def test_joining_twice_or_under_another_id_of_ones_own_is_joining_once() -> None:
    club = Club(1)
    assert club.do(JoinTournament(), "p1") is club.tournament
    again = club.do(JoinTournament(), "account", "p1")
    assert [each.person for each in again.players] == ["p1"]


@pytest.mark.parametrize("format", ["swiss", "round_robin"])
def test_a_bye_is_at_the_last_board(format: str) -> None:
    games = Club(5, format=format).start().in_round(1)
    assert [(game.board, game.second is None) for game in games] == [(1, False), (2, False), (3, True)]


def test_in_three_rounds_four_players_meet_each_other_once() -> None:
    club = Club(4, rounds=3, pause=0)
    club.start()
    for _ in range(3):
        club.play_round(lambda game: WON)
    assert sorted(map(sorted, meetings(club.tournament))) == [[1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]]


def test_a_stranger_has_nothing_to_leave_and_no_player_is_none() -> None:
    club = Club(3)
    before = club.tournament
    assert club.do(LeaveTournament(), "p9") is before
    assert refused(club, RemovePlayer(9)) == "tournament-no-player"


@pytest.mark.parametrize("format", ["round_robin", "double_round_robin"])
def test_two_who_are_left_in_a_round_robin_meet_even_after_a_round_of_byes(format: str) -> None:
    for stay in combinations(range(1, 7), 2):
        club = Club(6, format=format, pause=0)
        club.start()
        for number in sorted({*range(1, 7)} - {*stay}):
            club.do(LeaveTournament(), f"p{number}")
        while club.tournament.status != "ended":
            club.play_round(lambda game: WON)
        met = [each for each in meetings(club.tournament) if each == frozenset(stay)]
        assert len(met) == (2 if format == "double_round_robin" else 1), stay


def test_there_are_so_many_places_and_who_leaves_frees_one() -> None:
    club = Club(3, most=3)
    assert refused(club, JoinTournament(), "p4") == "tournament-full"
    club.do(LeaveTournament(), "p2")
    assert [each.person for each in club.do(JoinTournament(), "p4").players] == ["p1", "p3", "p4"]
    assert [each.number for each in club.tournament.players] == [1, 3, 4]


def test_a_late_player_plays_from_the_next_round_on_and_missed_the_others() -> None:
    club = Club(4, rounds=2, pause=0)
    club.start()
    club.do(JoinTournament(), "late")
    assert numbers(club.tournament, 1) == {1, 2, 3, 4}
    tournament = club.play_round(lambda game: WON)
    assert numbers(tournament, 2) == {1, 2, 3, 4, 5}
    losers = {game.second for game in tournament.in_round(1)}
    assert set(byes(tournament)) <= {5, *losers}
    assert view(tournament, ("late",), club.now).you.player == 5


def test_no_player_joins_a_round_robin_later_but_a_former_one_comes_back() -> None:
    club = Club(4, format="round_robin", pause=0)
    club.start()
    assert refused(club, JoinTournament(), "late") == "tournament-started"
    club.do(LeaveTournament(), "p1")
    tournament = club.play_round(lambda game: WON)
    free = next(game for game in tournament.in_round(2) if game.second is None)
    assert 1 not in numbers(tournament, 2)
    assert free.halves_of(free.first) == 2
    club.do(JoinTournament(), "p1")
    assert numbers(club.play_round(lambda game: WON), 3) == {1, 2, 3, 4}


def test_a_removed_player_is_paired_no_more_and_cannot_come_back() -> None:
    club = Club(4, rounds=2, pause=0)
    club.do(RemovePlayer(2))
    assert refused(club, JoinTournament(), "p2") == "tournament-removed"
    assert numbers(club.start(), 1) == {1, 3, 4}
    assert refused(club, RemovePlayer(9)) == "tournament-no-player"
    assert club.do(RemovePlayer(3)).steps == ()  # only ladders have steps
    assert numbers(club.play_round(lambda game: WON), 2) == {1, 4}
    assert not view(club.tournament, ("p3",), club.now).you.may_join


def test_no_player_joins_in_the_last_round() -> None:
    club = Club(4, rounds=2, pause=0)
    club.start()
    assert view(club.tournament, ("late",), club.now).you.may_join
    club.do(LeaveTournament(), "p1")
    club.play_round(lambda game: WON)
    for person in ("later", "p1"):
        assert not view(club.tournament, (person,), club.now).you.may_join
        assert refused(club, JoinTournament(), person) == "tournament-last-round"


def test_a_player_who_left_two_games_in_a_row_is_set_aside_until_they_rejoin() -> None:
    club = Club(8, rounds=4, pause=0)
    club.start()

    def result(game: Game) -> Endings:
        if 1 not in game.players:
            return WON
        return ("left", "won") if game.first == 1 else ("won", "left")

    assert 1 in numbers(club.play_round(result), 2)
    tournament = club.play_round(result)
    assert 1 not in numbers(tournament, 3)
    assert [each.number for each in tournament.players if each.is_out] == [1]
    club.do(JoinTournament(), "p1")
    tournament = club.play_round(result)
    assert 1 in numbers(tournament, 4)
    assert len(meetings(tournament)) == len(set(meetings(tournament)))


@pytest.mark.parametrize("known", [Known("x", is_gone=True), Known("x", is_barred=True)])
def test_a_deleted_or_excluded_player_is_paired_no_more(known: Known) -> None:
    club = Club(4, rounds=2, pause=0)
    club.start()
    club.tournament = replace(club.tournament, people={"p4": known})
    assert numbers(club.play_round(lambda game: WON), 2) == {1, 2, 3}


# ---- the host --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command", [StartTournament(), NextRound(2), SetByHand(True), RemovePlayer(1), EndTournament()]
)
def test_the_hosts_rights_are_no_other_players(command: Any) -> None:
    club = Club(3)
    assert refused(club, command, "p1") == "tournament-not-host"


def test_three_are_needed_and_starting_twice_is_starting_once() -> None:
    club = Club(2)
    assert refused(club, StartTournament()) == "tournament-too-few"
    club.do(JoinTournament(), "p3")
    tournament = club.start()
    assert (tournament.round, tournament.rounds, tournament.status) == (1, 3, "playing")
    assert club.do(StartTournament()) is tournament


def test_the_next_round_by_hand_is_begun_once_and_games_that_run_still_count_later() -> None:
    club = Club(4, rounds=2, by_hand=True)
    first = club.start().in_round(1)
    assert refused(club, NextRound(3)) == "tournament-no-round"
    tournament = club.do(NextRound(2))
    assert (tournament.round, tournament.due) == (2, club.now)
    assert club.do(NextRound(2)) is tournament
    assert refused(club, NextRound(3)) == "tournament-no-round"
    club.make_tables()
    for game in club.tournament.in_round(2):
        assert game.table is not None
        club.count(game.table, WON)
    assert club.act().status == "playing"  # those of the first round are not over
    for game in first:
        assert game.table is not None
        club.count(game.table, WON)
    assert club.act().status == "ended"
    assert sum(line.points for line in view(club.tournament, (), club.now).standings) == 4


def test_a_tournament_that_is_over_stays_so() -> None:
    club = Club(3)
    ended = club.do(EndTournament())
    assert (ended.status, ended.due) == ("ended", None)
    assert club.do(EndTournament()) is ended
    assert refused(club, JoinTournament(), "p9") == "tournament-over"
    assert club.act(10**9) is ended


# ---- by itself -------------------------------------------------------------------------------------------


def test_a_round_follows_after_the_pause_and_not_before() -> None:
    club = Club(4, rounds=2, pause=30)
    games = club.start().games
    assert club.tournament.due == club.tournament.changed_at + rounds.PLAYING_MILLISECONDS
    for game in games:
        assert club.tournament.next_at is None
        assert game.table is not None
        club.count(game.table, WON)
        club.act()
    assert club.tournament.next_at == club.tournament.due == club.now + 30_000
    before = club.tournament
    assert club.act(29) is before
    assert club.act(1).round == 2


def test_the_host_may_take_the_rounds_into_their_hands_and_give_them_back() -> None:
    club = Club(4, rounds=2, pause=30)
    for game in club.start().games:
        assert game.table is not None
        club.count(game.table, WON)
    club.act()
    assert club.do(SetByHand(True)).next_at is None
    assert club.act(60).round == 1
    assert club.do(SetByHand(False)).next_at == club.now + 30_000
    assert club.act(30).round == 2


def test_doing_twice_what_the_system_does_is_doing_it_once() -> None:
    club = Club(4, rounds=2, pause=0)
    for game in club.start().games:
        assert game.table is not None
        club.count(game.table, WON)
    club.act()
    club.act()
    tournament = club.make_tables()
    assert club.act() is tournament
    assert tournament.round == 2


@pytest.mark.parametrize(
    ("players", "limit", "settings"),
    [
        (0, rounds.OPEN_MILLISECONDS, {}),
        (4, rounds.PLAYING_MILLISECONDS, {}),
        (4, rounds.DAILY_MILLISECONDS, {"pace": DailyPace(168), "wait": 3_600}),
    ],
)
def test_an_abandoned_tournament_ends(players: int, limit: int, settings: dict[str, Any]) -> None:
    club = Club(players, **settings)
    if players:
        club.start()
    assert club.tournament.due == club.tournament.changed_at + limit
    assert club.act(limit // 1_000 - 1 - (club.now - club.tournament.changed_at) // 1_000).status != "ended"
    ended = club.act(1)
    assert (ended.status, ended.changed_at) == ("ended", club.now)


def test_a_pause_is_as_long_as_it_was_when_the_server_is_back() -> None:
    club = Club(4, rounds=2, pause=30)
    for game in club.start().games:
        assert game.table is not None
        club.count(game.table, WON)
    club.act()
    club.act(10)
    tournament = club.be_away(600)
    assert tournament.round == 1
    assert tournament.next_at == tournament.due == club.now + 20_000
    assert club.act(0) is tournament, "it is moved once"
    assert club.act(19) is tournament
    assert club.act(1).round == 2


@pytest.mark.parametrize(
    ("players", "limit"), [(0, rounds.OPEN_MILLISECONDS), (4, rounds.PLAYING_MILLISECONDS)]
)
def test_a_tournament_is_not_abandoned_by_an_outage_of_the_server(players: int, limit: int) -> None:
    club = Club(players)
    if players:
        club.start()
    spent = club.now - club.tournament.changed_at
    tournament = club.be_away(limit // 1_000)
    assert tournament.status != "ended"
    assert tournament.due == club.now + limit - spent
    assert club.act() is tournament
    assert club.act((limit - spent) // 1_000 - 2).status != "ended"
    assert club.act(1).status == "ended"


def test_a_tournament_ends_when_there_are_not_two_left_to_play() -> None:
    club = Club(3, rounds=3, pause=0)
    club.start()
    club.do(LeaveTournament(), "p1")
    club.do(LeaveTournament(), "p2")
    tournament = club.play_round(lambda game: WON)
    assert (tournament.status, tournament.round) == ("ended", 1)


# ---- what is shown ---------------------------------------------------------------------------------------


def test_an_outage_moves_until_when_players_are_waited_for() -> None:
    club = Club(3, wait=180)
    club.start()
    began = club.tournament.games[0].began
    before, during, after = (
        Outage(began - 5_000, began + 1_000),
        Outage(began + 60_000, began + 660_000),
        Outage(began + 900_000, began + 950_000),
    )
    until = began + 180_000
    for outages, moved_by in (((), 0), ((before,), 1_000), ((before, during, after), 601_000)):
        shown = round_view(club.tournament, 1, outages)
        assert shown is not None
        assert shown.waits_until == until + moved_by
        current = view(club.tournament, ("p1",), club.now, outages).current
        assert current == shown


def test_no_id_is_shown_and_all_see_their_own_role() -> None:
    club = Club(3, id="shown")
    club.start()
    club.tournament = replace(
        club.tournament,
        people={f"p{each}": Known(f"Name {each}", is_account=each == 1) for each in (1, 2, 3)},
    )
    mine = view(club.tournament, ("p1",), club.now)
    text = str(mine)
    assert all(f"'{each}'" not in text for each in ("p1", "p2", "p3", "host"))
    game = next(each for each in club.tournament.games if 1 in each.players)
    assert (mine.you.player, mine.you.table, mine.you.is_host, mine.you.may_join) == (
        1,
        game.table,
        False,
        False,
    )
    stranger = view(club.tournament, ("who",), club.now).you
    assert (stranger.player, stranger.table, stranger.may_join) == (None, None, True)
    assert not view(club.tournament, (), club.now).you.may_join
    assert {view(club.tournament, (f"p{each}",), 0).you.voice for each in game.players} == {"phrases"}
    host = view(club.tournament, ("host",), club.now).you
    assert (host.voice, stranger.voice) == ("words", "nothing")
    assert (host.is_host, host.is_owner, mine.you.is_owner) == (True, True, False)
    assert mine.current is not None
    assert mine.current.waits_until == mine.current.began + 180_000
    assert round_view(club.tournament, 2) is None
