"""The pool of engines: real processes, and everything that can happen to them."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
import pytest_asyncio

from quincunx.adapters.engines import EnginePool
from quincunx.adapters.engines import pool as engine_pool
from quincunx.adapters.engines.pool import SIMULATIONS, _question
from quincunx.adapters.engines.queues import Queues, Request
from quincunx.adapters.engines.worker import _where
from quincunx.engines.bot import Choice, Decision
from quincunx.games import GAMES
from quincunx.games.cinco.notation import parse_move
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.kit import periodic
from quincunx.node.ports import Asker, Busy
from quincunx.review.why import equal_moves, why_best
from tests.examples import mostly_nightly
from tests.games.cinco.review.support import seen
from tests.table.support import Desk, settings
from tests.third.support import PLAIN

together = pytest.mark.asyncio(loop_scope="module")
"""On the loop of the pool that most tests share: a worker needs two seconds of a core until it is ready."""
COMPILING_SECONDS = 240
"""On a machine that has never compiled anything."""
ASKER = Asker("table", "host", is_peopled=True)


def asker(number: int) -> Asker:
    """One of many tables, each of another person."""
    return Asker(f"table {number}", f"host {number}", is_peopled=True)


@pytest.fixture(autouse=True)
def _by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that lasts, so that something can happen to it."""
    monkeypatch.setattr(engine_pool, "SIMULATIONS", None)


def position(options: Any) -> tuple[Any, tuple[Any, ...]]:
    """The view of the seat to move, and what is legal."""
    state = Desk(settings(options)).seat_everybody().play(Random(1), 6).state
    view = state.game.view(state.position, state.to_move())
    return view, state.game.legal_moves(state.position)


@asynccontextmanager
async def pool(workers: int = 1, seconds: float = 0.2, precompile: bool = True) -> AsyncIterator[EnginePool]:
    made = EnginePool(workers, seconds)
    made.start()
    try:
        if precompile:
            await until(lambda: made.ready == workers)
        yield made
    finally:
        await made.stop()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[EnginePool]:
    """One worker for all tests that leave the pool as they found it, though perhaps with another process."""
    async with pool() as engines:
        yield engines


@pytest_asyncio.fixture(loop_scope="module")
async def engines(shared: EnginePool) -> EnginePool:
    """The shared pool with its worker ready, whatever has happened to the one before."""
    shared._seconds = 0.2
    await until(lambda: shared.ready == 1 and len(shared.pids) == 1)
    return shared


async def until(true: Any, seconds: float = COMPILING_SECONDS) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never happened"
        await asyncio.sleep(0.02)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A zombie of this process has ended too.
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rsplit(")", 1)[1].split()[0] != "Z"


def test_it_is_said_why_the_best_is_better_than_the_next_that_differs() -> None:
    game = GAMES["cinco"]
    view = seen((5, 20, 60, 86), own=(3, 13, 26, 50))
    best, same, other, far = (parse_move(text) for text in ("60>73", "20>73", "60>90", "86>86"))
    # Whatever is said of both is no reason; what comes far behind is not looked at.
    assert why_best(game, view, (best, other))[0].code == "wins"
    assert "wins" not in [why.code for why in why_best(game, view, (best, same, other))]
    assert why_best(game, view, (best,) * 4 + (far,)) == ()
    assert why_best(game, view, (best,) * 3 + (far,))[0].code == "wins"
    assert why_best(PLAIN, view, (best, other)) == ()


def test_no_reason_tells_against_a_move_that_equals_the_best() -> None:
    game = GAMES["cinco"]
    view = seen((50,), own=(13, 14, 30))
    draw, isolated, other = (parse_move(text) for text in ("draw", "50>90", "50>51"))
    codes = [why.code for why in why_best(game, view, (draw, isolated, other))]
    assert codes == ["stands-alone", "last-card"]
    # The best move is compared with the next one; what is true of both others is left out.
    assert [why.code for why in why_best(game, view, (draw, isolated, other), (isolated,))] == ["waits"]
    assert why_best(game, view, (draw, isolated), (isolated,)) == ()


