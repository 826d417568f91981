"""Tournaments with three or four at a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.club.tournament.apart import breaches
from quincunx.club.tournament.commands import may_join
from quincunx.club.tournament.pairing.grouping import EXACT, Sitter, group, sizes_for
from quincunx.club.tournament.rules import check, rounds_of, table_settings
from quincunx.club.tournament.scores import SeatEnd, table_score
from quincunx.club.tournament.state import Game, Tournament
from quincunx.club.tournament.view import round_view, view
from quincunx.club.tournament.wire import (
    JoinTournament,
    KeepApart,
    LeaveTournament,
    NextRound,
    SetResult,
)
from quincunx.core.game import encode
from quincunx.core.reason import Refusal
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from tests.club.tournament.support import Club, Ends, plan
from tests.club.tournament.test_formats import placed, recounted
from tests.examples import mostly_nightly

DICE = {seats: encode(CinqoOptions(players=seats)) for seats in (3, 4)}
THREE = encode(CincoOptions(players=3, teams=3))
PAIRS = encode(CincoOptions(players=4, teams=2))
OPTIONS = {"3": DICE[3], "4": DICE[4], "three": THREE, "pairs": PAIRS}


def club(players: int, options: Any, format: str = "table_swiss", **settings: Any) -> Club:
    return Club(players, format=format, options=options, pause=0, **settings)


def code_of(club: Club, command: Any, *people: str) -> str:
    with pytest.raises(Refusal) as caught:
        club.do(command, *people)
    return caught.value.reason.code


def end_of(random: Random, game: Game, has_partners: bool = False) -> Ends:
    """A game as it might come out: places with a number, or partners who win together; and some leave."""
    count = len(game.players)
    sides = [seat % 2 for seat in range(4)] if has_partners and count == 4 else list(range(count))
    winner = random.choice(sides)
    is_left = [random.random() < 0.1 for _ in sides]
    return tuple(
        SeatEnd("left" if left else "won" if side == winner else "lost", side, random.randint(1, 3))
        for side, left in zip(sides, is_left, strict=True)
    )


def stayed(game: Game) -> Ends:
    """The player who starts wins, and nobody leaves."""
    sides = [seat % 2 for seat in range(4)] if len(game.players) == 4 else range(len(game.players))
    return tuple(SeatEnd("lost" if side else "won", side) for side in sides)


def tables_in(tournament: Tournament, number: int) -> list[tuple[int, ...]]:
    return [game.players for game in tournament.in_round(number)]


def met(tournament: Tournament) -> Counter[frozenset[int]]:
    """How often each pair of players sat at one table."""
    return Counter(frozenset(pair) for game in tournament.games for pair in combinations(game.players, 2))


# ---- points ----------------------------------------------------------------------------------------------


def points(*ends: tuple[Any, ...]) -> list[float]:
    return [each / 2 for each in table_score([SeatEnd(*end) for end in ends]).halves]


def test_the_points_of_a_table() -> None:
    # Places by the number of the game.
    assert points(("won", 0, 104), ("lost", 1, 80), ("lost", 2, 91), ("lost", 3, 12)) == [6, 2, 4, 0]
    assert points(("lost", 0, 40), ("won", 1, 100), ("lost", 2, 90)) == [0, 6, 3]
    assert points(("won", 0), ("lost", 1)) == [6, 0]
    # Equal players share their places.
    assert points(("lost", 0), ("won", 1), ("lost", 2)) == [1.5, 6, 1.5]
    assert points(("won", 0), ("won", 1), ("lost", 2, 5), ("lost", 3, 4)) == [5, 5, 2, 0]
    assert points(("drew", 0), ("drew", 1), ("drew", 2)) == [3, 3, 3]
    # Partners share the result of their side.
    assert points(("lost", 0), ("won", 1), ("lost", 0), ("won", 1)) == [0, 6, 0, 6]
    assert points(("drew", 0), ("drew", 1), ("drew", 0), ("drew", 1)) == [3, 3, 3, 3]


def test_a_player_who_left_scores_nothing_and_is_behind_all_others() -> None:
    assert points(("left", 0, 99), ("lost", 1, 20), ("lost", 2, 10), ("lost", 3, 5)) == [0, 6, 4, 2]
    assert points(("left", 0, 99), ("lost", 1), ("lost", 2)) == [0, 4.5, 4.5]
    assert points(("left", 0), ("left", 1), ("left", 2)) == [0, 0, 0]
    # A partner who stayed has the result of their side.
    assert points(("left", 0), ("lost", 1), ("won", 0), ("lost", 1)) == [0, 0, 6, 0]
    assert points(("left", 0), ("lost", 1), ("left", 0), ("lost", 1)) == [0, 6, 0, 6]


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 4)), min_size=2, max_size=4))
def test_a_table_gives_three_points_for_each_of_its_players(ends: list[tuple[bool, int]]) -> None:
    made = [SeatEnd("won" if won else "lost", side, number) for side, (won, number) in enumerate(ends)]
    score = table_score(made)
    assert sum(score.halves) == 6 * len(made)
    for one, other in combinations(range(len(made)), 2):
        if made[one].ending == "won" and made[other].ending == "lost":
            assert score.halves[one] > score.halves[other]


# ---- groups ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "seats", "has_partners", "sizes"),
    [
        (12, 4, False, (4, 4, 4)),
        (11, 4, False, (4, 4, 3)),
        (9, 4, False, (3, 3, 3)),
        (5, 4, False, (3, 2)),
        (8, 3, False, (3, 3, 2)),
        (7, 3, False, (3, 2, 2)),
        (4, 3, False, (2, 2)),
        (3, 4, False, (3,)),
        (1, 4, False, (1,)),
        (0, 3, False, ()),
        (0, 4, True, ()),
        (9, 4, True, (4, 4, 1)),
        (10, 4, True, (4, 4, 2)),
        (7, 4, True, (4, 3)),
    ],
)
def test_the_sizes_of_tables(players: int, seats: int, has_partners: bool, sizes: tuple[int, ...]) -> None:
    assert sizes_for(players, seats, has_partners) == sizes


def divisions(players: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to seat these players, found in another way: some more than once."""
    if not sizes:
        yield []
        return
    for table in combinations(players, sizes[0]):
        for more in divisions(tuple(each for each in players if each not in table), sizes[1:]):
            yield [table, *more]


