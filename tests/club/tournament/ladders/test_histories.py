"""Random histories of ladders: places are a permutation of the players, and nobody moves without cause."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from quincunx.club.tournament.ladder.order import ladder_of
from quincunx.club.tournament.ladder.rules import MOST_A_DAY, MOST_IN, MOST_OUT
from quincunx.club.tournament.ladder.view import ladder_view, steps_view
from quincunx.club.tournament.ladder.wire import CancelChallenge, ChallengePlayer
from quincunx.club.tournament.view import view
from quincunx.club.tournament.wire import JoinTournament, LeaveTournament, RemovePlayer, SetResult
from quincunx.core.reason import Refusal
from quincunx.table.parts import Vacation
from tests.club.tournament.ladders.support import DAY, HOUR, OnLadder
from tests.tournament.ladder import order_of

ENDINGS: Any = (("won", "lost"), ("lost", "won"), ("drew", "drew"), ("left", "won"), ("won", "left"))


def act_at_random(club: OnLadder, random: Random) -> None:
    """One act of anybody, sensible or not; a refused one changes nothing."""
    numbers = [each.number for each in club.tournament.players]
    player, other = random.choice(numbers), random.choice(numbers)
    challenges = club.ladder.challenges
    act = random.randrange(10)
    with suppress(Refusal):
        if act <= 2:
            offered = club.offered(player)
            club.do(ChallengePlayer(random.choice(offered) if offered else other), f"p{player}")
        elif act == 3 and challenges:
            club.accept(random.choice(challenges).number)
        elif act == 4 and challenges:
            club.decline(random.choice(challenges).number)
        elif act == 5 and challenges:
            club.do(CancelChallenge(random.choice(challenges).number), f"p{player}")
        elif act == 6 and (games := [each for each in club.tournament.games if each.score is None]):
            club.end(random.choice(games).board, *random.choice(ENDINGS))
        elif act == 7:
            club.wait(random.choice((HOUR, DAY, 4 * DAY)))
        elif act == 8:
            rare = (JoinTournament(), LeaveTournament(), JoinTournament())
            club.do(random.choice(rare), f"p{random.randint(1, len(numbers) + 1)}")
            if random.random() < 0.1:
                club.do(RemovePlayer(other))
            start = club.now + random.randrange(DAY) * 1_000
            gone = Vacation(start, start + random.randint(1, 5) * DAY * 1_000)
            known = club.tournament.vacations.get(player, ())
            if not known or known[-1].until < start:
                vacations = {**club.tournament.vacations, player: (*known, gone)}
                club.tournament = replace(club.tournament, vacations=vacations)
        elif act == 9 and club.tournament.games:
            game = random.choice(club.tournament.games)
            club.do(SetResult(1, game.board, random.choice([(1, 0), (0.5, 0.5), (0, 1), None])))


def recounted(club: OnLadder) -> list[int]:
    """The order by the second program, from what everyone may read."""
    steps = msgspec.to_builtins(steps_view(club.tournament, 1))["steps"]
    challengers = {each["number"]: each["player"] for each in steps if each["kind"] == "challenge"}
    first_ruled: dict[int, int] = {}
    for ruling in view(club.tournament, (), club.now).rulings:
        first_ruled.setdefault(ruling.board, ruling.at)
    results = []
    for game in club.tournament.games:
        if game.counted is None:
            continue
        times = [game.ended_at] if game.ended_at is not None else []
        times += [first_ruled[game.board]] if game.ruled is not None else []
        points = game.halves_of(challengers[game.board]) / 2
        results.append((min(times), game.board, points))
    return order_of(steps, results)


@settings(max_examples=settings().max_examples // 3)  # of whole histories
@given(st.integers(3, 7), st.integers(1, 4), st.integers(0, 10**6))
def test_places_are_what_a_second_program_finds(players: int, reach: int, seed: int) -> None:
    random = Random(seed)
    club = OnLadder(players, reach=reach, answer=24)
    for _ in range(60):
        before = club.tournament
        order, results = club.order, len(before.rulings)
        finished = {each.number: each.state for each in club.ladder.challenges}
        act_at_random(club, random)
        after = club.ladder
        on = sorted(each.number for each in club.tournament.players if not each.is_out)
        assert sorted(after.order) == on
        assert recounted(club) == list(after.order)
        # Nobody moves unless a challenge has ended, a player has come or gone, or a host has set a result.
        if list(after.order) != order and len(club.tournament.rulings) == results:
            ended = [
                each
                for each in after.challenges
                if each.state in ("won", "declined", "expired") and finished.get(each.number) != each.state
            ]
            moved = {step.kind for step in club.tournament.steps[len(before.steps) :]}
            assert ended or moved & {"join", "leave"}
        assert_limits(club)


def assert_limits(club: OnLadder) -> None:
    ladder = club.ladder
    for player in ladder.order:
        own = [each for each in ladder.challenges if each.player == player]
        assert sum(each.state in ("open", "playing") for each in own) <= MOST_OUT
        assert sum(each.other == player for each in ladder.open) <= MOST_IN
        for each in own:
            day = [one for one in own if each.at <= one.at < each.at + DAY * 1_000]
            assert len(day) <= MOST_A_DAY
    pairs = [frozenset((each.player, each.other)) for each in ladder.open]
    assert len(pairs) == len(set(pairs))
    shown = ladder_view(club.tournament, club.now, (), {})
    assert shown is not None
    assert {each.player for each in shown.challenges} | {each.other for each in shown.challenges} <= set(
        ladder.order
    )


@given(st.integers(0, 10**6))
def test_a_host_who_takes_back_every_ruling_leaves_the_order_as_played(seed: int) -> None:
    random = Random(seed)
    club = OnLadder(5, answer=24)
    for _ in range(40):
        act_at_random(club, random)
    as_played = ladder_of(
        replace(
            club.tournament,
            rulings=(),
            games=tuple(replace(game, ruled=None) for game in club.tournament.games),
        )
    ).order
    if club.tournament.status == "playing":
        for game in club.tournament.games:
            club.do(SetResult(1, game.board, None))
        assert club.ladder.order == as_played
