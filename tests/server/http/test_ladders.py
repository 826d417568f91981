"""A ladder over HTTP, as hostile people use it: they can cause little."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from quincunx.club.tournament.ladder.rules import MOST_A_DAY, MOST_OUT
from tests.server.conftest import NewGuest
from tests.server.http.test_tournaments import ask, do, host, make
from tests.server.support import Guest, assert_refused

__all__ = ["host"]

LADDER: dict[str, Any] = {"format": "ladder", "wait": 86_400, "reach": 10, "options": {"game": "cinco"}}


@pytest.fixture
def guests(new_guest: NewGuest) -> list[Guest]:
    return [new_guest() for _ in range(8)]


@pytest.fixture
def ladder(host: Guest, guests: list[Guest]) -> str:
    """A running ladder of eight."""
    made = make(host, **LADDER)
    for guest in guests:
        do(guest, made, "join")
    do(host, made, "start")
    return made


def steps(guest: Guest, ladder: str, first: int = 1) -> list[dict[str, Any]]:
    return list(guest.http.get(f"/api/tournaments/{ladder}/steps?first={first}").json()["steps"])


@pytest.mark.nightly
def test_a_thousand_challenges_and_cancellations_have_little_effect(guests: list[Guest], ladder: str) -> None:
    low = guests[-1]
    before = len(steps(low, ladder))
    answers: Counter[str] = Counter()
    for number in range(1_000):
        answer = ask(low, ladder, "challenge", player=1 + number % 7)
        if answer.status_code != 200:
            answers[answer.json()["code"]] += 1
            continue
        for each in answer.json()["ladder"]["challenges"]:
            ask(low, ladder, "cancel_challenge", challenge=each["challenge"])
    added = steps(low, ladder, before + 1)
    assert Counter(each["kind"] for each in added)["challenge"] <= MOST_A_DAY
    assert len(added) <= 2 * MOST_A_DAY
    assert answers.total() >= 1_000 - MOST_A_DAY


def test_nonsense_is_refused(guests: list[Guest], ladder: str, new_guest: NewGuest) -> None:
    top, second, *_, low = guests
    assert_refused(ask(top, ladder, "challenge", player=1), 409, "ladder-self")
    assert_refused(ask(top, ladder, "challenge", player=2), 409, "ladder-reach-of")
    assert_refused(ask(low, ladder, "challenge", player=99), 404, "ladder-not-there")
    assert_refused(ask(low, ladder, "accept_challenge", challenge=1), 404, "ladder-no-challenge")
    assert_refused(ask(new_guest(), ladder, "challenge", player=1), 409, "ladder-not-on")
    assert ask(low, ladder, "challenge", player="1").status_code == 400
    number = do(low, ladder, "challenge", player=1)["ladder"]["challenges"][0]["challenge"]
    assert_refused(ask(second, ladder, "decline_challenge", challenge=number), 403, "ladder-not-yours")
    assert_refused(ask(low, ladder, "accept_challenge", challenge=number), 403, "ladder-not-yours")
    assert low.http.get(f"/api/tournaments/{ladder}/steps?first=0").status_code == 400
    assert steps(low, ladder, 10**9) == []


def test_a_player_deals_with_few_challenges_at_once(guests: list[Guest], ladder: str) -> None:
    *_, low = guests
    for player in range(1, 1 + MOST_OUT):
        shown = do(low, ladder, "challenge", player=player)
    assert len(shown["ladder"]["challenges"]) == MOST_OUT
    assert {each["reason"]["code"] for each in shown["you"]["rivals"]} == {"ladder-pending", "ladder-out"}
    assert_refused(ask(low, ladder, "challenge", player=3), 409, "ladder-out")


def test_a_deleted_challenger_is_not_played(guests: list[Guest], ladder: str) -> None:
    top, *_, low = guests
    number = do(low, ladder, "challenge", player=1)["ladder"]["challenges"][0]["challenge"]
    assert low.http.request("DELETE", "/api/me").status_code in (200, 204)
    assert_refused(ask(top, ladder, "accept_challenge", challenge=number), 409, "ladder-closed")
