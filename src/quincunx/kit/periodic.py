"""A supervised loop, and an orderly stop of several parts."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from random import uniform
from typing import Final

import structlog

from quincunx.kit.tasks import end_tasks

log = structlog.get_logger("quincunx.background")

FIRST_BACKOFF: Final = 0.1
LONGEST_BACKOFF: Final = 5.0
"""Seconds between attempts of work that keeps failing, unless the loop's own interval is longer."""


class Periodic:
    """Run ``work`` every ``seconds``, from :meth:`start` to :meth:`stop`, whatever it raises.

    ``seconds`` is the pause between two rounds: a number, or a function called after each round; ``None``
    means until :meth:`wake` is called. ``jitter`` varies the pause by up to that share in both directions, so
    that nodes do not act at the same moment. Errors of the types in ``expected`` (an unreachable store) are
    logged once per outage, all others with their traceback. The pause grows with each consecutive failure, up
    to five seconds.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[], Awaitable[object]],
        seconds: float | Callable[[], float | None] | None,
        *,
        jitter: float = 0.0,
        expected: tuple[type[Exception], ...] = (),
        waits_first: bool = False,
    ) -> None:
        self._name = name
        self._work = work
        self._seconds = seconds
        self._jitter = jitter
        self._expected = expected
        self._waits_first = waits_first
        self._failures = 0
        self._wake = asyncio.Event()
        self._ending = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_ending(self) -> bool:
        """True once :meth:`stop` has been called; long work should then return soon."""
        return self._ending.is_set()

    def start(self) -> None:
        """Start the loop; no effect if it is already running."""
        if self._task is None:
            self._ending.clear()
            self._task = asyncio.create_task(self._run(), name=self._name)

    def wake(self) -> None:
        """Start the next round now, or right after the present one. Failing work keeps its pause."""
        self._wake.set()

    async def stop(self, patience: float = 0.0) -> None:
        """Stop the loop. A round under way has ``patience`` seconds to finish before it is cancelled."""
        task, self._task = self._task, None
        if task is None:
            return
        self._ending.set()
        self._wake.set()
        if patience:
            await asyncio.wait((task,), timeout=patience)
        await end_tasks((task,))

    async def _run(self) -> None:
        if self._waits_first:
            await self._pause(self._interval())
        while not self.is_ending:
            self._wake.clear()
            await self._pause(await self._round())

    async def _round(self) -> float | None:
        """Run the work once; return the number of seconds to wait."""
        try:
            await self._work()
        except (Exception, asyncio.CancelledError) as error:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            # A cancelled task inside the work is a failure of the work; it must not end the loop.
            self._failures += 1
            if not isinstance(error, self._expected):
                log.exception("background_work_failed", work=self._name)
            elif self._failures == 1:
                log.warning("background_work_waits", work=self._name, reason=str(error))
            backoff = min(FIRST_BACKOFF * 2.0 ** min(self._failures - 1, 30), LONGEST_BACKOFF)
            return max(backoff, self._interval() or 0.0)
        if self._failures:
            log.info("background_work_resumed", work=self._name, failures=self._failures)
            self._failures = 0
        return self._interval()

    def _interval(self) -> float | None:
        seconds = self._seconds if not callable(self._seconds) else self._seconds()
        return seconds and seconds * uniform(1 - self._jitter, 1 + self._jitter)  # noqa: S311  # no secret

    async def _pause(self, seconds: float | None) -> None:
        until = self._ending if self._failures else self._wake
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await until.wait()
        await asyncio.sleep(0)  # a loop without a pause still yields to other tasks


async def stop_all(*stops: Callable[[], Awaitable[object]]) -> None:
    """Await each of ``stops`` in turn. A failure is logged, and the next one is still attempted."""
    for stop in stops:
        try:
            await stop()
        except Exception:
            log.exception("stop_failed", part=getattr(stop, "__qualname__", repr(stop)))
