"""Studies over plain HTTP: lists, positions, answers; and what is no answer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.support import JSON, Guest, assert_refused

REACH = "/api/studies/cinco/reach"
PLAY = {"type": "play", "card": 57, "space": 63}


def answer(guest: Guest, move: dict[str, Any], path: str = REACH) -> Any:
    return guest.http.post(f"{path}/answer", json={"move": move})


def test_a_lesson_is_a_list_of_studies_that_anybody_may_keep(new_guest: Any) -> None:
    nobody = new_guest(hello=False)
    found = nobody.http.get("/api/studies/cinco/lessons")
    assert found.headers["cache-control"] == "public, max-age=300"
    assert found.json()["steps"][0] == {"id": "reach", "ask": "reach"}
    opened = nobody.http.get(REACH)
    assert opened.headers["cache-control"] == "public, max-age=300"
    assert opened.json()["view"]["hand"] == [3, 31, 57, 88]
    assert "57>63" not in opened.text


def test_a_right_answer_and_a_wrong_one(alice: Guest) -> None:
    right, wrong = answer(alice, PLAY).json(), answer(alice, PLAY | {"space": 70}).json()
    assert (right["right"], right["say"], right["solution"]) == (True, "reach.right", PLAY)
    assert right["frames"][0]["view"]["board"][62] == 0
    assert (wrong["right"], wrong["say"], wrong["solution"]) == (False, "reach.other", None)
    # Nothing was kept: the same position is asked about again.
    assert alice.http.get(REACH).json()["view"]["board"][62] is None


def test_a_learner_who_gives_up_is_shown_it(alice: Guest) -> None:
    shown = alice.http.post(f"{REACH}/solution").json()
    assert (shown["right"], shown["solution"]) == (True, PLAY)


def test_a_puzzle_is_answered_only_where_that_counts(alice: Guest) -> None:
    puzzle = alice.http.get("/api/puzzles/next?game=cinqo").json()["study"]["id"]
    assert alice.http.get(f"/api/puzzles/cinqo/{puzzle}").status_code == 200
    for asked in ("", "/answer", "/solution"):
        path = f"/api/studies/cinqo/{puzzle}{asked}"
        answered = alice.http.post(path, json={"move": {}}) if asked else alice.http.get(path)
        assert_refused(answered, 404, "no-study")


def test_the_real_rules_refuse_with_their_number(alice: Guest) -> None:
    refused = answer(alice, {"type": "play", "card": 88, "space": 63})
    assert_refused(refused, 409, "space-too-low")
    assert refused.json()["rule"] == "4.1"
    assert_refused(answer(alice, {"type": "draw"}), 409, "hand-full")
    # And in Cinq-O.
    put = {"type": "put", "rack": [], "bank": [6], "from_bank": [], "box": False}
    assert_refused(answer(alice, put, "/api/studies/cinqo/rack"), 409, "rack-one")


@pytest.mark.parametrize(
    "path", ["/api/studies/go/lessons", "/api/studies/cinco/castle", "/api/studies/go/reach", f"{REACH}s"]
)
def test_unknown_studies(alice: Guest, path: str) -> None:
    assert_refused(alice.http.get(path), 404)
    assert_refused(answer(alice, PLAY, path), 404)
    assert_refused(alice.http.post(f"{path}/solution"), 404)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{nonsense",
        b"null",
        b"[]",
        b"{}",
        b'{"move": null}',
        b'{"move": "57>63"}',
        b'{"move": {"type": "castle"}}',
        b'{"move": {"type": "play", "card": "57", "space": 63}}',
        b'{"move": {"type": "draw"}, "seat": 1}',
        b'{"move": {"type": "shuffled", "cards": [1]}}',
        b'{"move": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
        b'{"move": "\xff"}',
    ],
)
def test_malformed_answers(alice: Guest, body: bytes) -> None:
    assert_refused(alice.http.post(f"{REACH}/answer", content=body, headers=JSON), 400)


def test_an_answer_has_a_size(alice: Guest) -> None:
    body = b'{"move": {"type": "draw"}' + b" " * 2_000_000 + b"}"
    assert_refused(alice.http.post(f"{REACH}/answer", content=body, headers=JSON), 413)


def test_names_of_any_length_are_refused(alice: Guest) -> None:
    assert alice.http.get(f"/api/studies/{'x' * 3000}/lessons").status_code in (400, 404)
    assert alice.http.get(f"/api/studies/cinco/{'x' * 3000}").status_code in (400, 404)
