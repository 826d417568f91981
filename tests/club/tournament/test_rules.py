"""The settings of a tournament at their limits."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from quincunx.club.tournament.rules import (
    AHEAD_MILLISECONDS,
    LATE_MILLISECONDS,
    check,
    check_beginning,
    options_of,
    rank_fact_of,
    rounds_of,
    seating_of,
    sides_of,
    table_settings,
)
from quincunx.core.game import encode
from quincunx.core.reason import Reason, Refusal
from quincunx.core.values import Seating
from quincunx.games import GAMES
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.events import DailyPace, SeatSetup
from quincunx.table.seats.setup import LARGEST_OPTIONS
from tests.club.tournament.support import plan

NOW = 1_800_000_000_000
WITHIN: list[tuple[str, tuple[Any, Any], tuple[Any, Any], str, dict[str, int]]] = [
    ("name", ("x", "x" * 60), ("x" * 61, "x" * 5_000), "tournament-name", {"most": 60}),
    ("most", (3, 64), (2, 65), "tournament-most", {"fewest": 3, "most": 64}),
    ("rounds", (1, 20), (0, 21), "tournament-rounds", {"most": 20}),
    ("wait", (5, 3_600), (4, 3_601), "tournament-times", {}),
    ("pause", (0, 3_600), (-1, 3_601), "tournament-times", {}),
]


@pytest.mark.parametrize(("field", "good", "bad", "code", "params"), WITHIN, ids=lambda each: str(each)[:20])
def test_the_ends_of_each_span_are_in_it(
    field: str, good: tuple[Any, Any], bad: tuple[Any, Any], code: str, params: dict[str, int]
) -> None:
    for value in good:
        assert getattr(check(replace(plan(), **{field: value})), field) == value
    for value in bad:
        with pytest.raises(Refusal) as caught:
            check(replace(plan(), **{field: value}))
        reason = caught.value.reason
        assert (reason.kind, reason.code, reason.params) == ("malformed", code, params)


@pytest.mark.parametrize(("field", "good", "bad"), [("wait", 604_800, 3_599), ("pause", 604_800, 604_801)])
def test_by_the_day_waits_and_pauses_are_longer(field: str, good: int, bad: int) -> None:
    daily = plan(pace=DailyPace(24), wait=3_600)
    assert getattr(check(replace(daily, **{field: good})), field) == good
    with pytest.raises(Refusal) as caught:
        check(replace(daily, **{field: bad}))
    assert caught.value.reason.code == "tournament-days"


@pytest.mark.parametrize("begins", [None, NOW - LATE_MILLISECONDS, NOW, NOW + AHEAD_MILLISECONDS])
def test_a_tournament_is_announced_for_now_or_the_next_month(begins: int | None) -> None:
    check_beginning(replace(plan(), begins=begins), NOW)


@pytest.mark.parametrize("begins", [0, NOW - LATE_MILLISECONDS - 1, NOW + AHEAD_MILLISECONDS + 1])
def test_and_for_no_other_moment(begins: int) -> None:
    with pytest.raises(Refusal) as caught:
        check_beginning(replace(plan(), begins=begins), NOW)
    reason = caught.value.reason
    assert (reason.kind, reason.code, reason.params) == ("malformed", "tournament-begins", {"days": 30})


@pytest.mark.parametrize("format", ["team_swiss", "team_round_robin"])
def test_a_match_of_teams_has_2_to_8_boards(format: str) -> None:
    for boards in (2, 8):
        assert check(plan(format=format, boards=boards)).boards == boards
    for wrong in (None, 1, 9):
        with pytest.raises(Refusal) as caught:
            check(plan(format=format, boards=wrong))
        said = "A match of teams has 2 to 8 boards."
        expected = Reason("malformed", "tournament-boards", said, None, {"fewest": 2, "most": 8})
        assert caught.value.reason == expected


@pytest.mark.parametrize(
    ("format", "rounds", "boards"),
    [
        ("swiss", 4, None),
        ("table_swiss", 4, None),
        ("team_swiss", 4, 3),
        ("round_robin", None, None),
        ("double_round_robin", None, None),
        ("knockout", None, None),
        ("table_round_robin", None, None),
        ("team_round_robin", None, 3),
    ],
)
def test_a_format_ignores_the_settings_of_others(format: str, rounds: int | None, boards: int | None) -> None:
    options = encode(CinqoOptions(players=4 if format.startswith("table") else 2))
    tidied = check(plan(format=format, options=options, rounds=4, boards=3, name="  Club   night "))
    assert (tidied.rounds, tidied.boards, tidied.name) == (rounds, boards, "Club night")


@pytest.mark.parametrize(
    ("format", "options", "code"),
    [
        ("swiss", CincoOptions(players=3, teams=3), "tournament-two"),
        ("knockout", CinqoOptions(players=4), "tournament-two"),
        ("team_swiss", CinqoOptions(players=1), "tournament-two"),
        ("table_swiss", CinqoOptions(players=2), "tournament-tables"),
        ("table_round_robin", CinqoOptions(players=5), "tournament-tables"),
        ("table_swiss", CinqoOptions(players=3), None),
        ("table_swiss", CinqoOptions(players=4), None),
        ("table_swiss", CincoOptions(players=4), None),
        ("swiss", CincoOptions(), None),
    ],
)
def test_a_table_has_as_many_players_as_its_format(format: str, options: Any, code: str | None) -> None:
    settings = plan(format=format, options=encode(options))
    if code is None:
        assert options_of(settings) == options
        return
    with pytest.raises(Refusal) as caught:
        options_of(settings)
    assert (caught.value.reason.kind, caught.value.reason.code) == ("conflict", code)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (b'{"game":"chess"}', "Unknown game “chess”. Choose from cinco, cinqo."),
        (b'{"game":"cinco"}'.ljust(LARGEST_OPTIONS + 1), "No game has so many options."),
    ],
)
def test_options_that_are_none_are_refused_in_a_sentence(options: bytes, sentence: str) -> None:
    with pytest.raises(Refusal) as caught:
        options_of(plan(options=msgspec.Raw(options)))
    reason = caught.value.reason
    assert (reason.kind, reason.code, reason.sentence) == ("malformed", "bad-options", sentence)


def test_options_may_be_as_long_as_at_any_table() -> None:
    longest = b'{"game":"cinco"}'.ljust(LARGEST_OPTIONS)
    assert options_of(plan(options=msgspec.Raw(longest))) == CincoOptions()


def test_a_table_with_fewer_players_has_no_teams() -> None:
    four = plan(format="table_swiss", options=encode(CincoOptions(players=4)))
    assert seating_of(four) == seating_of(four, 4) == Seating(4, 2)
    assert seating_of(four, 3) == Seating(3, 3)
    assert sides_of(four, 4) == (0, 1, 0, 1)
    assert sides_of(four, 3) == (0, 1, 2)
    assert sides_of(four, 2) == (0, 1)


def test_the_player_on_the_first_seat_starts() -> None:
    paced = plan(format="table_swiss", options=encode(CinqoOptions(players=4, first=2)), rated=True)
    table = table_settings(paced, 3)
    assert msgspec.json.decode(table.options, type=CinqoOptions) == CinqoOptions(players=3, first=0)
    assert table.seats == (SeatSetup("open"),) * 3
    assert (table.pace, table.rated, table.bot_pace) == (paced.pace, True, "quick")
    assert not table_settings(plan()).rated


@pytest.mark.parametrize(
    ("format", "players", "rounds", "expected"),
    [
        # Everybody meets everybody, with a bye each if their number is odd.
        ("round_robin", 4, None, 3),
        ("round_robin", 5, 2, 5),
        ("double_round_robin", 4, None, 6),
        ("team_round_robin", 5, None, 5),
        ("knockout", 8, 1, 3),
        ("knockout", 9, None, 4),
        # As many as a single winner needs or the host says, but never so many that two must meet twice.
        ("swiss", 3, None, 3),
        ("swiss", 4, None, 3),
        ("swiss", 5, None, 3),
        ("swiss", 16, None, 4),
        ("swiss", 17, None, 5),
        ("swiss", 64, None, 6),
        ("swiss", 64, 20, 20),
        ("swiss", 64, 1, 1),
        ("swiss", 10, 20, 5),
        ("swiss", 11, 20, 6),
        ("swiss", 4, 20, 3),
        ("team_swiss", 2, None, 1),
        ("team_swiss", 3, 20, 3),
    ],
)
def test_the_number_of_rounds(format: str, players: int, rounds: int | None, expected: int) -> None:
    assert rounds_of(plan(format=format, rounds=rounds, boards=2), players) == expected


def test_the_fact_by_which_losers_rank_is_the_games() -> None:
    assert rank_fact_of(plan()) == GAMES["cinco"].rank_fact
    assert rank_fact_of(plan(options=encode(CinqoOptions()))) == GAMES["cinqo"].rank_fact
    assert GAMES["cinco"].rank_fact != GAMES["cinqo"].rank_fact
