"""Puzzles over HTTP: without end, counted once, and against the server's clock."""

from __future__ import annotations

import json
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from quincunx.club.limits import PUZZLE_ANSWERS, charge_answer
from quincunx.club.puzzles.ratings import RUN_MILLISECONDS
from quincunx.club.puzzles.solving import Puzzles
from quincunx.core.study import Study
from quincunx.games import GAMES
from quincunx.kit import RateLimiter
from quincunx.lessons.judge import fitting
from quincunx.lessons.library import puzzles
from quincunx.lessons.position import reach
from tests.server.people.conftest import Browser, Clubhouse

pytestmark = pytest.mark.asyncio(loop_scope="module")
CINQO = GAMES["cinqo"]
BY_NAME = {study.id: study for study in puzzles(CINQO)}


@pytest_asyncio.fixture(loop_scope="module")
async def ada(club: Clubhouse) -> Browser:
    return await club.browser().hello()


def move_of(study: Study, right: bool) -> dict[str, Any]:
    """A move that is right, or wrong."""
    state = reach(study.position, GAMES).state
    for move in CINQO.legal_moves(state):
        answer = fitting(study, CINQO.text.write_move(move))
        if (answer is not None and answer.right) == right:
            return {"move": msgspec.to_builtins(move)}
    raise AssertionError("there is no such move")


async def ask(browser: Browser, theme: str | None = None) -> dict[str, Any]:
    more = f"&theme={theme}" if theme else ""
    return dict(await browser.ask("GET", f"/api/puzzles/next?game=cinqo{more}"))


async def answer(browser: Browser, id: str, right: bool, run: str = "") -> dict[str, Any]:
    body = move_of(BY_NAME[id], right)
    return dict(await browser.ask("POST", f"/api/puzzles/cinqo/{run}{id}/answer", body))


async def test_the_list_of_puzzles_is_public(club: Clubhouse, ada: Browser) -> None:
    for browser in (club.browser(), ada):
        found = await browser.ask("GET", "/api/puzzles")
        cinqo = next(each for each in found["games"] if each["game"] == "cinqo")
        assert sum(theme["count"] for theme in cinqo["themes"]) >= 300
        assert cinqo["mine"]["tries"] == 0


async def test_a_puzzle_says_nothing_of_its_answer(ada: Browser) -> None:
    shown = await ask(ada, "keep")
    study = BY_NAME[shown["study"]["id"]]
    assert (shown["study"]["theme"], shown["is_new"]) == ("keep", True)
    assert abs(shown["points"] - 1500) < 300
    told = json.dumps(shown)
    assert not {"answers", "margin", "line", "why"} & set(shown["study"])
    assert all(each.move not in told for each in study.answers[:1])


async def test_the_first_answer_counts_and_no_other(ada: Browser) -> None:
    id = (await ask(ada))["study"]["id"]
    first = await answer(ada, id, right=True)
    assert (first["judgement"]["right"], first["counts"]) == (True, True)
    assert first["change"] > 0
    assert (first["mine"]["tries"], first["mine"]["streak"]) == (1, 1)
    assert first["mine"]["points"] == 1500 + first["change"]
    again = await answer(ada, id, right=True)
    assert (again["counts"], again["change"], again["mine"]) == (False, 0, first["mine"])
    wrong = await answer(ada, id, right=False)
    assert (wrong["mine"]["tries"], wrong["mine"]["streak"], wrong["mine"]["best_streak"]) == (1, 0, 1)
    assert len(wrong["judgement"]["frames"]) >= 1
    assert not (await ada.ask("GET", f"/api/puzzles/cinqo/{id}"))["is_new"]


async def test_a_seen_puzzle_does_not_come_again_soon(ada: Browser) -> None:
    seen: set[str] = set()
    for _ in range(6):
        shown = await ask(ada, "box")
        assert shown["study"]["id"] not in seen
        seen.add(shown["study"]["id"])
        await answer(ada, shown["study"]["id"], right=False)


async def test_giving_up_shows_the_answer_and_counts_as_wrong(ada: Browser) -> None:
    id = (await ask(ada))["study"]["id"]
    given = await ada.ask("POST", f"/api/puzzles/cinqo/{id}/solution")
    # A solver can send their own answer with it: the reasons are those against it.
    path = f"/api/puzzles/cinqo/{id}/solution"
    assert (await ada.refused("POST", path, {"move": {"type": "castle"}})).startswith("400 ")
    assert given["counts"]
    assert given["mine"]["found"] == 0
    solution = CINQO.decode_move(json.dumps(given["judgement"]["solution"]).encode())
    said = fitting(BY_NAME[id], CINQO.text.write_move(solution))
    assert said is not None
    assert said.right
    assert not (await answer(ada, id, right=True))["counts"]


