"""A server in this process with the third game: its daily challenge, its reviews, its studies and puzzles."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from quincunx.cli.main import run
from quincunx.client import http
from quincunx.core.record import parse, verify
from quincunx.core.review import Effort, Review, Why
from quincunx.core.study import Study
from quincunx.games import GAMES
from quincunx.lessons.judge import fitting
from quincunx.lessons.library import lessons, puzzles
from quincunx.lessons.position import reach
from quincunx.node.events.daily_best import best_number
from quincunx.review import review
from quincunx.table.chance.day import DAY_MILLISECONDS, GRACE_MILLISECONDS, begins_at, date_of, day_at
from tests.node.fakes import HereEngine
from tests.server.people.conftest import NOW, Browser, Clock, Clubhouse
from tests.server.support import PROMISE
from tests.servers.stores import new_store
from tests.third.game.bots.roster import choices
from tests.third.game.day import AVERAGE
from tests.third.game.game import GAME
from tests.third.game.review.reviewer import REVIEWER
from tests.third.game.types import TrioView

pytestmark = pytest.mark.asyncio(loop_scope="module")
DAY = day_at(NOW)
DATE = date_of(DAY)
OPENS = begins_at(DAY + 1) + GRACE_MILLISECONDS
TWO: dict[str, Any] = {
    "options": {"game": "trio", "first": 0},
    "seats": [{"kind": "me"}, {"kind": "open"}],
}
BY_NAME = {study.id: study for study in puzzles(GAME)}


class Maker:
    """Makes reviews in this process."""

    async def review(self, record: str, simulations: int, on_progress: Callable[[int, int], None]) -> bytes:
        found = review(parse(record, GAMES), Effort(simulations=simulations), on_progress)
        return msgspec.json.encode(found)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def the_club(registered: None, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Clubhouse]:
    folder = tmp_path_factory.mktemp("club")
    one = Clubhouse(folder, Clock(), new_store(folder))
    one.reviewer = Maker()
    async with one.open():
        yield one


@pytest_asyncio.fixture(loop_scope="module")
async def club(the_club: Clubhouse) -> Clubhouse:
    """A fresh club."""
    await the_club.empty()
    return the_club


@pytest_asyncio.fixture(loop_scope="module")
async def ada(club: Clubhouse) -> Browser:
    return await club.browser().hello()


async def look(browser: Browser, table: str) -> dict[str, Any]:
    return dict(await browser.ask("GET", f"/api/tables/{table}"))


async def do(browser: Browser, table: str, what: dict[str, Any]) -> None:
    version = (await look(browser, table))["version"]
    body = {"key": f"key-{version}", "version": version, "command": what}
    await browser.ask("POST", f"/api/tables/{table}/commands", body)


async def play(club: Clubhouse, table: str, *browsers: Browser) -> dict[str, Any]:
    """Play all seats' lowest cards until the game is over and counted."""
    async with asyncio.timeout(20):
        while True:
            seen = await look(browsers[0], table)
            if seen["status"] == "ended":
                break
            seat = seen["game"]["to_move"]
            if seat is None or seat >= len(browsers):
                await asyncio.sleep(0.01)
                continue
            view = msgspec.convert((await look(browsers[seat], table))["game"], TrioView)
            move = msgspec.to_builtins(choices(view)[0])
            await do(browsers[seat], table, {"type": "make_move", "seat": seat, "move": move})
    await club.state.tables.results.stop()
    club.clock.at += 2_000
    return seen


# ---- the daily challenge ---------------------------------------------------------------------------------


async def begin(browser: Browser, date: str = "today") -> dict[str, Any]:
    return dict(await browser.ask("POST", f"/api/days/{date}/trio", status=201))


async def day(browser: Browser, date: str = "today") -> dict[str, Any]:
    return dict(await browser.ask("GET", f"/api/days/{date}"))


def of(found: dict[str, Any]) -> dict[str, Any]:
    return next(dict(each) for each in found["games"] if each["game"] == "trio")


