"""``quincunx day``: a promise that is kept, one that is broken, and one that is still open."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from quincunx.cli.main import run
from quincunx.client import http
from quincunx.client.http import Refused
from quincunx.club.daily.streak import Streak
from quincunx.club.daily.wire import DayView
from quincunx.core.day import DayChance
from quincunx.core.randomness import commitment
from quincunx.core.reason import Reason
from quincunx.games import GAMES

SEED = "5e" * 32
PROMISED = commitment(bytes.fromhex(SEED))
Server = Callable[..., None]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    """Answers with a day like this, at its address."""

    def answer(seed: str | None, promised: str = PROMISED) -> None:
        view = DayView("2026-11-22", 0, 1, 1_795_395_600_000, promised, 0, seed, None, (), Streak(0, 0))

        async def ask(self: http.Http, path: str, *_: Any) -> bytes:
            assert (self.base, self.headers) == ("https://club.example", {})
            if path != "/api/days/2026-11-22":
                raise Refused(Reason("unknown", "no-such-day", "There is no deal of that day."))
            return msgspec.json.encode(view)

        monkeypatch.setattr(http.Http, "ask", ask)

    return answer


def say(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    date = () if "--date" in words else ("2026-11-22",)
    assert run(["day", *date, *words, "--server", "club.example"]) == code
    caught = capsys.readouterr()
    return caught.out if code == 0 or caught.out else caught.err


def test_before_the_day_is_over_there_is_a_promise(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    server(None)
    told = say(capsys)
    assert PROMISED in told
    assert "The daily challenge of 22 November 2026." in told
    assert "revealed at 23 November 2026 01:00 UTC" in told
    assert "Practice opens at 23 November 2026 01:00 UTC." in told
    assert say(capsys, "--commitment", PROMISED) == told
    assert "isn’t the one you noted" in say(capsys, "--commitment", "00" * 32, code=1)


def test_a_day_is_written_as_its_language_does(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    server(None)
    assert "22 novembre 2026" in say(capsys, "--lang", "it")
    assert "2026年11月22日" in say(capsys, "--lang", "zh")


def test_a_kept_promise_and_what_chance_began_with(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    server(SEED)
    told = say(capsys, "--commitment", PROMISED)
    assert "The seed is the one committed." in told
    assert "Cinq-O: roll " in told
    found = json.loads(say(capsys, "--json"))
    assert (found["ok"], found["seed"], found["faults"]) == (True, SEED, [])
    assert found["deals"].keys() == {"Cinco", "Cinq-O"}
    game = GAMES["cinco"]
    assert game.day is not None
    shuffle = DayChance(bytes.fromhex(SEED), "cinco").chance_move(
        (0,), game.asks(game.initial(game.day.options))
    )
    assert found["deals"]["Cinco"].split()[1:] == list(map(str, msgspec.to_builtins(shuffle)["cards"]))


@pytest.mark.parametrize("seed", ["77" * 32, "5e", "no seed at all"])
def test_a_broken_promise(server: Server, capsys: pytest.CaptureFixture[str], seed: str) -> None:
    server(seed)
    told = say(capsys, code=1)
    assert "isn’t the one committed" in told
    assert "roll" not in told
    assert json.loads(say(capsys, "--json", code=1))["ok"] is False


def test_a_day_that_there_is_not(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    server(SEED)
    assert run(["day", "2026-11-21", "--server", "club.example"]) == 1
    assert "There is no deal of that day." in capsys.readouterr().err
