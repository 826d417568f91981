"""Co-hosts, handing over, the start at the announced time, and the results that a host sets."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from quincunx.club.tournament import rounds
from quincunx.club.tournament.hosting import MOST_COHOSTS, MOST_RULINGS, AppointHost
from quincunx.club.tournament.state import Known
from quincunx.club.tournament.view import view
from quincunx.club.tournament.wire import (
    EndTournament,
    HandOverTournament,
    JoinTournament,
    RemoveHost,
    SetBegins,
    SetByHand,
    SetResult,
    StartTournament,
)
from quincunx.core.reason import Refusal
from quincunx.table.seats.person import handle_of
from tests.club.tournament.support import DREW, WON, Club, meetings

MINUTE = 60


def refused(club: Club, command: Any, *people: str) -> str:
    with pytest.raises(Refusal) as caught:
        club.do(command, *people)
    return caught.value.reason.code


def with_cohosts(*cohosts: str, players: int = 0, **settings: Any) -> Club:
    club = Club(players, **settings)
    for person in cohosts:
        club.do(AppointHost(person))
    return club


# ---- hosts -----------------------------------------------------------------------------------------------


def test_a_cohost_runs_the_tournament_but_names_no_others() -> None:
    club = with_cohosts("co", "other", players=3)
    assert club.do(AppointHost("co")).cohosts == ("co", "other")
    for command in (AppointHost("p1"), HandOverTournament(handle_of("co")), RemoveHost(handle_of("other"))):
        assert refused(club, command, "co") == "tournament-not-host"
    assert club.do(RemoveHost(handle_of("other")), "other").cohosts == ("co",)
    assert club.do(StartTournament(), "co").status == "playing"
    assert club.do(RemoveHost(handle_of("co"))).cohosts == ()
    assert club.do(RemoveHost(handle_of("co"))).cohosts == ()
    assert refused(club, EndTournament(), "co") == "tournament-not-host"


def test_there_are_so_many_cohosts_and_each_is_an_account() -> None:
    club = with_cohosts(*(f"co{number}" for number in range(MOST_COHOSTS)))
    assert refused(club, AppointHost("more")) == "tournament-cohosts"
    assert refused(club, AppointHost(None)) == "tournament-no-account"
    assert club.do(AppointHost("host")).cohosts == tuple(f"co{number}" for number in range(MOST_COHOSTS))


def test_a_cohost_becomes_the_host_and_the_former_host_a_cohost() -> None:
    club = with_cohosts("co", "other")
    assert refused(club, HandOverTournament(handle_of("p1"))) == "tournament-no-cohost"
    after = club.do(HandOverTournament(handle_of("co")))
    assert (after.host, after.cohosts) == ("co", ("other", "host"))
    assert club.do(HandOverTournament(handle_of("co")), "co") is after
    assert refused(club, HandOverTournament(handle_of("other"))) == "tournament-not-host"


def test_where_the_host_is_gone_a_cohost_takes_over() -> None:
    club = with_cohosts("co", "other", players=3)
    club.tournament = replace(club.tournament, people={"host": Known("?", is_gone=True)})
    after = club.do(HandOverTournament(handle_of("co")), "other")
    assert (after.host, after.cohosts) == ("co", ("other",))


def test_rounds_that_no_host_can_release_are_released_by_the_system() -> None:
    club = with_cohosts("co", players=4, by_hand=True, rounds=2, pause=30)
    club.start()
    club.tournament = replace(club.tournament, people={"host": Known("?", is_gone=True)})
    assert club.play_round(lambda _: WON).round == 1
    club.tournament = replace(club.tournament, people={"host": Known("?", is_gone=True), "co": Known("?")})
    assert club.act(60).round == 1
    gone = {"host": Known("?", is_gone=True), "co": Known("?", is_barred=True)}
    club.tournament = replace(club.tournament, people=gone, due=0)
    assert club.act().next_at == club.now + 30_000
    assert club.act(30).round == 2


# ---- the start -------------------------------------------------------------------------------------------


def test_it_starts_at_the_announced_time_without_anyone() -> None:
    club = Club(4, begins=1_000_000 + 3_600_000)
    assert club.tournament.next_at == club.tournament.due == 4_600_000
    assert view(club.tournament, (), 0).next_at == 4_600_000
    assert club.act(3_500).status == "open"
    assert (club.act(100).status, club.tournament.round) == ("playing", 1)


def test_with_too_few_it_tries_again_every_five_minutes_for_two_hours() -> None:
    begins = 1_000_000 + 60_000
    club = Club(2, begins=begins)
    quiet_since = club.tournament.changed_at
    club.now = begins - 1_000
    assert (club.act().status, club.tournament.next_at) == ("open", begins + 5 * MINUTE * 1_000)
    # An overdue attempt survives a player who joins a moment before it.
    club.now = begins + 5 * MINUTE * 1_000
    assert club.do(JoinTournament(), "p9").next_at == begins + 5 * MINUTE * 1_000
    assert club.act().status == "playing"

    few = Club(2, begins=begins)
    few.now = begins + rounds.PATIENCE_MILLISECONDS - 1_000
    few.act()
    assert few.act().next_at is None
    assert few.tournament.changed_at == quiet_since
    assert few.tournament.due == begins + rounds.OPEN_MILLISECONDS
    few.do(JoinTournament(), "p3")
    assert few.act(24 * 3_600).status == "open"
    assert few.do(StartTournament()).status == "playing"


def test_an_outage_at_the_announced_time_delays_the_start() -> None:
    club = Club(3, begins=1_000_000 + 60_000)
    assert club.be_away(10 * 3_600).status == "playing"


def test_a_start_long_forgotten_is_left_to_the_host() -> None:
    club = Club(3, begins=1_000_000 + 60_000)
    assert (club.act(10 * 3_600).status, club.tournament.next_at) == ("open", None)


def test_the_last_attempt_is_at_most_five_minutes_late() -> None:
    begins = 1_000_000 + 60_000
    last = begins + rounds.PATIENCE_MILLISECONDS + rounds.AGAIN_MILLISECONDS
    for late, status in ((0, "playing"), (1, "open")):
        club = Club(3, begins=begins)
        club.now = last + late
        assert club.act(0).status == status


def test_the_announced_start_may_be_moved_and_is_the_hosts_if_rounds_are() -> None:
    club = Club(3, begins=1_000_000 + 60_000)
    later = 1_000_000 + 120_000
    assert refused(club, SetBegins(later), "p1") == "tournament-not-host"
    assert refused(club, SetBegins(1)) == "tournament-begins"
    assert club.do(SetBegins(later)).next_at == later
    assert club.do(SetByHand(True)).next_at is None
    assert club.do(SetByHand(False)).next_at == later
    assert club.do(SetBegins(None)).next_at is None
    club.do(StartTournament())
    assert refused(club, SetBegins(later)) == "tournament-begun"


# ---- results ---------------------------------------------------------------------------------------------


def test_a_ruling_names_the_host_who_made_it() -> None:
    club = with_cohosts("co", players=4)
    club.start()
    club.do(SetResult(1, 1, (1, 0)))
    club.do(SetResult(1, 1, (0, 1)), "co")
    assert [(each.number, each.person) for each in club.tournament.rulings] == [(1, "host"), (2, "co")]


def test_a_corrected_result_is_on_record_and_counts() -> None:
    club = Club(4, rounds=2, pause=0)
    club.start()
    first, second = club.tournament.in_round(1)
    assert first.table is not None
    club.count(first.table, WON)
    loser = first.players[1]
    after = club.do(SetResult(1, first.board, (0, 1)))
    assert [line.points for line in view(after, (), 0).standings if line.player == loser] == [1.0]
    club.do(SetResult(1, first.board, (0.5, 0.5)), "host")
    club.do(SetResult(1, first.board, None))
    shown = view(club.tournament, (), 0)
    assert [each.number for each in shown.rulings] == [1, 2, 3]
    assert [(each.before, each.after) for each in shown.rulings] == [
        ((1.0, 0.0), (0.0, 1.0)),
        ((0.0, 1.0), (0.5, 0.5)),
        ((0.5, 0.5), None),
    ]
    assert shown.rulings[0].players == first.players
    assert shown.current is not None
    assert not shown.current.games[0].is_ruled
    # An awarded game ends its round; what is played there later counts no more.
    awarded = club.do(SetResult(1, second.board, (1, 0)))
    assert (awarded.rulings[-1].before, awarded.next_at) == (None, club.now)
    assert second.table is not None
    club.count(second.table, DREW)
    assert club.tournament.in_round(1)[1].halves_of(second.first) == 2


def test_rounds_already_paired_stay_and_results_may_be_set_after_the_end() -> None:
    club = Club(4, rounds=2, pause=0)
    club.start()
    club.play_round(lambda _: WON)
    paired = meetings(club.tournament)
    assert meetings(club.do(SetResult(1, 1, (0, 1)))) == paired
    club.play_round(lambda _: WON)
    assert club.tournament.status == "ended"
    assert club.do(SetResult(2, 1, (0, 0))).status == "ended"
    assert club.tournament.rulings[-1].person == "host"
    assert club.tournament.due is None
    assert refused(club, SetResult(2, 1, (1, 0)), "p1") == "tournament-not-host"


def test_results_that_cannot_be_set() -> None:
    club = Club(3, rounds=1)
    club.start()
    bye = next(game for game in club.tournament.games if game.second is None)
    for command in (SetResult(1, bye.board, (1, 0)), SetResult(2, 1, (1, 0)), SetResult(1, 9, None)):
        assert refused(club, command) == "tournament-no-game"
    for points in ((1, 1), (0.7, 0.3), (2, 0), (0.25, 0.75), (1,), (1e308, 0), (-1, 1)):
        assert refused(club, SetResult(1, 1, points)) == "tournament-result"
    for number in range(MOST_RULINGS):
        club.do(SetResult(1, 1, ((1, 0), (0, 1))[number % 2]))
    assert refused(club, SetResult(1, 1, (0, 0))) == "tournament-rulings"
    assert club.do(SetResult(1, 1, (0, 1))).version == club.tournament.version
