"""``quincunx bot LEVEL --server``: the level itself moves, or no bot does."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from quincunx.adapters.engines import EnginePool
from quincunx.cli.bots import level_bot
from quincunx.cli.bots.bot import bot
from quincunx.cli.bots.level_bot import LevelBot
from quincunx.client import playing as connection
from quincunx.games import GAMES
from quincunx.node.ports import Asker, Busy


class Busily:
    """Engines without a free worker, three times."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def choose_surely(self, level: str, view: Any, seed: bytes, asker: Asker) -> str:
        self.asked.append(level)
        if len(self.asked) <= 3:
            raise Busy
        return "the level's own move"


async def test_a_bot_waits_for_a_worker_and_nothing_simpler_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(level_bot, "BUSY_SECONDS", 0.0)
    engines = Busily()
    player = LevelBot(cast("Any", engines), "master")
    assert await player.choose("table", GAMES["cinco"], "view") == "the level's own move"
    assert engines.asked == ["master"] * 4


async def test_a_bot_comes_to_a_server_when_a_worker_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before that a seat would cost it time, or a simpler bot would have to move."""
    came = asyncio.Event()

    class Server:
        def __init__(self, *_: str) -> None:
            came.set()
            raise OSError("reached")

    pools: list[EnginePool] = []
    started = asyncio.Event()

    def start(pool: EnginePool) -> None:
        pools.append(pool)
        started.set()

    monkeypatch.setattr(EnginePool, "start", start)
    monkeypatch.setattr(connection, "Client", Server)
    playing = asyncio.create_task(level_bot.play_level("http://club.example", "token", "master", 1))
    await asyncio.wait_for(started.wait(), 10)
    for _ in range(20):
        await asyncio.sleep(0)
    assert not came.is_set()
    pools[0]._is_compiled.set()
    with pytest.raises(OSError, match="reached"):
        await playing
    # A baseline needs no worker.
    with pytest.raises(OSError, match="reached"):
        await level_bot.play_level("http://club.example", "token", "random", 0)


def test_a_level_without_workers_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert bot("master", server="http://127.0.0.1:9", token="qx_token", workers=0) == 1
    assert "“master” needs a worker process" in capsys.readouterr().err
