"""Tournaments that are listed for all people, and tournaments that may be announced."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from quincunx.club.tournament import commands, listing, rounds, rules
from quincunx.club.tournament.listing import MOST_LISTED, MOST_OF_ONE_HOST, listed_tournaments
from quincunx.club.tournament.ports import ListedRow
from quincunx.core.reason import Refusal
from quincunx.table.seats.person import handle_of
from tests.club.tournament.support import plan

NOW = 1_800_000_000_000
HOUR = 3_600_000


def row(number: int, host: str = "", made: int = NOW, begins: int | None = None) -> ListedRow:
    settings = plan(listed=True, begins=begins, most=12)
    return ListedRow(f"tournament-{number}", settings, 3, host or f"host-{number}", "Ada", made)


def names(rows: list[ListedRow], now: int = NOW) -> list[str]:
    return [each.id for each in listed_tournaments(rows, now)]


def test_a_line_says_what_one_wants_to_know_before_one_joins() -> None:
    (line,) = listed_tournaments([row(1, begins=NOW + HOUR)], NOW)
    assert (line.id, line.name, line.players, line.most) == ("tournament-1", "Club night", 3, 12)
    assert (line.host.name, line.host.handle) == ("Ada", handle_of("host-1"))
    assert (line.format, line.pace, line.options, line.rated) == (
        "swiss",
        plan().pace,
        plan().options,
        False,
    )
    assert (line.begins, line.made) == (NOW + HOUR, NOW)


def test_the_next_start_comes_first_and_then_the_newest() -> None:
    rows = [row(1), row(2, begins=NOW + 2 * HOUR), row(3), row(4, begins=NOW + HOUR)]
    assert names(rows) == ["tournament-4", "tournament-2", "tournament-1", "tournament-3"]


def test_a_ladder_that_runs_comes_last_and_never_expires() -> None:
    ladder = replace(row(1, made=1, begins=2), is_running=True)
    assert names([row(2), row(3, begins=NOW + HOUR), ladder]) == [
        "tournament-3",
        "tournament-2",
        "tournament-1",
    ]
    (line,) = listed_tournaments([ladder], NOW)
    assert (line.is_running, line.begins) == (True, None)


def test_of_one_host_there_are_a_few() -> None:
    rows = [row(number, "ada" if number < 5 else "") for number in range(8)]
    assert names(rows) == [
        f"tournament-{number}" for number in range(8) if not MOST_OF_ONE_HOST <= number < 5
    ]


def test_the_list_ends() -> None:
    rows = [row(number) for number in range(MOST_LISTED + 5)] + [row(99, begins=NOW)]
    assert names(rows) == ["tournament-99", *(f"tournament-{number}" for number in range(MOST_LISTED - 1))]


def test_an_expired_tournament_waits_for_no_player_and_blocks_none() -> None:
    old = row(1, "ada", made=NOW - listing.STALE_MILLISECONDS)
    late = row(2, "ada", begins=NOW - listing.OVERDUE_MILLISECONDS)
    assert names([old, late, row(3, "ada"), row(4, "ada")]) == ["tournament-3", "tournament-4"]
    assert names([old, late], NOW - 1) == ["tournament-2", "tournament-1"]
    announced = row(5, made=NOW - 9 * listing.STALE_MILLISECONDS, begins=NOW + HOUR)
    assert names([announced]) == ["tournament-5"]


@pytest.mark.parametrize("begins", [-rules.LATE_MILLISECONDS, 0, rules.AHEAD_MILLISECONDS])
def test_the_next_weeks_may_be_announced(begins: int) -> None:
    tournament = commands.create_tournament("e", "ada", plan(begins=NOW + begins), NOW)
    assert tournament.settings.begins == NOW + begins


@pytest.mark.parametrize("begins", [-rules.LATE_MILLISECONDS - 1, rules.AHEAD_MILLISECONDS + 1])
def test_no_other_time_may(begins: int) -> None:
    with pytest.raises(Refusal) as refusal:
        commands.create_tournament("e", "ada", plan(begins=NOW + begins), NOW)
    assert (refusal.value.reason.code, refusal.value.reason.params) == ("tournament-begins", {"days": 30})


def test_an_announced_tournament_is_not_deleted_before_it_starts() -> None:
    begins = NOW + rules.AHEAD_MILLISECONDS
    tournament = commands.create_tournament("e", "ada", plan(begins=begins), NOW)
    assert tournament.due == begins
    waiting = rounds.act(tournament, begins + rounds.PATIENCE_MILLISECONDS, str)
    assert waiting.due == begins + rounds.OPEN_MILLISECONDS
    assert rounds.act(waiting, waiting.due - 1, str) is waiting
    assert rounds.act(waiting, waiting.due, str).status == "ended"
    early = commands.create_tournament("e", "ada", plan(begins=NOW - 1, by_hand=True), NOW)
    assert early.due == NOW + rounds.OPEN_MILLISECONDS