def repeats(tables: Sequence[Sequence[int]], before: Counter[frozenset[int]]) -> int:
    return sum(before[frozenset(pair)] for table in tables for pair in combinations(table, 2))


@settings(max_examples=settings().max_examples // 3)
@given(
    st.integers(3, 8),
    st.sampled_from(sorted(OPTIONS)),
    st.sampled_from(["table_swiss", "table_round_robin"]),
    st.integers(0, 10**6),
)
def test_no_more_players_meet_again_than_must(players: int, kind: str, format: str, seed: int) -> None:
    random = Random(seed)
    here = club(players, OPTIONS[kind], format, id=f"t{seed}")
    here.start()
    while here.tournament.status == "playing":
        before = here.tournament
        here.play_round(lambda game: end_of(random, game, kind == "pairs"))
        tables = tables_in(here.tournament, before.round + 1)
        if not tables:
            break
        earlier = met(before)
        sizes = tuple(map(len, tables))
        byes = Counter(game.first for game in before.games if game.second is None)

        def second_byes(tables: Sequence[Sequence[int]], byes: Counter[int] = byes) -> int:
            return sum(byes[table[0]] for table in tables if len(table) == 1)

        fewest = min(
            (second_byes(some), repeats(some, earlier))
            for some in divisions(tuple(each for table in tables for each in table), sizes)
        )
        assert (second_byes(tables), repeats(tables, earlier)) == fewest


LARGER = [(13, 4, 2), (16, 4, 3), (21, 3, 5), (64, 4, 4), (62, 3, 4)]


@pytest.mark.parametrize(("players", "seats", "rounds"), mostly_nightly(LARGER, LARGER[0], LARGER[2]))
def test_in_larger_tournaments_nobody_meets_again_in_the_usual_rounds(
    players: int, seats: int, rounds: int
) -> None:
    assert players > EXACT
    here = club(players, DICE[seats], rounds=rounds)
    here.start()
    random = Random(players)
    while here.tournament.status == "playing":
        here.play_round(lambda game: end_of(random, game))
    assert set(met(here.tournament).values()) == {1}


@pytest.mark.parametrize(
    ("players", "options", "rounds"), [(9, DICE[3], 4), (15, THREE, 7), (16, DICE[4], 5), (16, PAIRS, 5)]
)
def test_in_a_perfect_round_robin_every_two_meet_once(players: int, options: Any, rounds: int) -> None:
    here = club(players, options, "table_round_robin")
    here.start()
    assert here.tournament.rounds == rounds
    while here.tournament.status == "playing":
        here.play_round(stayed)
    every = map(frozenset, combinations(range(1, players + 1), 2))
    assert met(here.tournament) == dict.fromkeys(every, 1)


def test_a_perfect_schedule_goes_on_without_the_players_who_leave() -> None:
    here = club(16, DICE[4], "table_round_robin")
    here.start()
    here.play_round(stayed)
    here.do(LeaveTournament(), "p3")
    here.play_round(stayed)
    assert sorted(map(len, tables_in(here.tournament, 3))) == [3, 4, 4, 4]
    here.do(JoinTournament(), "p3")
    here.play_round(stayed)
    assert [len(each) for each in tables_in(here.tournament, 4)] == [4, 4, 4, 4]


def test_four_in_pairs_are_each_others_partners_once() -> None:
    here = club(4, PAIRS)
    here.start()
    random = Random(4)
    partners = []
    while here.tournament.status == "playing":
        (game,) = here.tournament.in_round(here.tournament.round)
        one, two, three, four = game.players
        partners += [frozenset((one, three)), frozenset((two, four))]
        here.play_round(lambda game: end_of(random, game, has_partners=True))
    assert Counter(partners) == dict.fromkeys(map(frozenset, combinations(range(1, 5), 2)), 1)


@pytest.mark.parametrize(
    ("by_points", "expected"), [(True, ((3, 4, 5), (1, 2))), (False, ((1, 2, 3), (4, 5)))]
)
def test_points_matter_in_a_swiss_tournament_alone(
    by_points: bool, expected: tuple[tuple[int, ...], ...]
) -> None:
    points = (4, 4, 0, 0, 0)
    sitters = [Sitter(number, halves, bytes([number])) for number, halves in enumerate(points, 1)]
    found = group(sitters, (3, 2), by_points, b"seed")
    assert tuple(tuple(each.number for each in table) for table in found) == expected


def test_players_with_about_equal_points_meet() -> None:
    here = club(27, DICE[3], rounds=2)
    here.start()
    here.play_round(
        lambda game: tuple(SeatEnd("won" if seat == 0 else "lost", seat, -seat) for seat in range(3))
    )
    halves = {each: here.tournament.in_round(1) for each in range(1, 28)}
    for table in tables_in(here.tournament, 2):
        scored = {next(g.halves_of(each) for g in halves[each] if each in g.players) for each in table}
        assert len(scored) == 1


def sitter(number: int, **known: Any) -> Sitter:
    return Sitter(number, 0, bytes([number]), **known)


def test_nobody_sits_at_a_smaller_table_again_if_another_has_not() -> None:
    sitters = [sitter(number, small=int(number in (1, 2, 5))) for number in range(1, 6)]
    assert {each.number for each in group(sitters, (3, 2), True, b"")[1]} == {3, 4}
    many = [sitter(number, small=int(number != 7 and number != 9)) for number in range(1, 15)]
    assert {each.number for each in group(many, (3, 3, 3, 3, 2), True, b"")[-1]} == {7, 9}


def test_nobody_has_a_second_bye_if_another_had_none() -> None:
    known = {1: {"byes": 1, "small": 1}, 2: {"byes": 1, "small": 1}}
    sitters = [
        Sitter(number, 10 * number, bytes([number]), **known.get(number, {})) for number in range(1, 6)
    ]
    assert [each.number for each in group(sitters, (4, 1), True, b"")[1]] == [3]


def test_at_each_table_a_player_starts_who_has_started_least_often() -> None:
    here = club(12, DICE[4], "table_round_robin")
    random = Random(3)
    here.start()
    starts: Counter[int] = Counter()
    while here.tournament.status == "playing":
        for game in here.tournament.in_round(here.tournament.round):
            assert starts[game.first] == min(starts[each] for each in game.players)
        starts.update(game.first for game in here.tournament.in_round(here.tournament.round))
        here.play_round(lambda game: end_of(random, game))


# ---- a whole tournament ----------------------------------------------------------------------------------


@settings(max_examples=settings().max_examples // 3)
@given(
    st.sampled_from(["table_swiss", "table_round_robin"]),
    st.sampled_from(sorted(OPTIONS)),
    st.integers(3, 14),
    st.integers(0, 10**6),
    st.booleans(),
)
def test_places_are_what_a_second_program_finds_and_no_round_is_stranded(
    format: str, kind: str, players: int, seed: int, some_go: bool
) -> None:
    random = Random(seed)
    here = club(players, OPTIONS[kind], format, id=f"tournament-{seed}")
    here.start()
    while here.tournament.status == "playing":
        number = here.tournament.round
        seated = [each for table in tables_in(here.tournament, number) for each in table]
        playing = [each.number for each in here.tournament.players if not each.is_out]
        assert len(seated) == len(set(seated))
        assert some_go or sorted(seated) == playing
        if some_go and random.random() < 0.4:
            here.do(LeaveTournament(), f"p{random.randint(1, players)}")
        if some_go and random.random() < 0.3 and number < (here.tournament.rounds or 0):
            # The host does not wait; those games count later.
            here.do(NextRound(number + 1))
            if here.tournament.status == "playing":
                here.make_tables()
        for game in here.tournament.games:
            if game.table is not None and game.score is None:
                here.count(game.table, end_of(random, game, kind == "pairs"))
        here.play_round(lambda game: end_of(random, game, kind == "pairs"))
        assert placed(here.tournament) == recounted(here.tournament)
    assert here.tournament.due is None


def test_the_usual_number_of_rounds() -> None:
    swiss, every = (plan(format=f"table_{each}", options=DICE[4]) for each in ("swiss", "round_robin"))
    assert [rounds_of(swiss, players) for players in (3, 4, 8, 12, 16, 17, 64)] == [3, 3, 3, 3, 3, 4, 4]
    assert [rounds_of(every, players) for players in (3, 4, 16, 64)] == [3, 3, 5, 21]
    three = plan(format="table_round_robin", options=THREE)
    assert [rounds_of(three, players) for players in (9, 12, 15)] == [4, 6, 7]
    assert rounds_of(plan(format="table_swiss", options=DICE[4], rounds=20), 16) == 5


def test_a_table_has_its_size_and_the_first_seat_starts() -> None:
    settings = check(plan(format="table_swiss", options=PAIRS))
    assert len(table_settings(settings).seats) == 4
    fewer = table_settings(settings, 3)
    assert len(fewer.seats) == 3
    assert b'"players":3,"teams":3' in bytes(fewer.options)
    assert b'"first":0' in bytes(fewer.options)
    assert b'"players":3' in bytes(
        table_settings(check(plan(format="table_swiss", options=DICE[4])), 3).options
    )


def test_the_view_names_partners() -> None:
    here = club(9, PAIRS)
    here.start()
    shown = round_view(here.tournament, 1)
    assert shown is not None
    assert [(len(each.players), each.sides) for each in shown.games] == [
        (4, (0, 1, 0, 1)),
        (4, (0, 1, 0, 1)),
        (1, ()),
    ]
    # A bye is worth the mean of a table.
    assert shown.games[2].points == (3,)


# ---- refusals --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"format": "table_swiss"}, "tournament-tables"),
        ({"format": "table_swiss", "options": encode(CinqoOptions(players=5))}, "tournament-tables"),
        ({"format": "table_round_robin", "options": encode(CincoOptions(players=6))}, "tournament-tables"),
        ({"format": "swiss", "options": DICE[3]}, "tournament-two"),
        ({"format": "knockout", "options": PAIRS}, "tournament-two"),
    ],
)
def test_formats_have_their_sizes_of_tables(changed: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as caught:
        check(plan(**changed))
    assert caught.value.reason.code == code


def test_a_host_sets_the_points_of_the_places() -> None:
    here = club(4, DICE[4])
    here.start()
    for points in (
        (1, 0, 0, 0),
        (6, 6, 0, 0),
        (6, 4, 2),
        (6, 4, 2, 0.25),
        (float("nan"), 4, 2, 0),
        (1e308,) * 4,
    ):
        assert code_of(here, SetResult(1, 1, points)) == "tournament-places"
    tournament = here.do(SetResult(1, 1, (2, 6, 0, 4)))
    assert tournament.games[0].is_over
    assert [each.halves_of(player) for each in tournament.games for player in each.players] == [4, 12, 0, 8]
    assert here.do(SetResult(1, 1, (5, 5, 2, 0))).rulings[-1].before == (4, 12, 0, 8)
    assert view(here.do(SetResult(1, 1, (0, 0, 0, 0))), (), 0).standings[0].points == 0


def test_partners_have_the_same_points_from_a_host() -> None:
    here = club(4, PAIRS)
    here.start()
    assert code_of(here, SetResult(1, 1, (6, 0, 0, 6))) == "tournament-places"
    assert here.do(SetResult(1, 1, (0, 6, 0, 6))).games[0].is_over


def test_at_a_smaller_table_a_host_gives_points_to_each_alone() -> None:
    here = club(7, PAIRS)
    here.start()
    (smaller,) = (game for game in here.tournament.games if len(game.players) == 3)
    after = here.do(SetResult(1, smaller.board, (6, 3, 0)))
    assert [each.halves_of(player) for each in after.games if each.ruled for player in each.players] == [
        12,
        6,
        0,
    ]


def test_players_kept_apart_sit_at_other_tables() -> None:
    here = club(12, DICE[4], rounds=3)
    here.do(KeepApart((1, 2, 3)))
    here.start()
    random = Random(1)
    while here.tournament.status == "playing":
        here.play_round(lambda game: end_of(random, game))
    assert list(breaches(here.tournament)) == []
    every = club(6, DICE[3], "table_round_robin")
    assert code_of(every, KeepApart((1, 2))) == "tournament-all-meet"


def test_a_swiss_tournament_of_tables_can_be_joined_late_and_a_round_robin_cannot() -> None:
    late = club(6, DICE[3])
    late.start()
    assert may_join(late.tournament, ("late",), 0)
    late.do(JoinTournament(), "late")
    random = Random(0)
    late.play_round(lambda game: end_of(random, game))
    assert sorted(map(len, tables_in(late.tournament, 2))) == [2, 2, 3]
    every = club(6, DICE[3], "table_round_robin")
    every.start()
    assert code_of(every, JoinTournament(), "late") == "tournament-started"
    every.do(LeaveTournament(), "p2")
    assert may_join(every.tournament, ("p2",), 0)


def test_a_player_who_leaves_two_games_in_a_row_is_seated_no_more() -> None:
    here = club(6, DICE[3], rounds=3)
    here.start()
    for _ in range(2):
        here.play_round(
            lambda game: tuple(
                SeatEnd("left" if player == 1 else "lost", seat, seat)
                for seat, player in enumerate(game.players)
            )
        )
    assert 1 not in {each for table in tables_in(here.tournament, 3) for each in table}


@pytest.mark.parametrize("kind", OPTIONS)
@pytest.mark.parametrize("format", ["table_swiss", "table_round_robin"])
def test_a_tournament_whose_players_all_leave_ends(kind: str, format: str) -> None:
    here = club(8, OPTIONS[kind], format, rounds=3)
    here.start()
    for number in range(1, 9):
        here.do(LeaveTournament(), f"p{number}")
    here.play_round(stayed)
    here.act()
    assert here.tournament.status == "ended"
