"""Results of games for their players."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from quincunx.club.results.results import MOST_BOT_TURNS, Result, result_of
from quincunx.club.tournament.scores import score_of
from quincunx.core.game import encode
from quincunx.core.values import Outcome
from quincunx.games import GAMES
from quincunx.games.cinco.types import CincoOptions, Exchange
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.commands import OfferDraw, Resign, SitDown, StandUp, TakeBack
from quincunx.table.deadlines.expiry import ABANDONED
from quincunx.table.events import Ended, LivePace, RematchMade
from quincunx.table.seats.person import handle_of, host_of_tournament
from quincunx.table.seats.setup import rematch_settings
from tests.table.support import ALICE, BOB, BOT, CAROL, ME, Desk, make_move, promise, seated, settings
from tests.tournament.check import points_of

RATED = {"pace": LivePace(600, 10), "rated": True}


def of(desk: Desk) -> Result:
    found = result_of(desk.state)
    assert found is not None
    return found


def endings(desk: Desk) -> list[str]:
    return [seat.ending for seat in of(desk).seats]


def test_of_a_game_that_goes_on_nothing_has_come() -> None:
    assert result_of(Desk().state) is None
    assert result_of(seated().state) is None


def test_the_game_says_who_has_won_and_what_is_worth_remembering() -> None:
    desk = Desk(settings(CinqoOptions(2, "rounds", 3))).seat_everybody().play(Random(3))
    result = of(desk)
    state = desk.state
    assert (result.game, result.kind, result.termination) == ("cinqo", "rounds", "rounds")
    winner = state.outcome.winners[0] if state.outcome else None
    assert [seat.ending for seat in result.seats] == ["won" if n == winner else "lost" for n in (0, 1)]
    assert [seat.facts["points"] for seat in result.seats] == list(state.position.scores)
    assert all(seat.facts["rounds"] == 3 for seat in result.seats)
    assert result.started_at < result.ended_at == desk.entries[-1].at
    assert [(seat.person, seat.name, seat.level) for seat in result.seats] == [
        (ALICE.id, "Alice", None),
        (BOB.id, "Bob", None),
    ]


def test_a_tournament_waits_for_the_games_of_its_own_tables_alone() -> None:
    for host, waits in ((ALICE, False), (host_of_tournament("e1", "Quincunx"), True)):
        desk = Desk(settings(CinqoOptions(2, "rounds", 1))).seat_everybody().play(Random(3))
        found = result_of(replace(desk.state, host=host.id))
        assert found is not None
        assert found.is_of_tournament is waits


def test_a_result_says_what_was_played_and_whether_that_is_rated() -> None:
    for rated in (True, False):
        plan = settings(CincoOptions())
        desk = Desk(replace(plan, **RATED) if rated else plan).seat_everybody()
        all_move(desk)
        desk.do(ALICE, Resign(0))
        result = of(desk)
        assert (result.table, result.game, result.kind) == (desk.state.id, "cinco", "two")
        assert result.options == encode(desk.state.options)
        assert result.is_rated is rated
        assert (result.termination, result.day) == ("resigned", None)
        assert [(seat.seat, seat.side, seat.bot_moves) for seat in result.seats] == [(0, 0, 0), (1, 1, 0)]


def all_move(desk: Desk, moves: int = 2) -> None:
    """Play this many moves for each seat that is to move."""
    for _ in range(moves):
        desk.do(desk.mover()[0], make_move(desk.mover()[1], Exchange()))


def test_a_rated_game_counts_once_both_sides_have_moved() -> None:
    desk = Desk(replace(settings(CincoOptions()), **RATED)).seat_everybody()
    for moves, counts in ((0, False), (1, False), (2, True)):
        desk = Desk(replace(settings(CincoOptions()), **RATED)).seat_everybody()
        all_move(desk, moves)
        desk.do(BOB, Resign(1))
        assert of(desk).is_rated is counts


def test_a_bots_move_in_a_persons_place_is_no_move_of_theirs() -> None:
    desk = Desk(replace(settings(CincoOptions()), **RATED)).seat_everybody()
    desk.do(BOB, StandUp(1))
    all_move(desk, 4)
    desk.do(ALICE, Resign(0))
    assert endings(desk) == ["lost", "left"]
    assert not of(desk).is_rated


def test_against_a_bot_it_is_enough_that_the_person_has_moved() -> None:
    for moves, counts in ((0, False), (2, True)):
        desk = Desk(replace(settings(CincoOptions(), (ME, BOT)), **RATED)).seat_everybody()
        all_move(desk, moves)
        desk.do(ALICE, Resign(0))
        assert of(desk).is_rated is counts


def test_players_from_one_network_have_one_mark_and_no_two_tables_have_the_same() -> None:
    marks = []
    for table in ("table-of-the-tests-0001", "table-of-the-tests-0002"):
        desk = Desk(replace(settings(CincoOptions(players=3, teams=3)), **RATED), table=table)
        for seat, (person, network) in enumerate(((ALICE, "192.0.2.7"), (BOB, "192.0.2.7"), (CAROL, ""))):
            desk.do(replace(person, network=network), SitDown(seat, promise(seat + 1)))
        marks.append([seat.network for seat in desk.state.seats])
    assert marks[0][0] == marks[0][1] != ""
    assert marks[0][2] == ""
    assert marks[0][0] != marks[1][0]
    assert all(len(mark) == 3 for mark in marks[0][:2])


def test_a_draw_that_was_agreed_on() -> None:
    desk = seated()
    desk.do(ALICE, OfferDraw(0))
    desk.do(BOB, OfferDraw(1))
    assert endings(desk) == ["drew", "drew"]


@pytest.mark.parametrize(
    ("players", "winners", "expected"),
    [
        (1, (0,), ["won"]),
        (2, (0, 1), ["drew"] * 2),
        (2, (1,), ["lost", "won"]),
        (3, (0, 1, 2), ["drew"] * 3),
        (3, (0, 2), ["won", "lost", "won"]),
        (4, (0, 1, 2, 3), ["drew"] * 4),
        (4, (0, 1, 3), ["won", "won", "lost", "won"]),
    ],
)
def test_a_win_that_every_side_shares_is_a_draw(
    players: int, winners: tuple[int, ...], expected: list[str]
) -> None:
    scoring = "hundred" if players == 1 else "rounds"
    desk = Desk(settings(CinqoOptions(players, scoring, 3))).seat_everybody()
    desk.write((Ended(Outcome("rounds", winners)),))
    assert endings(desk) == expected


def test_a_tied_tournament_game_is_half_a_point_for_each_also_by_the_second_reckoning() -> None:
    for winners, halves in (((0, 1), (1, 1)), ((0,), (2, 0)), ((1,), (0, 2)), ((), (1, 1))):
        desk = Desk(settings(CinqoOptions(2, "rounds", 1))).seat_everybody()
        desk.write((Ended(Outcome("rounds", winners)),))
        first, second = of(desk).seats
        assert score_of((first.ending, second.ending)).halves == halves
        assert [2 * each for each in points_of(desk.state)] == list(halves)


def test_a_player_who_resigns_has_lost_and_has_not_left() -> None:
    desk = seated()
    desk.do(ALICE, Resign(0))
    assert endings(desk) == ["lost", "won"]


def test_in_whose_seat_a_bot_sits_at_the_end_has_left() -> None:
    desk = seated()
    desk.do(ALICE, StandUp(0))
    desk.do(BOB, Resign(1))
    assert endings(desk) == ["left", "lost"]
    assert of(desk).seats[0].person == ALICE.id


@pytest.mark.parametrize("turns", [MOST_BOT_TURNS, MOST_BOT_TURNS + 1])
@pytest.mark.parametrize("options", [CincoOptions(), CinqoOptions(2, "rounds", 20)])
def test_a_bot_may_help_out_for_two_turns_however_many_moves_they_have(options: Any, turns: int) -> None:
    desk = Desk(settings(options)).seat_everybody()
    helped = 0
    for _ in range(turns):
        while desk.state.to_move() != 0:
            desk.move(Random(1))
        desk.do(ALICE, StandUp(0))
        while desk.state.to_move() == 0:
            desk.move(Random(1))
            helped += 1
        desk.do(ALICE, TakeBack(0))
    desk.do(BOB, Resign(1))
    assert endings(desk) == ["won" if turns == MOST_BOT_TURNS else "left", "lost"]
    assert points_of(desk.state) == ([1, 0] if turns == MOST_BOT_TURNS else [0, 1])
    assert [seat.bot_moves for seat in of(desk).seats] == [helped, 0]
    assert helped > turns or isinstance(options, CincoOptions)


def test_a_bot_that_sits_there_from_the_start_has_its_level_and_nobodys_name() -> None:
    desk = Desk(settings(seats=(ME, BOT))).seat_everybody()
    desk.do(ALICE, Resign(0))
    me, bot = of(desk).seats
    assert (me.person, me.name, me.level) == (ALICE.id, "Alice", None)
    assert (bot.person, bot.name, bot.level) == (None, None, BOT.level)


def test_a_table_that_was_closed_or_never_began_is_no_game() -> None:
    for desk in (Desk(), seated()):
        desk.write((Ended(ABANDONED),))
        assert result_of(desk.state) is None


def test_bots_among_themselves_have_no_result() -> None:
    desk = Desk(settings(seats=(BOT, BOT))).play(Random(1))
    assert desk.state.status == "ended"
    assert result_of(desk.state) is None


def test_a_player_who_moves_for_several_people_on_one_device_has_no_result() -> None:
    desk = Desk(settings(CinqoOptions(2, "rounds", 1), seats=(ME, ME), one_device=True)).seat_everybody()
    assert desk.play(Random(1)).state.status == "ended"
    assert result_of(desk.state) is None


def test_a_rematch_that_is_made_later_changes_nothing() -> None:
    desk = seated()
    desk.do(ALICE, Resign(0))
    before = of(desk)
    desk.write((RematchMade("another-table-0001"),))
    assert of(desk) == before


EVERY = [CincoOptions(each.players, each.sides, first=0) for each in GAMES["cinco"].seatings] + [
    CinqoOptions(players, "hundred" if players == 1 else "rounds", 1) for players in range(1, 7)
]


@pytest.mark.parametrize("options", EVERY, ids=str)
def test_every_kind_of_seating_has_a_name_and_facts_are_numbers(options: Any) -> None:
    result = of(Desk(settings(options)).seat_everybody().play(Random(1)))
    assert (result.kind is None) == (options.players == 1)
    for seat in result.seats:
        assert seat.facts
        assert all(type(value) is int for value in seat.facts.values())


# ---- rated tables ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [CincoOptions(first=1), CinqoOptions(3, first=2)], ids=["cinco", "cinqo"])
def test_no_player_chooses_the_starter_of_a_rated_game(options: object) -> None:
    firsts = set()
    for number in range(12):
        plan = replace(settings(options), **RATED)
        desk = Desk(plan, seed=f"{number:064x}").seat_everybody()
        firsts.add(desk.state.options.first)
        assert desk.state.to_move() == desk.state.options.first or desk.state.options.first is None
    assert firsts == set(range(len(desk.state.seats)))


def test_the_lot_follows_from_seed_and_entropies() -> None:
    plan = replace(settings(CinqoOptions(2)), **RATED)
    one, two = (Desk(plan).seat_everybody().state for _ in range(2))
    assert one.options == two.options


def test_a_game_that_is_not_rated_starts_as_its_host_wants() -> None:
    for number in range(6):
        desk = Desk(settings(CinqoOptions(2, first=1)), seed=f"{number:064x}").seat_everybody()
        assert desk.state.options.first == 1


def test_a_rematch_of_a_rated_game_is_rated() -> None:
    desk = Desk(replace(settings(), **RATED)).seat_everybody()
    all_move(desk)
    desk.do(ALICE, Resign(0))
    again, kept = rematch_settings(desk.state)
    assert again.rated
    assert of(desk).is_rated
    assert {person.id for person in kept if person} == {ALICE.id, BOB.id}


def test_a_handle_tells_nothing_and_differs_for_each() -> None:
    handles = {handle_of(f"person-{number}") for number in range(1_000)}
    assert len(handles) == 1_000
    assert all(len(handle) == 16 for handle in handles)
