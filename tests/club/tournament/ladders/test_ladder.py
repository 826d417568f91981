"""The rules of a ladder, each by an example."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from quincunx.club.tournament.attendance import Seating
from quincunx.club.tournament.ladder import rules
from quincunx.club.tournament.ladder.settings import ANSWER_HOURS, LONGEST, REACH
from quincunx.club.tournament.ladder.view import PAGE, ladder_view, steps_view
from quincunx.club.tournament.ladder.wire import (
    AcceptChallenge,
    CancelChallenge,
    ChallengePlayer,
    DeclineChallenge,
    LadderGame,
    LadderResult,
    LadderStep,
    LadderSteps,
)
from quincunx.club.tournament.rules import check, check_beginning
from quincunx.club.tournament.state import Known
from quincunx.club.tournament.view import round_view, view
from quincunx.club.tournament.wire import (
    EndTournament,
    JoinTournament,
    KeepApart,
    LeaveTournament,
    RemovePlayer,
    SetResult,
)
from quincunx.core.reason import Reason, Refusal
from quincunx.table.deadlines.outage import Outage
from quincunx.table.events import DailyPace
from quincunx.table.parts import Vacation
from tests.club.tournament.ladders.support import DAY, HOUR, OnLadder
from tests.club.tournament.support import Club, plan


def refused(code: str) -> pytest.RaisesExc[Refusal]:
    return pytest.raises(Refusal, check=lambda error: error.reason.code == code)


# ---- places ----------------------------------------------------------------------------------------------


def test_a_ladder_starts_in_the_order_of_joining_and_latecomers_join_at_the_bottom() -> None:
    club = OnLadder(4)
    assert club.order == [1, 2, 3, 4]
    club.do(JoinTournament(), "late")
    assert club.order == [1, 2, 3, 4, 5]
    assert [(line.place, line.player) for line in view(club.tournament, (), club.now).standings] == [
        (place, place) for place in range(1, 6)
    ]


def test_a_challenger_who_wins_takes_the_place_and_those_between_move_down() -> None:
    club = OnLadder(5)
    club.play(4, 1, "won", "lost")
    assert club.order == [4, 1, 2, 3, 5]
    shown = view(club.tournament, (), club.now).ladder
    assert shown is not None
    (result,) = shown.results
    assert (result.player, result.other, result.outcome) == (4, 1, "won")
    assert (result.before, result.after) == (4, 1)
    (game,) = club.tournament.games
    points = (1, 0) if game.first == 4 else (0, 1)
    assert (result.players, result.points, result.table) == (game.players, points, game.table)


def test_the_latest_results_come_first() -> None:
    club = OnLadder(4)
    first, second = club.challenge(3, 1), club.challenge(4, 2)
    for number in (first, second):
        club.accept(number)
    for number in (second, first):
        club.end(number, "lost", "won")
    shown = ladder_view(club.tournament, club.now, (), {})
    assert shown is not None
    assert [each.challenge for each in shown.results] == [first, second]


@pytest.mark.parametrize(
    ("own", "others", "outcome"),
    [("lost", "won", "lost"), ("drew", "drew", "drawn"), ("left", "won", "lost"), ("left", "left", "missed")],
)
def test_other_results_move_nobody(own: str, others: str, outcome: str) -> None:
    club = OnLadder(4)
    club.play(3, 1, own, others)  # type: ignore[arg-type]  # parameters are plain texts
    assert club.order == [1, 2, 3, 4]
    shown = ladder_view(club.tournament, club.now, (), {})
    assert shown is not None
    assert shown.results[0].outcome == outcome


def test_a_player_who_leaves_the_game_loses_the_place() -> None:
    club = OnLadder(3)
    club.play(2, 1, "won", "left")
    assert club.order == [2, 1, 3]


def test_declining_is_like_losing() -> None:
    club = OnLadder(4)
    number = club.challenge(3, 1)
    club.decline(number)
    assert club.order == [3, 1, 2, 4]
    shown = ladder_view(club.tournament, club.now, (), {})
    assert shown is not None
    declined = LadderResult(number, club.now, 3, 1, "declined", 3, 1, None, (), (), is_ruled=False)
    assert shown.results == (declined,)


def test_a_challenge_that_is_not_answered_in_time_is_like_losing() -> None:
    club = OnLadder(4, answer=48)
    number = club.challenge(3, 1)
    club.wait(48 * HOUR - 2)
    assert club.order == [1, 2, 3, 4]
    club.wait(3)
    assert club.order == [3, 1, 2, 4]
    with refused("ladder-closed"):
        club.accept(number)


def test_a_challenge_can_be_accepted_to_the_last_moment() -> None:
    club = OnLadder(3, answer=1)
    number = club.challenge(2, 1)
    club.now += HOUR * 1_000 - 2_000
    game = club.accept(number)
    assert (game.round, game.board, game.first, game.second) == (1, number, 1, 2)
    club.wait(2 * HOUR)
    assert club.order == [1, 2, 3]


def test_the_view_has_the_challenges_and_the_games_that_are_on() -> None:
    club = OnLadder(4)
    waiting, accepted = club.challenge(4, 3), club.challenge(2, 1)
    game = club.accept(accepted)
    seats = {str(game.table): Seating(True, ("here", "bot"))}
    shown = ladder_view(club.tournament, club.now, (), seats)
    assert shown is not None
    assert [(each.challenge, each.player, each.other) for each in shown.challenges] == [(waiting, 4, 3)]
    until = game.began + DAY * 1_000
    assert shown.games == (LadderGame(accepted, 2, (1, 2), str(game.table), until, True, ("here", "bot")),)


def test_taking_a_challenge_back_moves_nobody() -> None:
    club = OnLadder(3)
    number = club.challenge(2, 1)
    club.cancel(number)
    assert club.order == [1, 2, 3]
    assert club.cancel(number) is club.tournament
    with refused("ladder-closed"):
        club.accept(number)


def test_players_start_equally_often() -> None:
    club = OnLadder(3)
    club.play(2, 1, "lost", "won")
    assert club.accept(club.challenge(3, 1)).first == 3
    club.end(club.ladder.pending[0].number, "lost", "won")
    assert club.accept(club.challenge(3, 2)).first == 2


# ---- whom a player may challenge ---------------------------------------------------------------------------


def test_a_player_may_challenge_those_a_few_places_above() -> None:
    club = OnLadder(6, reach=2)
    assert club.offered(5) == [4, 3]
    assert club.offered(1) == []
    assert club.why_not(5, 2) == "ladder-reach-of"
    assert club.why_not(4, 5) == "ladder-reach-of"
    assert club.why_not(5, 5) == "ladder-self"
    assert club.why_not(5, 7) == "ladder-not-there"


def test_the_same_two_meet_again_only_after_a_week_whatever_came_of_it() -> None:
    for outcome in ("played", "declined", "cancelled"):
        club = OnLadder(3)
        number = club.challenge(2, 1)
        if outcome == "played":
            club.accept(number)
            club.end(number, "lost", "won")
        elif outcome == "declined":
            club.decline(number)
        else:
            club.cancel(number)
        low, high = reversed(club.order[:2])
        for days, seconds in ((7, 7 * DAY - 2), (1, 2)):
            refusal = club.refusal(low, high)
            assert refusal is not None
            assert (refusal.code, refusal.params) == ("ladder-again", {"days": days})
            club.wait(seconds)
        assert club.why_not(low, high) is None


def test_challenges_in_both_directions_are_few() -> None:
    club = OnLadder(7, reach=6)
    club.challenge(7, 1)
    club.accept(club.challenge(7, 2))
    assert club.why_not(7, 3) == "ladder-out"
    club.challenge(6, 1)
    assert club.why_not(5, 1) == "ladder-in"
    assert club.why_not(5, 2) is None


def test_a_player_can_challenge_a_few_times_a_day() -> None:
    club = OnLadder(9, reach=8)
    for other in range(1, 6):
        club.cancel(club.challenge(9, other))
    assert club.why_not(9, 6) == "ladder-day"
    club.wait(DAY - 20)
    assert club.why_not(9, 6) == "ladder-day"
    club.wait(20)
    assert club.why_not(9, 6) is None


def test_players_who_must_not_meet_are_passed_over() -> None:
    club = OnLadder(6, reach=2)
    club.do(KeepApart((5, 4)))
    assert club.offered(5) == [3, 2]
    club.tournament = replace(club.tournament, blocked=frozenset({(3, 5)}))
    assert club.offered(5) == [2, 1]
    assert {club.why_not(5, 4), club.why_not(5, 3)} == {"ladder-apart"}


def test_a_player_on_the_way_up_drops_challenges_to_those_whom_they_have_passed() -> None:
    club = OnLadder(4)
    number = club.challenge(4, 3)
    club.play(4, 1, "won", "lost")
    assert club.order == [4, 1, 2, 3]
    assert [each.state for each in club.ladder.challenges] == ["void", "won"]
    with refused("ladder-closed"):
        club.decline(number)


# ---- repeated commands, and those of others ----------------------------------------------------------------


def test_repeated_commands_have_one_effect() -> None:
    club = OnLadder(4)
    number = club.challenge(3, 1)
    assert club.do(ChallengePlayer(1), "p3") is club.tournament
    club.accept(number)
    once = club.tournament
    assert club.do(AcceptChallenge(number), "p1") is once
    declined = club.challenge(4, 2)
    once = club.decline(declined)
    assert club.do(DeclineChallenge(declined), "p2") is once


def test_only_the_challenged_player_answers_and_only_the_challenger_takes_back() -> None:
    club = OnLadder(4)
    number = club.challenge(3, 1)
    for command, person in (
        (AcceptChallenge(number), "p3"),
        (DeclineChallenge(number), "p2"),
        (DeclineChallenge(number), "host"),
        (CancelChallenge(number), "p1"),
    ):
        with refused("ladder-not-yours"):
            club.do(command, person)
    with refused("ladder-no-challenge"):
        club.do(AcceptChallenge(1), "p1")
    with refused("ladder-not-on"):
        club.do(ChallengePlayer(1), "visitor")


def test_a_former_guest_of_the_same_person_is_not_challenged() -> None:
    club = OnLadder(3)
    with refused("ladder-self"):
        club.do(ChallengePlayer(1), "p2", "p1")


def test_challenges_need_a_running_ladder() -> None:
    with refused("ladder-none"):
        Club(3).do(ChallengePlayer(1), "p2")
    with refused("ladder-not-begun"):
        Club(3, format="ladder", wait=DAY).do(ChallengePlayer(1), "p2")


# ---- leaving, silence, and absence -------------------------------------------------------------------------


def test_those_below_a_leaving_player_move_up_and_their_challenges_are_void() -> None:
    club = OnLadder(5)
    club.challenge(4, 2)
    club.do(LeaveTournament(), "p2")
    assert club.order == [1, 3, 4, 5]
    assert club.ladder.open == ()
    assert club.offered(5) == [4, 3, 1]


def test_a_player_who_has_left_comes_back_at_the_bottom_a_day_later() -> None:
    club = OnLadder(4)
    club.do(LeaveTournament(), "p1")
    again = club.now + DAY * 1_000
    assert [view(club.tournament, ("p1",), each).you.may_join for each in (again - 1, again)] == [False, True]
    assert club.why_not(1, 2) == "ladder-not-on"
    with refused("ladder-return"):
        club.do(JoinTournament(), "p1")
    assert not view(club.tournament, ("p1",), club.now).you.may_join
    club.wait(DAY)
    assert view(club.tournament, ("p1",), club.now).you.may_join
    club.do(JoinTournament(), "p1")
    assert club.order == [2, 3, 4, 1]


def test_a_game_of_a_player_who_has_left_moves_nobody() -> None:
    club = OnLadder(4)
    number = club.challenge(3, 1)
    club.accept(number)
    club.do(LeaveTournament(), "p1")
    club.end(number, "won", "left")
    assert club.order == [2, 3, 4]


def test_a_removed_player_is_off_the_ladder_for_good() -> None:
    club = OnLadder(4)
    club.do(RemovePlayer(2))
    assert club.order == [1, 3, 4]
    with refused("tournament-removed"):
        club.do(JoinTournament(), "p2")


def test_a_silent_player_sinks_and_is_off_the_ladder_after_two_challenges() -> None:
    club = OnLadder(5)
    club.challenge(4, 1)
    club.wait(4 * DAY)
    assert club.order == [4, 1, 2, 3, 5]
    club.challenge(3, 1)
    club.wait(4 * DAY)
    assert club.order == [4, 3, 2, 5]
    club.do(JoinTournament(), "p1") if club.wait(DAY) else None
    assert club.order == [4, 3, 2, 5, 1]


def test_an_answer_or_a_game_in_between_is_enough() -> None:
    club = OnLadder(5)
    club.challenge(4, 1)
    club.wait(4 * DAY)
    club.play(3, 1, "lost", "won")
    club.challenge(5, 1)
    club.wait(4 * DAY)
    assert 1 in club.order


def test_deleted_and_banned_players_are_taken_off_within_an_hour() -> None:
    club = OnLadder(4)
    club.tournament = replace(
        club.tournament, people={"p1": Known("?", is_gone=True), "p3": Known("Carl", is_barred=True)}
    )
    club.wait(HOUR)
    assert club.order == [2, 4]


def test_those_who_are_gone_are_neither_challenged_nor_accepted_meanwhile() -> None:
    club = OnLadder(4)
    number = club.challenge(3, 1)
    club.tournament = replace(
        club.tournament, people={"p2": Known("?", is_gone=True), "p3": Known("Carl", is_barred=True)}
    )
    assert club.why_not(4, 2) == "ladder-not-there"
    with refused("ladder-closed"):
        club.accept(number)
    club.wait(HOUR)
    assert club.order == [1, 4]


# ---- vacations and outages ---------------------------------------------------------------------------------


def away(club: OnLadder, player: int, since: int, days: int) -> None:
    """A player goes on vacation so many seconds from now."""
    start = club.now + since * 1_000
    gone = Vacation(start, start + days * DAY * 1_000)
    earlier = club.tournament.vacations.get(player, ())
    vacations = {**club.tournament.vacations, player: (*earlier, gone)}
    club.tournament = replace(club.tournament, vacations=vacations)


def test_a_player_on_vacation_is_not_challenged_and_does_not_challenge() -> None:
    club = OnLadder(4, pace=DailyPace(24))
    away(club, 2, 0, 3)
    assert club.why_not(3, 2) == "ladder-vacation"
    assert club.why_not(2, 1) == "ladder-own-vacation"
    assert club.offered(4) == [3, 1]
    shown = ladder_view(club.tournament, club.now, (), {})
    assert shown is not None
    assert shown.away == (2,)
    club.wait(3 * DAY)
    assert club.why_not(3, 2) is None


def test_the_time_to_answer_stands_still_on_vacation() -> None:
    club = OnLadder(4, pace=DailyPace(24), answer=24)
    club.challenge(3, 1)
    away(club, 1, 10 * HOUR, 5)
    away(club, 1, 10 * HOUR + 6 * DAY, 5)
    club.wait(DAY)
    shown = ladder_view(club.tournament, club.now, (), {})
    assert shown is not None
    (challenge,) = shown.challenges
    assert (challenge.player, challenge.other) == (3, 1)
    assert challenge.is_still
    assert challenge.until == challenge.at + (1 + 5) * DAY * 1_000
    club.wait(5 * DAY - 1)
    assert club.order == [1, 2, 3, 4]
    club.wait(1)
    assert club.order == [3, 1, 2, 4]


def test_the_time_to_answer_moves_by_outages_of_the_server() -> None:
    club = OnLadder(4, answer=24)
    club.challenge(3, 1)
    club.outages = (Outage(club.now + HOUR * 1_000, club.now + 11 * HOUR * 1_000),)
    club.wait(34 * HOUR - 1)
    assert club.order == [1, 2, 3, 4]
    club.wait(1)
    assert club.order == [3, 1, 2, 4]


# ---- results of hosts, and the end -------------------------------------------------------------------------


def test_a_result_that_a_host_sets_counts_from_the_time_of_the_game() -> None:
    club = OnLadder(4)
    number = club.challenge(3, 1)
    game = club.accept(number)
    club.end(number, "lost", "won")
    club.play(4, 2, "won", "lost")
    assert club.order == [1, 4, 2, 3]
    won = (1, 0) if game.first == 3 else (0, 1)
    club.do(SetResult(1, number, won))
    # First the third player took the first place, then the fourth took that of the second player.
    assert club.order == [3, 1, 4, 2]
    club.do(SetResult(1, number, None))
    assert club.order == [1, 4, 2, 3]


def test_a_host_awards_a_game_that_has_no_result() -> None:
    club = OnLadder(4)
    number = club.challenge(3, 1)
    game = club.accept(number)
    pending = "There is a challenge between you already."
    assert club.refusal(3, 1) == Reason("conflict", "ladder-pending", pending)
    club.do(SetResult(1, number, (1, 0) if game.first == 3 else (0, 1)))
    assert club.order == [3, 1, 2, 4]
    shown = ladder_view(club.tournament, club.now, (), {})
    assert shown is not None
    assert (shown.results[0].is_ruled, shown.results[0].at) == (True, club.now)
    # The game as played changes nothing any more.
    club.end(number, "lost", "won")
    assert club.order == [3, 1, 2, 4]


def test_a_ladder_ends_at_its_date_and_games_under_way_still_count() -> None:
    started = 1_000_000 + 5_000
    club = OnLadder(4, ends=started + 10 * DAY * 1_000)
    club.wait(9 * DAY)
    number = club.challenge(3, 1)
    club.accept(number)
    club.challenge(4, 2)
    club.wait(DAY)
    assert club.tournament.status == "ended"
    assert [each.state for each in club.ladder.challenges] == ["playing", "void"]
    club.end(number, "won", "lost")
    assert club.order == [3, 1, 2, 4]
    with refused("tournament-over"):
        club.do(ChallengePlayer(1), "p4")


def test_a_ladder_ends_after_a_year_at_the_latest_or_by_a_host() -> None:
    club = OnLadder(3)
    shown = ladder_view(club.tournament, club.now, (), {})
    assert shown is not None
    assert shown.ends == club.now + LONGEST
    club.wait(LONGEST // 1_000 - 60)
    assert club.tournament.status == "playing"
    ended = club.wait(60)
    assert (ended.status, ended.changed_at) == ("ended", club.now)
    assert OnLadder(3).do(EndTournament()).status == "ended"


def test_a_game_without_a_table_at_the_end_is_void() -> None:
    club = OnLadder(3)
    club.do(AcceptChallenge(club.challenge(2, 1)), "p1")
    club.do(EndTournament())
    assert [(each.state, each.ended_at) for each in club.ladder.challenges] == [("void", club.now)]
    shown = ladder_view(club.tournament, club.now, (), {})
    assert shown is not None
    assert (shown.games, shown.challenges) == ((), ())
    assert round_view(club.tournament, 1) is None


def test_a_table_of_an_accepted_challenge_is_due_at_once_and_before_the_end() -> None:
    club = OnLadder(3)
    club.do(AcceptChallenge(club.challenge(2, 1)), "p1")
    assert club.tournament.due == club.now
    club.now += LONGEST
    club.act(0)
    assert club.tournament.status == "playing"
    club.make_tables()
    assert club.act(0).status == "ended"


# ---- settings and size -------------------------------------------------------------------------------------


def test_settings_of_a_ladder_are_checked_and_others_have_none() -> None:
    usual = check(plan(format="ladder", wait=DAY))
    assert (usual.reach, usual.answer) == (rules.USUAL_REACH, rules.USUAL_ANSWER)
    assert check(plan(reach=2, answer=5, ends=9)) == check(plan())
    for reach in (REACH[0] - 1, REACH[-1] + 1):
        with refused("ladder-reach") as caught:
            check(plan(format="ladder", wait=DAY, reach=reach))
        assert caught.value.reason.params == {"fewest": REACH[0], "most": REACH[-1]}
    for hours in (ANSWER_HOURS[0] - 1, ANSWER_HOURS[-1] + 1):
        with refused("ladder-answer") as caught:
            check(plan(format="ladder", wait=DAY, answer=hours))
        said = "The time to answer a challenge is 1 hour to 14 days."
        assert (caught.value.reason.sentence, caught.value.reason.params) == (said, {"days": 14})
    with refused("ladder-wait"):
        check(plan(format="ladder", wait=180))
    for ends in (9, 10, 10 + LONGEST + 1):
        with refused("ladder-ends"):
            check_beginning(plan(format="ladder", ends=ends), 10)
    check_beginning(plan(format="ladder", ends=10 + LONGEST), 10)


def test_a_ladder_with_too_many_steps_takes_no_more_challenges(monkeypatch: pytest.MonkeyPatch) -> None:
    club = OnLadder(4)
    number = club.challenge(3, 1)
    monkeypatch.setattr(rules, "MOST_STEPS", len(club.tournament.steps))
    monkeypatch.setattr("quincunx.club.tournament.ladder.commands.MOST_STEPS", len(club.tournament.steps))
    assert club.why_not(4, 2) == "ladder-long"
    with refused("ladder-long"):
        club.do(JoinTournament(), "late")
    club.decline(number)
    assert club.order == [3, 1, 2, 4]


def test_a_step_names_its_players_and_the_table_of_an_accepted_challenge() -> None:
    club = OnLadder(3)
    began = club.now
    number = club.challenge(2, 1)
    table = club.accept(number).table
    assert steps_view(club.tournament, 3) == LadderSteps(
        (
            LadderStep(3, began, "join", 3, None, None, None),
            LadderStep(4, began + 1_000, "challenge", 2, 1, None, None),
            LadderStep(5, began + 2_000, "accept", 2, 1, number, table),
        ),
        None,
    )


def test_a_game_counts_though_the_clock_of_its_end_is_behind() -> None:
    club = OnLadder(3)
    number = club.challenge(2, 1)
    club.accept(number)
    club.now -= 5_000
    club.end(number, "won", "lost")
    assert club.order == [2, 1, 3]
    assert club.ladder.pending == ()


def test_steps_are_shown_page_by_page() -> None:
    club = OnLadder(3)
    first = club.tournament.steps
    club.tournament = replace(
        club.tournament,
        steps=tuple(replace(first[0], number=number) for number in range(1, PAGE + 2)),
    )
    page = steps_view(club.tournament, 1)
    assert (len(page.steps), page.more) == (PAGE, PAGE + 1)
    rest = steps_view(club.tournament, PAGE + 1)
    assert ([each.number for each in rest.steps], rest.more) == ([PAGE + 1], None)
