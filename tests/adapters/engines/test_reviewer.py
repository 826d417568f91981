"""The process that makes reviews: a real one, what it says, and what becomes of it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
import pytest_asyncio

from quincunx.adapters.engines import reviewer as module
from quincunx.adapters.engines.reviewer import ReviewProcess
from quincunx.core.review import Review
from quincunx.node.ports import NoReview

pytestmark = pytest.mark.asyncio(loop_scope="module")
RECORDS = Path(__file__).parents[3] / "testdata/records"
QUICK = (RECORDS / "cinqo-2-hundred.txt").read_text("utf-8")
LONG = (RECORDS / "cinco-6in3.txt").read_text("utf-8")
COMPILING_SECONDS = 240
FEW = 17
"""Simulations a choice that a long game is reviewed with."""
COMPILED = 4
"""After so many steps nothing is compiled any more, which cannot be stopped."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def reviewer() -> AsyncIterator[ReviewProcess]:
    """One for all tests, though perhaps with another process: a start takes a second of a core."""
    one = ReviewProcess(is_idle=False)  # the machine that tests has much else to do
    yield one
    await one.stop()
    assert one.pid is None


class Progress:
    """A recorder of progress, with an event for the end of compilation."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, int]] = []
        self.goes_on = asyncio.Event()

    def __call__(self, done: int, total: int) -> None:
        self.heard.append((done, total))
        if done == COMPILED:
            self.goes_on.set()

    async def compiled(self) -> None:
        async with asyncio.timeout(COMPILING_SECONDS):
            await self.goes_on.wait()


async def quickly(reviewer: ReviewProcess) -> Review:
    found = await reviewer.review(QUICK, 400, Progress())
    return msgspec.json.decode(found, type=Review)


async def test_it_makes_reviews_and_says_how_far_it_is(reviewer: ReviewProcess) -> None:
    progress = Progress()
    body = await reviewer.review(QUICK, 400, progress)
    found = msgspec.json.decode(body, type=Review)
    assert (found.game, len(found.seats), found.exact) == ("cinqo", 2, True)
    done, total = progress.heard[-1]
    assert done == total > 0
    assert reviewer.pid is not None
    assert os.getsid(reviewer.pid) == os.getsid(0), "or it would have a share of its own"
    assert os.getpgid(reviewer.pid) != os.getpgid(0), "or Ctrl-C would reach it"


@pytest.mark.nightly
async def test_it_draws_too(reviewer: ReviewProcess) -> None:
    drawn = await reviewer.picture(QUICK, ("Ada", "Bo"), None)
    assert drawn.startswith(b"\x89PNG")
    found = await reviewer.review(QUICK, 400, Progress())
    assert len(await reviewer.picture(QUICK, ("Ada", "Bo"), found)) > len(drawn)


@pytest.mark.nightly
async def test_a_review_without_waiters_is_stopped(reviewer: ReviewProcess) -> None:
    await quickly(reviewer)
    pid, progress = reviewer.pid, Progress()
    asking = asyncio.create_task(reviewer.review(LONG, 60, progress))
    await progress.compiled()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await quickly(reviewer)
    assert reviewer.pid == pid, "it stopped when it was told to"


@pytest.mark.nightly
async def test_a_review_that_gave_way_goes_on_where_it_was(reviewer: ReviewProcess) -> None:
    first, then, other = Progress(), Progress(), Progress()
    asking = asyncio.create_task(reviewer.review(LONG, FEW, first))
    await first.compiled()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await quickly(reviewer)
    body = await reviewer.review(LONG, FEW, then)
    assert then.heard[0][0] >= first.heard[-1][0] >= COMPILED, "what was done is not done again"
    assert body == await reviewer.review(LONG, FEW, other)
    assert other.heard[0][0] == 0, "a review that was handed over is forgotten"


async def test_without_a_record_there_is_no_review(reviewer: ReviewProcess) -> None:
    pid = (await quickly(reviewer), reviewer.pid)[1]
    with pytest.raises(NoReview):
        await reviewer.review("no record at all", 400, Progress())
    await quickly(reviewer)
    assert reviewer.pid == pid


async def started(one: ReviewProcess, but: int | None = None) -> int:
    """The process, as soon as there is (another) one, before it has loaded anything."""
    end = time.monotonic() + COMPILING_SECONDS
    while one.pid in (None, but):
        assert time.monotonic() < end
        await asyncio.sleep(0.001)
    assert one.pid is not None
    return one.pid


async def test_one_that_does_not_stop_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STOP_SECONDS", 0.0)
    one = ReviewProcess(is_idle=False)
    asking = asyncio.create_task(one.review(LONG, 400, Progress()))
    pid = await started(one)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert one.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_one_that_dies_is_started_again_but_not_for_ever() -> None:
    one = ReviewProcess(is_idle=False)
    asking = asyncio.create_task(one.review(LONG, 400, Progress()))
    pid = await started(one)
    os.kill(pid, signal.SIGKILL)
    os.kill(await started(one, but=pid), signal.SIGKILL)
    with pytest.raises(NoReview):
        await asking
    assert one.pid is None
    await one.stop()


async def test_usually_it_gives_way_to_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []

    async def refuses(*program: str, **_: object) -> None:
        asked.append(program)
        raise OSError("none to be had")

    with monkeypatch.context() as changed:
        changed.setattr(asyncio, "create_subprocess_exec", refuses)
        for one in (ReviewProcess(), ReviewProcess(is_idle=False)):
            with pytest.raises(OSError, match="none to be had"):
                await one.review(QUICK, 400, Progress())
    assert [program[2:] for program in asked] == [
        (module.AFTER_ALL_ELSE, "--reviews"),
        (module.AS_BOTS_THINK, "--reviews"),
    ]
    worker = await asyncio.create_subprocess_exec(*asked[0], stdin=subprocess.PIPE)
    end = time.monotonic() + COMPILING_SECONDS
    while os.sched_getscheduler(worker.pid) != os.SCHED_IDLE:
        assert time.monotonic() < end
        await asyncio.sleep(0.02)
    worker.kill()
    await worker.wait()


@pytest.mark.nightly
async def test_it_ends_when_there_has_been_nothing_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "IDLE_SECONDS", 0.05)
    one = ReviewProcess(is_idle=False)
    with pytest.raises(NoReview):
        await one.review("no record at all", 400, Progress())
    end = time.monotonic() + 20
    while one.pid is not None:
        assert time.monotonic() < end
        await asyncio.sleep(0.02)
    await one.stop()


async def test_a_caller_without_a_process_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    with pytest.raises(OSError, match="nowhere"):
        await ReviewProcess().review(QUICK, 400, Progress())
