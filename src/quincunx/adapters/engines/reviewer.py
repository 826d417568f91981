"""The process that makes reviews and pictures, beside the engine workers.

A review takes seconds, a move a fraction of one. Reviews in a worker would delay moves. So they have a
process of their own, which the system runs only while a core is idle. It is started on demand, and ended
after a while without work.
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
from quincunx.adapters.engines.pipe import Died, end, receive_frame, send_frame
from quincunx.adapters.engines.worker import NICENESS
from quincunx.node.ports import NoReview

log = structlog.get_logger("quincunx.engines")

IDLE_SECONDS: Final = 120.0
"""Seconds without work after which the process ends and its memory is freed."""
STUCK_SECONDS: Final = 600.0
"""The most seconds between two steps of a review, even on a loaded machine that has to compile first."""
STOP_SECONDS: Final = 10.0
"""A process that has not stopped after these seconds is killed."""
MOST_TRIES: Final = 2
"""A game that has killed the process so often is not reviewed."""


# Set the priority before any import, which takes a second of a core. Not all systems have an idle class.
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
    """A :class:`~quincunx.node.ports.ReviewMaker` and :class:`~quincunx.node.ports.PictureMaker`. It does one
    task at a time; further callers wait.

    With ``is_idle`` it works only while the machine is idle, otherwise with the priority of bots.
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
        """The id of the process; ``None`` while there is none."""
        return None if self._process is None or self._process.returncode is not None else self._process.pid

    async def stop(self) -> None:
        """End the process; its task is lost."""
        self._stay()
        await self._end()
        await asyncio.gather(*self._ending)

    async def review(self, record: str, simulations: int, on_progress: Callable[[int, int], None]) -> bytes:
        """The JSON of a record's review. Calls ``on_progress`` with the work done and the total. Raises
        :class:`NoReview`, and ``OSError`` if the process cannot be started."""
        return await self._ask(lambda number: MakeReview(number, record, simulations), on_progress)

    async def picture(self, record: str, names: tuple[str, ...], review: bytes | None) -> bytes:
        """A picture of a finished game as PNG. Raises as :meth:`review` does."""
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
        answer = asyncio.create_task(_receive_review(process, number, on_progress))
        try:
            await send_frame(process, frame(question(number)))
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            await self._give_up(process, number, answer)
            raise
        finally:
            if not answer.cancel():
                answer.exception()  # the exception counts as retrieved, even after a cancellation

    async def _give_up(self, process: Process, number: int, answer: asyncio.Task[bytes]) -> None:
        """Stop the task, so that the process need not be restarted; if that fails, end it."""
        try:
            await send_frame(process, frame(Stop(number)))
            stopped, _ = await asyncio.wait({answer}, timeout=STOP_SECONDS)
            if stopped and not isinstance(answer.exception(), Died):
                return
        except Died:
            pass
        await self._end()

    async def _start(self) -> Process:
        # Not a session of its own, since some systems would then give it as much of a core as all other
        # processes here together. It makes itself a process group, so Ctrl-C at the server's terminal does
        # not reach it.
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
    """A review or picture was stopped."""


async def _receive_review(process: Process, number: int, on_progress: Callable[[int, int], None]) -> bytes:
    """The result of the process. Raises :class:`NoReview`, :class:`Died` and :class:`_Ended`."""
    while True:
        try:
            async with asyncio.timeout(STUCK_SECONDS):
                message = await receive_frame(process)
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