async def test_a_first_try_counts_and_is_compared_with_the_best_bot(club: Clubhouse, ada: Browser) -> None:
    # Nodes without workers compute no best result, so this test does.
    secret = (await club.state.days.seed(DAY)).seed
    best = await best_number(HereEngine(), GAME, secret)
    assert best is not None
    await club.store.keep_best(DAY, "trio", best)
    begun = await begin(ada)
    assert begun["is_practice"] is False
    seats = (await look(ada, begun["table"]))["seats"]
    assert [(each["kind"], each.get("level")) for each in seats] == [("person", None), ("bot", "casual")]
    assert of(await day(ada))["best"] is None, "an unfinished try is told nothing"
    ended = await play(club, begun["table"], ada)
    told = of(await day(ada))
    assert (told["you"]["status"], told["you"]["number"]) == ("counted", ended["game"]["totals"][0])
    assert (told["people"], told["fewer_is_better"]) == (1, False)
    assert told["average"] == pytest.approx(AVERAGE)
    assert told["best"] == best > 0
    club.clock.at += DAY_MILLISECONDS
    (line,) = (await ada.ask("GET", "/api/days"))["days"]
    assert of(line)["number"] == told["you"]["number"]


async def test_all_players_get_the_same_cards_and_dice(club: Clubhouse, ada: Browser) -> None:
    bo = await club.browser().hello()
    seen = [(await look(each, (await begin(each))["table"]))["game"] for each in (ada, bo)]
    assert seen[0]["hand"] == seen[1]["hand"]
    assert seen[0]["die"] == seen[1]["die"]


async def test_a_resigned_game_has_no_result(club: Clubhouse, ada: Browser) -> None:
    table = (await begin(ada))["table"]
    await do(ada, table, {"type": "resign", "seat": 0})
    await club.state.tables.results.stop()
    told = of(await day(ada))
    assert (told["you"]["status"], told["people"]) == ("void", 0)


async def test_practice_waits_for_the_deal_to_open(club: Clubhouse, ada: Browser) -> None:
    begun = await begin(ada)
    table = f"/api/tables/{begun['table']}"
    await play(club, begun["table"], ada)
    assert await ada.refused("POST", "/api/days/today/trio") == "409 practice-opens"
    for path in ("replay", "review", "record"):
        assert await ada.refused("GET", f"{table}/{path}") == "409 day-not-over"
    club.clock.at = OPENS
    again = await begin(ada, DATE)
    assert again["is_practice"] is True
    await play(club, again["table"], ada)
    assert of(await day(ada, DATE))["people"] == 1
    record = parse((await ada.http.get(f"{table}/record")).text, GAMES)
    assert (record.day, verify(record)) == (DATE, [])


