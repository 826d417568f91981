"""A tournament as people see it: everything that is said of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from quincunx.club.accounts.names import SOMEBODY
from quincunx.club.tournament.attendance import Seating
from quincunx.club.tournament.commands import JoinTournament
from quincunx.club.tournament.state import Known
from quincunx.club.tournament.view import round_view, view, waiting_tables
from quincunx.club.tournament.wire import NextRound, RemovePlayer, TournamentGame, TournamentHost
from quincunx.core.reason import Refusal
from quincunx.table.seats.person import handle_of
from tests.club.tournament.support import Club

PEOPLE = {
    "host": Known("Holly", is_account=True),
    "p1": Known("Ann", is_account=True),
    "p2": Known("Bob"),
    "p3": Known("Carol", is_gone=True),
}


def three() -> Club:
    """In the first round of two; its one game has been counted: who starts has won, the other has left."""
    club = Club(3, rounds=2)
    club.start()
    club.tournament = replace(club.tournament, people=PEOPLE)
    game = club.tournament.games[0]
    assert game.table is not None
    club.count(game.table, ("won", "left"))
    return club


def test_a_running_round_says_who_has_come() -> None:
    club = Club(4, rounds=1)
    club.start()
    first, second = (str(game.table) for game in club.tournament.games)
    assert waiting_tables(club.tournament) == (first, second)
    shown = view(club.tournament, (), 0, (), {first: Seating(False, ("here", "missing"))}).current
    assert shown is not None
    assert [(game.has_begun, game.seats) for game in shown.games] == [
        (False, ("here", "missing")),
        (False, ()),
    ]
    club.count(first, ("won", "left"))
    seatings = {first: Seating(True, ("here", "bot")), second: Seating(True, ("bot", "here"))}
    shown = view(club.tournament, (), 0, (), seatings).current
    assert shown is not None
    assert [(game.has_begun, game.seats) for game in shown.games] == [(False, ()), (True, ("bot", "here"))]
    assert waiting_tables(club.tournament) == (second,)


def test_before_the_start_it_says_what_it_will_be() -> None:
    club = Club(2)
    club.tournament = replace(club.tournament, people=PEOPLE)
    shown = view(club.tournament, (), 77)
    assert (shown.id, shown.version, shown.status, shown.now) == ("tournament", 1, "open", 77)
    assert (shown.round, shown.rounds, shown.next_at, shown.current) == (0, None, None, None)
    assert (shown.settings, shown.made) == (club.tournament.settings, club.tournament.made_at)
    assert shown.host == TournamentHost("Holly", handle_of("host"))
    assert [(line.player, line.name, line.points, line.games) for line in shown.standings] == [
        (1, "Ann", 0.0, 0),
        (2, "Bob", 0.0, 0),
    ]


def test_a_round_says_who_plays_whom_and_what_each_has_for_it() -> None:
    club = three()
    shown = round_view(club.tournament, 1)
    assert shown is not None
    game, bye = club.tournament.games
    assert (shown.round, shown.began) == (1, game.began)
    assert shown.games == (
        TournamentGame(1, game.players, game.table, (1.0, 0.0), (False, True)),
        TournamentGame(2, bye.players, None, (1.0,), ()),
    )
    running = replace(club.tournament, games=(replace(game, score=None), bye))
    found = round_view(running, 1)
    assert found is not None
    assert (found.games[0].points, found.games[0].left) == (None, ())
    assert [running.games[0].halves_of(each) for each in game.players] == [0, 0]


def test_a_line_of_the_standings_says_all_that_its_place_follows_from() -> None:
    club = three()
    club.act()
    shown = view(club.tournament, (), club.now)
    assert (shown.round, shown.rounds) == (1, 2)
    assert shown.next_at == club.tournament.next_at is not None
    game, bye = club.tournament.games
    lines = {line.player: line for line in shown.standings}
    winner, loser, rested = lines[game.first], lines[game.players[1]], lines[bye.first]
    assert [(each.points, each.wins, each.games) for each in (winner, loser, rested)] == [
        (1.0, 1, 1),
        (0.0, 0, 1),
        (1.0, 0, 0),
    ]
    assert (winner.buchholz, loser.buchholz, rested.buchholz) == (0.0, 1.0, 1.0)
    assert sorted(each.place for each in shown.standings) == [1, 2, 3]
    assert [each.place for each in shown.standings] == [1, 2, 3]
    assert (lines[1].handle, lines[1].is_account, lines[1].is_out) == (handle_of("p1"), True, False)
    assert (lines[2].handle, lines[2].is_account) == (handle_of("p2"), False)
    assert lines[3].handle is None, "who has been deleted has no page"


def test_an_unknown_player_is_anonymous_and_one_who_is_out_is_marked() -> None:
    club = three()
    club.do(RemovePlayer(2))
    club.tournament = replace(club.tournament, people={})
    shown = view(club.tournament, (), club.now)
    assert shown.host == TournamentHost(SOMEBODY, None)
    assert {(line.name, line.handle) for line in shown.standings} == {(SOMEBODY, None)}
    assert {line.player: line.is_out for line in shown.standings} == {1: False, 2: True, 3: False}


def test_a_refusal_states_its_kind_of_fault_and_removing_twice_is_once() -> None:
    club = three()
    for command, kind, code in (
        (RemovePlayer(9), "unknown", "tournament-no-player"),
        (NextRound(3), "conflict", "tournament-no-round"),
    ):
        with pytest.raises(Refusal) as caught:
            club.do(command)
        assert (caught.value.reason.kind, caught.value.reason.code) == (kind, code)
        assert caught.value.reason.sentence
    removed = club.do(RemovePlayer(2))
    assert club.do(RemovePlayer(2)) is removed
    waiting = Club(3)
    with pytest.raises(Refusal):
        waiting.do(NextRound(1))
    assert waiting.do(JoinTournament(), "p1") is waiting.tournament
