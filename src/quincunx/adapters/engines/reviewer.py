"""Who makes reviews: one more process beside the engine workers, which works when nothing else has anything
to do.

A review takes seconds, a move a fraction of one. So no worker that moves wait for ever begins a review: what
makes them is a process that the system runs when a core has nothing else to do. It is started when there is
something to review, and ended when there has been nothing for a while.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from typing import Final

import structlog

from quincunx.adapters.engines.frames import (
    Advanced,
    Drawn,
    DrawPicture,
    Failed,
    MakeReview,
    Reviewed,
    Stop,
    Stopped,
    frame,
)
from quincunx.adapters.engines.pipe import Died, end, hear, say
from quincunx.adapters.engines.worker import NICENESS
from quincunx.node.ports import NoReview

log = structlog.get_logger("quincunx.engines")

IDLE_SECONDS: Final = 120.0
"""Without work for so long the process ends, and what memory it has is free."""
STUCK_SECONDS: Final = 600.0
"""Between two steps of a review, also on a machine that has to compile first and has no time for it."""
STOP_SECONDS: Final = 10.0
"""Who does not stop within so long is killed."""
MOST_TRIES: Final = 2
"""A game that has killed so many is not reviewed."""


# Before anything is loaded, which alone takes a second of a core. Not all systems know idleness by nature.
_START: Final = "from quincunx.adapters.engines.worker import main; main()"
AS_BOTS_THINK: Final = f"import os\nos.nice({NICENESS})\n{_START}"
AFTER_ALL_ELSE: Final = f"""
import os
os.nice(19)
try:
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
except (OSError, AttributeError):
    pass
{_START}
"""

_Question = Callable[[int], MakeReview | DrawPicture]


class ReviewProcess:
    """A :class:`~quincunx.node.ports.ReviewMaker`, or a :class:`~quincunx.node.ports.PictureMaker`. One thing
    is made at a time; who comes then waits.

    ``is_idle``: it works only when nothing else has anything to do; else as bots think.
    """

    def __init__(self, is_idle: bool = True) -> None:
        self._is_idle = is_idle
        self._process: Process | None = None
        self._number = 0
        self._turn = asyncio.Lock()
        self._leaving: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()

    @property
    def pid(self) -> int | None:
        """The process, while there is one."""
        return None if self._process is None or self._process.returncode is not None else self._process.pid

    async def stop(self) -> None:
        """End the process; what it works at is lost."""
        self._stay()
        await self._end()
        await asyncio.gather(*self._ending)

    async def review(self, record: str, simulations: int, on_progress: Callable[[int, int], None]) -> bytes:
        """See :meth:`quincunx.node.ports.ReviewMaker.review`."""
        return await self._ask(lambda number: MakeReview(number, record, simulations), on_progress)

    async def picture(self, record: str, names: tuple[str, ...], review: bytes | None) -> bytes:
        """See :meth:`quincunx.node.ports.PictureMaker.picture`."""
        return await self._ask(lambda number: DrawPicture(number, record, names, review), lambda *_: None)

    async def _ask(self, question: _Question, on_progress: Callable[[int, int], None]) -> bytes:
        async with self._turn:
            self._stay()
            try:
                for _ in range(MOST_TRIES):
                    try:
                        return await self._try(question, on_progress)
                    except Died as death:
                        log.warning("reviewer_died", reason=str(death))
                        await self._end()
                raise NoReview
            finally:
                self._leaving = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._leave)

    async def _try(self, question: _Question, on_progress: Callable[[int, int], None]) -> bytes:
        process = self._process or await self._start()
        self._number += 1
        number = self._number
        answer = asyncio.create_task(_answer(process, number, on_progress))
        try:
            await say(process, frame(question(number)))
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            await self._give_up(process, number, answer)
            raise
        finally:
            if not answer.cancel():
                answer.exception()  # nobody else asks for it after a cancellation

    async def _give_up(self, process: Process, number: int, answer: asyncio.Task[bytes]) -> None:
        """Have the process stop, so that it need not be started anew."""
        try:
            await say(process, frame(Stop(number)))
            stopped, _ = await asyncio.wait({answer}, timeout=STOP_SECONDS)
            if stopped and not isinstance(answer.exception(), Died):
                return
        except Died:
            pass
        await self._end()

    async def _start(self) -> Process:
        # No session of its own: in one it might be given as much of a core as everything here together. It
        # makes itself a group, so that Ctrl-C at the server's terminal does not reach it.
        program = (sys.executable, "-c", AFTER_ALL_ELSE if self._is_idle else AS_BOTS_THINK, "--reviews")
        self._process = await asyncio.create_subprocess_exec(*program, stdin=PIPE, stdout=PIPE)
        return self._process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await end(process)

    def _stay(self) -> None:
        if self._leaving is not None:
            self._leaving.cancel()
            self._leaving = None

    def _leave(self) -> None:
        ending = asyncio.create_task(self._end())
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)


class _Ended(Exception):
    """A review was stopped."""


async def _answer(process: Process, number: int, on_progress: Callable[[int, int], None]) -> bytes:
    """What the process finds. Raises :class:`NoReview`, :class:`Died`, and :class:`_Ended`."""
    while True:
        try:
            async with asyncio.timeout(STUCK_SECONDS):
                message = await hear(process)
        except TimeoutError:
            raise Died("it is stuck") from None
        match message:
            case Advanced(done=done, total=total) if message.number == number:
                on_progress(done, total)
            case Reviewed(review=made) | Drawn(png=made) if message.number == number:
                return made
            case Stopped() if message.number == number:
                raise _Ended
            case Failed(error=error) if message.number == number:
                log.error("review_failed", error=error)
                raise NoReview
            case _:
                raise Died("it talks out of turn")