async def test_the_command_verifies_the_day(
    club: Clubhouse, ada: Browser, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    promised = (await day(ada))["commitment"]
    begun = await begin(ada)
    club.clock.at += 2 * DAY_MILLISECONDS
    answer = await ada.http.get(f"/api/days/{DATE}")

    async def ask(self: http.Http, path: str, *_: Any) -> bytes:
        assert path == f"/api/days/{DATE}"
        return answer.content

    monkeypatch.setattr(http.Http, "ask", ask)
    words = ["day", DATE, "--server", "club.example", "--commitment", promised, "--json"]
    assert await asyncio.to_thread(run, words) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["ok"] is True
    shuffled = [int(word) for word in found["deals"]["Trio"].split()[1:]]
    hand = (await look(ada, begun["table"]))["game"]["hand"]
    assert sorted(shuffled[0:6:2]) == hand


# ---- reviews ---------------------------------------------------------------------------------------------


async def finished(club: Clubhouse, ada: Browser, bo: Browser) -> str:
    """A game of two people, played to its end."""
    table = str((await ada.ask("POST", "/api/tables", TWO, 201))["id"])
    for seat, browser in enumerate((ada, bo)):
        await do(browser, table, {"type": "sit_down", "seat": seat, "commitment": PROMISE})
    await play(club, table, ada, bo)
    return table


async def reviewed(browser: Browser, table: str) -> dict[str, Any]:
    """The review, once it is final."""
    async with asyncio.timeout(20):
        while True:
            answer = await browser.http.get(f"/api/tables/{table}/review")
            assert answer.is_success, answer.text
            if answer.status_code == 200 and answer.json()["is_final"]:
                return dict(answer.json())
            await asyncio.sleep(0.01)


async def test_a_finished_game_has_its_review(club: Clubhouse, ada: Browser) -> None:
    bo = await club.browser().hello()
    table = await finished(club, ada, bo)
    found = msgspec.convert((await reviewed(ada, table))["review"], Review)
    assert (found.game, found.engine, found.exact) == ("trio", REVIEWER.engine, True)
    for seat in found.seats:
        assert seat.start + seat.luck - seat.errors + seat.others == pytest.approx(seat.result, abs=1e-9)
    assert len(found.choices) >= 6


async def test_a_position_of_it_can_be_tried_again(club: Clubhouse, ada: Browser) -> None:
    table = await finished(club, ada, await club.browser().hello())
    found = msgspec.convert((await reviewed(ada, table))["review"], Review)
    judged = next(each for each in found.choices if each.seat == 0)
    path = f"/api/studies/tables/{table}/{judged.ply}"
    opened = await ada.ask("GET", path)
    assert (opened["game"], opened["viewer"]) == ("trio", 0)
    best = msgspec.to_builtins(GAME.text.parse_move(judged.best.text))
    answered = await ada.ask("POST", f"{path}/answer", {"move": best})
    assert (answered["right"], answered["say"]) == (True, "tried.best")


# ---- lessons and puzzles -----------------------------------------------------------------------------------


def answer_of(study: Study, right: bool) -> tuple[dict[str, Any], tuple[Why, ...]]:
    """A move that is right, or wrong, and what is said of it."""
    state = reach(study.position, GAMES).state
    for move in GAME.legal_moves(state):
        answer = fitting(study, GAME.text.write_move(move))
        if (answer is not None and answer.right) == right:
            return {"move": msgspec.to_builtins(move)}, answer.why if answer else ()
    raise AssertionError("there is no such move")


def move_of(study: Study, right: bool) -> dict[str, Any]:
    return answer_of(study, right)[0]


async def test_the_lesson_is_served_and_its_answers_judged(ada: Browser) -> None:
    steps = (await ada.ask("GET", "/api/studies/trio/lessons"))["steps"]
    assert [step["id"] for step in steps] == [study.id for study in lessons(GAME)]
    for study in lessons(GAME):
        path = f"/api/studies/trio/{study.id}"
        opened = await ada.ask("GET", path)
        assert opened["view"]["hand"]
        for right in (True, False):
            judged = await ada.ask("POST", f"{path}/answer", move_of(study, right))
            assert (judged["right"], judged["say"].startswith(f"{study.id}.")) == (right, True)
        assert (await ada.ask("POST", f"{path}/solution"))["right"] is True
    card = {"move": {"type": "play", "card": 12}}
    assert await ada.refused("POST", "/api/studies/trio/die/answer", card) == "409 card-not-held"


async def test_puzzles_are_listed_asked_and_judged_once(ada: Browser) -> None:
    listed = next(each for each in (await ada.ask("GET", "/api/puzzles"))["games"] if each["game"] == "trio")
    assert GAME.puzzler is not None
    assert {each["theme"] for each in listed["themes"]} == {*GAME.puzzler.themes}
    asked = await ada.ask("GET", "/api/puzzles/next?game=trio&theme=three")
    study = BY_NAME[asked["study"]["id"]]
    assert not {"answers", "margin"} & {*asked["study"]}
    path = f"/api/puzzles/trio/{study.id}/answer"
    move, reasons = answer_of(study, right=True)
    right = await ada.ask("POST", path, move)
    assert (right["judgement"]["right"], right["counts"]) == (True, True)
    assert right["judgement"]["why"] == msgspec.to_builtins([*reasons]), "some have none"
    wrong = await ada.ask("POST", path, move_of(study, right=False))
    assert (wrong["judgement"]["right"], wrong["counts"]) == (False, False)
    assert wrong["judgement"]["why"] == [], "each of its reasons gives the better move away"


async def test_five_minutes_of_puzzles(ada: Browser) -> None:
    asked = await ada.ask("POST", "/api/puzzles/trio/run", status=201)
    study = BY_NAME[asked["study"]["id"]]
    path = f"/api/puzzles/trio/run/{study.id}/answer"
    answered = await ada.ask("POST", path, move_of(study, right=True))
    assert answered["run"]["found"] == 1
    assert answered["next"]["study"]["id"] != study.id
