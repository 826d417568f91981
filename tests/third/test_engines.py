"""Engine workers think about the third game as about any other."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from typing import Any

import pytest

from quincunx.adapters.engines import EnginePool
from quincunx.core.chance import Rolled, Shuffled
from quincunx.games import GAMES
from quincunx.node.ports import Asker
from tests.third.game.game import GAME
from tests.third.game.state import PACK
from tests.third.game.types import Pass, Play, TrioOptions, TrioView

ASKER = Asker("table", "host", is_peopled=True)


@pytest.fixture
async def pool(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[EnginePool]:
    """A pool with one worker, which is a process of its own."""
    start = asyncio.create_subprocess_exec

    async def started(program: str, *arguments: str, **streams: Any) -> Process:
        assert arguments == ("-m", "quincunx.adapters.engines.worker")
        return await start(program, "-m", "tests.third.worker", **streams)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", started)
    # All games are put back in their order: other tests of this process read it.
    before = dict(GAMES)
    GAMES.clear()
    GAMES[GAME.name] = GAME
    pool = EnginePool(1)
    pool.start()
    async with asyncio.timeout(60):
        while not pool.ready:  # noqa: ASYNC110  # the pool has no event for it
            await asyncio.sleep(0.02)
    yield pool
    await pool.stop()
    GAMES.clear()
    GAMES.update(before)


def view() -> TrioView:
    """Seat 1 holds 1, 3 and 5, and has rolled 1."""
    state = GAME.initial(TrioOptions(first=0))
    for move in (Shuffled(PACK), Rolled((1,))):
        state = GAME.apply(state, move)
    return GAME.view(state, 0)


async def test_a_hint_is_what_the_games_best_level_thinks(pool: EnginePool) -> None:
    found = await pool.advise(view(), b"seed", ASKER)
    assert found.moves[0] == Pass()
    # The fallback engine does not look ahead: to it a pass is worth nothing.
    assert found.values[0] > 0
    assert found.scale == "own"


async def test_a_level_that_others_have_not_moves_and_its_moves_are_the_games_own(pool: EnginePool) -> None:
    move = await pool.choose("casual", view(), b"seed", ASKER)
    assert isinstance(move, Play | Pass)
    assert move in GAME.bots.choices(view())