def test_moves_within_the_standard_error_of_the_best_equal_it() -> None:
    choices = (Choice("a", 0.6, 0.03), Choice("b", 0.56, 0.03), Choice("c", 0.55, 0.03), Choice("d", 0.6))
    assert equal_moves(Decision("a", 0.6, choices, "chance")) == ("b", "d")
    assert equal_moves(Decision("a", 0.6, choices, "own")) == ()


@pytest.mark.parametrize("options", [CincoOptions(first=0), CinqoOptions()], ids=["cinco", "cinqo"])
async def test_a_fallback_engine_answers_until_the_kernels_are_there(
    options: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def compiles_for_ever(_: object) -> Any:
        await asyncio.Event().wait()

    monkeypatch.setattr("quincunx.adapters.engines.pool.receive_frame", compiles_for_ever)
    view, legal = position(options)
    async with pool(precompile=False) as engines:
        assert await engines.choose("master", view, b"dice", ASKER) in legal
        advice = await engines.advise(view, b"dice", ASKER)
        assert advice.moves[0] in legal
        assert advice.is_fallback
        assert engines.ready == 0


@pytest.mark.nightly
@together
async def test_engines_answer_for_every_level(engines: EnginePool) -> None:
    for options in (CincoOptions(first=0), CinqoOptions()):
        view, legal = position(options)
        for level in ("novice", "expert", "master", "greedy", "random"):
            assert await engines.choose(level, view, b"dice", ASKER) in legal
        assert await engines.choose_surely("master", view, b"dice", ASKER) in legal
        advice = await engines.advise(view, b"dice", ASKER)
        assert not advice.is_fallback
        assert advice.scale == "chance"
        assert 3 <= len(advice.moves) == len(advice.values)
        assert list(advice.values) == sorted(advice.values, reverse=True)
        with pytest.raises(KeyError):
            await engines.choose("omniscient", view, b"", ASKER)


@pytest.mark.nightly
async def test_several_engines_answer_in_parallel_up_to_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    view, legal = position(CincoOptions(first=0))
    async with pool(workers=2, seconds=0.05) as engines:
        monkeypatch.setattr("quincunx.adapters.engines.pool.fallback", no_one)
        asked = [engines.choose("master", view, b"dice", asker(number)) for number in range(20)]
        assert all(move in legal for move in await asyncio.gather(*asked))


def no_one(game: str) -> Any:
    raise AssertionError("a fallback engine was asked")


@pytest.mark.nightly
@together
async def test_an_engine_that_is_killed_is_replaced_and_its_question_answered(engines: EnginePool) -> None:
    view, legal = position(CincoOptions(first=0))
    engines._seconds = 20
    (pid,) = engines.pids
    asked = asyncio.create_task(engines.choose("master", view, b"dice", ASKER))
    await asyncio.sleep(0.3)
    engines._seconds = 0.1
    os.kill(pid, signal.SIGKILL)
    assert await asyncio.wait_for(asked, COMPILING_SECONDS) in legal
    assert engines.pids != (pid,)
    assert not is_alive(pid)


async def test_an_engine_with_an_unexpected_failure_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(periodic, "FIRST_BACKOFF", 0.001)
    monkeypatch.setattr(engine_pool, "REPLACE_SECONDS", 0.001)
    lives = 0

    async def life(self: EnginePool) -> None:
        nonlocal lives
        lives += 1
        raise RuntimeError("unexpected")

    monkeypatch.setattr(EnginePool, "_life", life)
    engines = EnginePool(1)
    engines.start()
    async with asyncio.timeout(20):
        while lives < 3:  # noqa: ASYNC110  # it is the pool that counts
            await asyncio.sleep(0.001)
    await engines.stop()


@together
async def test_an_unwanted_search_is_cancelled(engines: EnginePool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the next question would wait for minutes, and in the end a fallback engine would answer it."""
    monkeypatch.setattr("quincunx.adapters.engines.pool.fallback", no_one)
    monkeypatch.setattr("quincunx.adapters.engines.pool.STOP_SECONDS", 60.0)
    monkeypatch.setattr("quincunx.adapters.engines.pool.PATIENCE_SECONDS", 60.0)
    view, legal = position(CincoOptions(first=0))
    engines._seconds = 600
    (pid,) = engines.pids
    asked = asyncio.create_task(engines.choose("master", view, b"dice", ASKER))
    await asyncio.sleep(0.3)
    asked.cancel()
    engines._seconds = 0.1
    assert await engines.choose("master", view, b"dice", ASKER) in legal
    assert engines.pids == (pid,), "it was stopped, and not killed"


@pytest.mark.nightly
@together
async def test_an_engine_that_is_stuck_is_replaced(
    engines: EnginePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quincunx.adapters.engines.pool.GRACE_SECONDS", 0.5)
    view, legal = position(CincoOptions(first=0))
    (pid,) = engines.pids
    os.kill(pid, signal.SIGSTOP)
    assert await asyncio.wait_for(engines.choose("master", view, b"", ASKER), COMPILING_SECONDS) in legal
    assert pid not in engines.pids


@pytest.mark.nightly
@together
async def test_callers_do_not_wait_for_engines_that_do_not_come_back(
    engines: EnginePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker is stuck: what it cannot answer in time a fallback engine answers, and then all is well."""
    monkeypatch.setattr("quincunx.adapters.engines.pool.PATIENCE_SECONDS", 0.5)
    monkeypatch.setattr("quincunx.adapters.engines.pool.STOP_SECONDS", 0.5)
    view, legal = position(CincoOptions(first=0))
    (pid,) = engines.pids
    os.kill(pid, signal.SIGSTOP)
    asked = [engines.choose("master", view, b"", asker(number)) for number in range(4)]
    assert all(move in legal for move in await asyncio.gather(*asked))
    await until(lambda: engines.pids not in ((pid,), ()) and engines.ready == 1)
    assert await engines.choose("master", view, b"", ASKER) in legal


async def test_without_processes_there_are_still_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    async def none_left(*_: object, **__: object) -> Any:
        raise OSError("too many processes")

    monkeypatch.setattr("asyncio.create_subprocess_exec", none_left)
    view, legal = position(CinqoOptions())
    async with pool(precompile=False) as engines:
        for _ in range(3):
            assert await engines.choose("master", view, b"", ASKER) in legal
            await asyncio.sleep(0.2)


async def test_a_full_pool_leaves_it_to_the_fallback_engine() -> None:
    view, legal = position(CincoOptions(first=0))
    engines = EnginePool(0)
    engines._ready = 1
    engines._queues = Queues(0)
    assert await engines.choose("master", view, b"", ASKER) in legal
    await engines.stop()


async def test_where_the_result_counts_a_fallback_engine_never_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither when all is full nor when no worker answers in time, and not without workers at all."""
    monkeypatch.setattr(engine_pool, "PATIENCE_SECONDS", 0.0)
    view, _ = position(CincoOptions(first=0))
    engines = EnginePool(0, seconds=0.0)
    assert not engines.has_workers
    assert not engines.reserve(ASKER)
    with pytest.raises(Busy):
        await engines.choose_surely("master", view, b"", ASKER)
    engines._ready = 1
    engines._queues = Queues(0)
    asked = asyncio.create_task(engines.choose_surely("master", view, b"", ASKER))
    request = await engines._queues.get()
    # An ordinary question has been left to the fallback engine by now.
    await engines.choose("master", view, b"", asker(1))
    assert not asked.done()
    request.answer.set_exception(engine_pool._GaveUp())
    with pytest.raises(Busy):
        await asked
    await engines.stop()


async def test_many_who_wait_make_no_weaker_bot_where_the_result_counts() -> None:
    view, _ = position(CincoOptions(first=0))
    engines = EnginePool(1, seconds=1.0)
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    ordinary, sure = (
        Request(ASKER, "master", view, b"", False, answer, is_sure=each) for each in (False, True)
    )
    for number in range(8):
        await engines._queues.put(Request(asker(number), "master", view, b"", False, answer))
    assert engines._time(ordinary) < 0.2
    assert engines._time(sure) >= engine_pool.SURE_SECONDS
    await engines.stop()


async def test_capacity_is_reserved_only_where_workers_are_ready_and_not_overloaded() -> None:
    view, _ = position(CincoOptions(first=0))
    engines = EnginePool(1)
    assert not engines.reserve(ASKER), "it compiles still"
    engines._ready = 1
    assert engines.reserve(ASKER)
    for number in range(engine_pool.MOST_AHEAD):
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        await engines._queues.put(Request(asker(number), "master", view, b"", False, answer))
    assert not engines.reserve(asker(99))
    await engines._queues.get()
    assert engines.reserve(asker(99))
    engines.release(ASKER.table)
    assert len(engines._reservations) == 1
    await engines.stop()


def test_a_bot_that_fails_is_named_without_what_it_knew() -> None:
    try:
        raise ValueError("my hand is 3, 14, 15 and 92")
    except ValueError as error:
        told = _where(error)
    assert told.startswith("ValueError in test_pool.py:")


@together
async def test_thinking_does_not_hold_up_the_loop(engines: EnginePool) -> None:
    """Others get their turns all the while: far more of them than there are answers."""
    view, _ = position(CincoOptions(first=0))
    engines._seconds = 0.5
    thinking = [asyncio.create_task(engines.choose("master", view, b"", asker(i))) for i in range(6)]
    turns = 0
    while not all(task.done() for task in thinking):
        await asyncio.sleep(0.001)
        turns += 1
    assert turns > 10 * len(thinking)


@pytest.mark.parametrize("is_ready", mostly_nightly([False, True], False))
async def test_nothing_is_left_when_the_pool_stops(is_ready: bool) -> None:
    async with pool(precompile=is_ready) as engines:
        await until(lambda: bool(engines.pids))
        pids = engines.pids
        assert all(map(is_alive, pids))
    assert not any(map(is_alive, pids))


@pytest.mark.nightly
def test_workers_end_when_their_server_is_killed() -> None:
    program = (
        "import asyncio\n"
        "from quincunx.adapters.engines import EnginePool\n"
        "async def main():\n"
        "    pool = EnginePool(1)\n"
        "    pool.start()\n"
        "    while not pool.pids: await asyncio.sleep(0.01)\n"
        "    print(pool.pids[0], flush=True)\n"
        "    await asyncio.sleep(1000)\n"
        "asyncio.run(main())\n"
    )
    server = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    with server, server.stdout:
        pid = int(server.stdout.readline())
        assert is_alive(pid)
        time.sleep(1.0)  # it is listening by then, though it still compiles
        server.kill()
    end = time.monotonic() + COMPILING_SECONDS
    while time.monotonic() < end:
        try:
            if not is_alive(pid):
                return
        except FileNotFoundError:
            return
        time.sleep(0.05)
    raise AssertionError("the worker lives on")


@together
async def test_a_bots_move_is_searched_with_a_number_of_simulations_and_a_hint_with_seconds(
    engines: EnginePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock has no say in a move, so the same dice give the same values to the last digit."""
    monkeypatch.setattr(engine_pool, "SIMULATIONS", SIMULATIONS)
    view, _ = position(CincoOptions(first=0))
    engines._seconds = 20
    once = await engines._ask(ASKER, "master", view, b"dice", hint=False)
    again = await engines._ask(ASKER, "master", view, b"dice", hint=False)
    assert (once.moves, once.values) == (again.moves, again.values)
    for hint, simulations in ((False, SIMULATIONS), (True, None)):
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        asked = _question(1, Request(ASKER, "master", view, b"dice", hint, answer), 1.0)
        assert (asked.simulations, asked.seconds, asked.explains) == (simulations, 1.0, hint)