async def test_a_refused_move_is_no_answer_and_strangers_cannot_answer(club: Clubhouse, ada: Browser) -> None:
    id = (await ask(ada))["study"]["id"]
    path = f"/api/puzzles/cinqo/{id}/answer"
    assert (await ada.refused("POST", path, {"move": {"type": "put"}})).endswith(" rack-one")
    assert (await ada.refused("POST", path, {"move": {"type": "nonsense"}})).endswith(" malformed")
    assert (await ada.ask("GET", "/api/puzzles"))["games"][-1]["mine"]["tries"] == 0
    await club.browser().ask("POST", path, move_of(BY_NAME[id], right=True), status=401)
    for path in ("next?game=chess", "next?game=cinqo&theme=none", "cinqo/none"):
        await ada.ask("GET", f"/api/puzzles/{path}", status=404)


async def test_five_minutes_are_the_servers(club: Clubhouse, ada: Browser) -> None:
    shown = await ada.ask("POST", "/api/puzzles/cinqo/run", status=201)
    assert shown["run"] == {"left": RUN_MILLISECONDS, "found": 0, "missed": 0}
    first = shown["study"]["id"]
    club.clock.at += 60_000
    right = await answer(ada, first, right=True, run="run/")
    assert right["run"] == {"left": RUN_MILLISECONDS - 60_000, "found": 1, "missed": 0}
    second = right["next"]["study"]["id"]
    assert second != first
    assert right["next"]["is_new"]
    # The earlier puzzle is over, right or wrong.
    body = move_of(BY_NAME[first], right=True)
    await ada.ask("POST", f"/api/puzzles/cinqo/run/{first}/answer", body, status=409)
    wrong = await answer(ada, second, right=False, run="run/")
    assert wrong["run"] == {"left": RUN_MILLISECONDS - 60_000, "found": 1, "missed": 1}
    club.clock.at += RUN_MILLISECONDS - 60_000
    third = wrong["next"]["study"]["id"]
    body = move_of(BY_NAME[third], right=True)
    assert await ada.refused("POST", f"/api/puzzles/cinqo/run/{third}/answer", body) == "409 run-over"
    assert (await ada.ask("GET", "/api/puzzles"))["games"][-1]["mine"]["best_run"] == 1


async def test_somebodys_page_has_how_they_do(ada: Browser) -> None:
    assert (await ada.ask("GET", "/api/people/me"))["puzzles"] == []


async def test_the_page_of_a_solver_says_so(ada: Browser) -> None:
    id = (await ask(ada))["study"]["id"]
    answered = await answer(ada, id, right=True)
    assert (await ada.ask("GET", "/api/people/me"))["puzzles"] == [answered["mine"]]


@pytest.mark.nightly
async def test_answers_are_limited(ada: Browser) -> None:
    id = (await ask(ada))["study"]["id"]
    body = move_of(BY_NAME[id], right=True)
    for _ in range(200):
        response = await ada.http.post(f"/api/puzzles/cinqo/{id}/answer", json=body)
        if response.status_code == 429:
            return
    raise AssertionError("nobody was stopped")


async def test_every_answer_is_charged_to_its_solver(club: Clubhouse, ada: Browser) -> None:
    charged: list[str] = []
    here = club.state.puzzles
    club.state.puzzles = Puzzles(club.store, club.clock.now, Random(1).choice, charged.append)
    await answer(ada, (await ask(ada))["study"]["id"], right=True)
    await ada.ask("POST", f"/api/puzzles/cinqo/{(await ask(ada))['study']['id']}/solution")
    first = (await ada.ask("POST", "/api/puzzles/cinqo/run", status=201))["study"]["id"]
    await answer(ada, first, right=True, run="run/")
    club.state.puzzles = here
    assert len(charged) == 4
    assert len(set(charged)) == 1


async def test_solutions_that_guests_were_shown_give_no_player_a_rating(club: Clubhouse) -> None:
    """Fifteen of fifteen were right once, with the solutions that guests had fetched."""
    solver = club.browser()
    await solver.account("Grace")
    at_home, elsewhere = await club.browser().hello(), await club.browser(address="198.51.100.9").hello()
    rated = []
    for guest in (at_home, elsewhere):
        id = (await ask(solver))["study"]["id"]
        await guest.ask("POST", f"/api/puzzles/cinqo/{id}/solution")
        found = await answer(solver, id, right=True)
        rated.append((found["counts"], found["change"] > 0, found["mine"]["found"]))
    assert rated == [(False, False, 0), (True, True, 1)]
    # Another node knows it, too.
    id = (await ask(solver))["study"]["id"]
    await at_home.ask("POST", f"/api/puzzles/cinqo/{id}/solution")
    here, answers = club.state.puzzles, RateLimiter(PUZZLE_ANSWERS)
    club.state.puzzles = Puzzles(
        club.store, club.clock.now, Random(1).choice, partial(charge_answer, answers)
    )
    assert not (await answer(solver, id, right=True))["counts"]
    club.state.puzzles = here
    # Solutions shown to accounts do not count against others at their address.
    id = (await ask(solver))["study"]["id"]
    await answer(solver, id, right=False)
    assert (await answer(at_home, id, right=True))["counts"]
