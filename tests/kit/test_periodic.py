"""The supervised loop: it survives whatever its work raises, and stops in order."""

import asyncio

import pytest
from structlog.testing import capture_logs

from quincunx.kit import Periodic, periodic, stop_all


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(periodic, "FIRST_BACKOFF", 0.001)


class Work:
    """Counts its rounds, and raises what it is told to."""

    def __init__(self, *raises: BaseException | None) -> None:
        self.raises = list(raises)
        self.rounds = 0
        self.changed = asyncio.Event()

    async def __call__(self) -> None:
        self.rounds += 1
        self.changed.set()
        error = self.raises.pop(0) if self.raises else None
        if error is not None:
            raise error

    async def reach(self, rounds: int) -> None:
        """Wait until that many rounds have begun."""
        async with asyncio.timeout(20):
            while self.rounds < rounds:
                self.changed.clear()
                await self.changed.wait()


async def test_work_is_repeated_until_the_loop_is_stopped():
    work = Work()
    loop = Periodic("counting", work, 0.001)
    loop.start()
    loop.start()
    await work.reach(3)
    await loop.stop()
    rounds = work.rounds
    await asyncio.sleep(0.02)
    assert work.rounds == rounds


@pytest.mark.parametrize(
    "error", [RuntimeError("unexpected"), ValueError(), asyncio.CancelledError(), TimeoutError()]
)
async def test_no_error_of_the_work_ends_the_loop(error: BaseException):
    work = Work(error, None, error)
    loop = Periodic("failing", work, 0.001)
    with capture_logs() as logs:
        loop.start()
        await work.reach(5)
        await loop.stop()
    failed = [line for line in logs if line["event"] == "background_work_failed"]
    assert [line["work"] for line in failed] == ["failing", "failing"]
    assert all(line["log_level"] == "error" for line in failed)


async def test_an_outage_that_is_expected_is_logged_once_and_without_a_traceback():
    work = Work(*[OSError("store is away")] * 4)
    loop = Periodic("reading", work, 0.001, expected=(OSError,))
    with capture_logs() as logs:
        loop.start()
        await work.reach(6)
        await loop.stop()
    assert [(line["event"], line.get("reason")) for line in logs] == [
        ("background_work_waits", "store is away"),
        ("background_work_resumed", None),
    ]


async def test_the_pause_grows_while_the_work_fails(monkeypatch: pytest.MonkeyPatch):
    pauses: list[float] = []

    async def pause(self: Periodic, seconds: float) -> None:
        pauses.append(seconds)
        await asyncio.sleep(0)

    monkeypatch.setattr(Periodic, "_pause", pause)
    work = Work(*[RuntimeError()] * 40)
    loop = Periodic("failing", work, 0.002, expected=(RuntimeError,))
    loop.start()
    await work.reach(42)
    await loop.stop()
    assert pauses[:4] == [0.002, 0.002, 0.004, 0.008]
    assert pauses[39] == periodic.LONGEST_BACKOFF
    assert pauses[40] == 0.002


async def test_waking_starts_a_round_at_once_but_not_while_the_work_fails():
    work = Work(None, RuntimeError())
    loop = Periodic("waiting", work, 1_000)
    loop.start()
    await work.reach(1)
    loop.wake()
    await work.reach(2)
    loop.wake()
    await asyncio.sleep(0.02)
    assert work.rounds == 2
    await loop.stop()


async def test_a_wake_during_a_round_is_not_lost():
    begun, gate = asyncio.Semaphore(0), asyncio.Event()

    async def work() -> None:
        begun.release()
        await gate.wait()

    loop = Periodic("waiting", work, 1_000)
    loop.start()
    async with asyncio.timeout(20):
        await begun.acquire()
        loop.wake()
        gate.set()
        await begun.acquire()
    await loop.stop()


async def test_a_round_under_way_may_finish_and_is_cancelled_when_its_time_is_over():
    finished, gate = [], asyncio.Event()

    async def work() -> None:
        try:
            await gate.wait()
            finished.append("done")
        except asyncio.CancelledError:
            finished.append("cancelled")
            raise

    patient = Periodic("patient", work, 1_000)
    patient.start()
    await asyncio.sleep(0)
    stopping = asyncio.create_task(patient.stop(patience=20))
    await asyncio.sleep(0)
    assert patient.is_ending
    gate.set()
    await stopping
    gate.clear()
    hasty = Periodic("hasty", work, 1_000)
    hasty.start()
    await asyncio.sleep(0)
    await hasty.stop(patience=0.001)
    assert finished == ["done", "cancelled"]


async def test_a_loop_can_be_started_again():
    work = Work()
    loop = Periodic("again", work, 0.001)
    await loop.stop()
    for goal in (2, 4):
        loop.start()
        await work.reach(goal)
        await loop.stop()


async def test_every_stop_is_attempted_even_if_another_fails():
    stopped: list[str] = []

    async def first() -> None:
        stopped.append("first")
        raise RuntimeError("cannot stop")

    async def second() -> None:
        stopped.append("second")

    with capture_logs() as logs:
        await stop_all(first, second)
    assert stopped == ["first", "second"]
    assert [line["event"] for line in logs] == ["stop_failed"]
