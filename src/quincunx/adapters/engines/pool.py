"""The engine pool: worker processes that compute moves, without blocking the event loop.

A question goes to the next free worker, in the order of :mod:`quincunx.adapters.engines.queues`. While no
worker is ready (they compile, or have died), or if an answer is late, a fallback engine answers: plain Python
in a thread. So there is always an answer soon. For rated games only the level's own bot may answer, at its
full strength, so such a question waits.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import Any, Final

import msgspec
import structlog

from quincunx.adapters.engines.frames import (
    Compiling,
    Failed,
    FromWorker,
    Ready,
    SearchResult,
    Stop,
    Think,
    frame,
)
from quincunx.adapters.engines.pipe import Died as _Died
from quincunx.adapters.engines.pipe import end as _end
from quincunx.adapters.engines.pipe import receive_frame, send_frame
from quincunx.adapters.engines.queues import MOST_FOR_A_PERSON, Queues, Request, TooMany
from quincunx.adapters.engines.reservations import Reservations
from quincunx.engines.levels import best, fallback, names
from quincunx.games import GAMES, game_of
from quincunx.kit import Periodic
from quincunx.node.ports import Asker, Busy

log = structlog.get_logger("quincunx.engines")

SIMULATIONS: Final = 2_000
"""Simulations of a bot's move, the same for every position. They take about 0.2 s, and are as strong as ten
thousand (``docs/bots.md``). So the time of a move reveals next to nothing about the cards, and a pause covers
the rest."""
MOST_WAITING: Final = 2_000
LEAST_SECONDS: Final = 0.05
SURE_SECONDS: Final = 10.0
"""The most seconds for a move in a rated game. Simulations are its real limit, on any machine and under any
load."""
MOST_AHEAD: Final = 10
"""At this many waiting questions for each worker, no capacity is reserved for new rated games."""
GRACE_SECONDS: Final = 5.0
"""A worker that exceeds its time by more than these seconds is stuck."""
STOP_SECONDS: Final = 2.0
"""A worker that has not stopped a search after these seconds is killed."""
COMPILE_SECONDS: Final = 900.0
"""A worker that is not ready after these seconds is stuck."""
PATIENCE_SECONDS: Final = 8.0
"""Seconds beyond the time of the search, after which a fallback engine answers, so that no player waits
longer."""
MOST_TRIES: Final = 2
REPLACE_SECONDS: Final = 0.2
"""Seconds before a dead worker is replaced."""
LIVED_LONG_SECONDS: Final = 30.0


def default_workers() -> int:
    """The number of cores, but at most four."""
    return min(4, os.cpu_count() or 1)


def needs_workers(level: str) -> bool:
    """True if a level is computed in a worker. Baselines are not."""
    return any(level in game.bots.levels for game in GAMES.values())


class EnginePool:
    """An :class:`~quincunx.node.ports.Engine`. With 0 ``workers``, fallback engines answer all questions.

    ``seconds`` is the time for a hint and the most time for a move; under load it is shorter. Cancelling the
    wait for an answer stops the search.
    """

    def __init__(self, workers: int | None = None, seconds: float = 1.0) -> None:
        self._size = default_workers() if workers is None else workers
        self._seconds = seconds
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="fallback-engine")
        self._queues = Queues(MOST_WAITING)
        self._reservations = Reservations()
        self._number = 0
        self._running: list[Periodic] = []
        self._processes: set[Process] = set()
        self._ready = 0
        self._is_compiled = asyncio.Event()

    # ---- starting and stopping ----------------------------------------------------------------------

    def start(self) -> None:
        """Start the workers in the background. The first one compiles, so that the others need not."""
        self._running = [
            Periodic(
                f"engine {place}", partial(self._work, place), REPLACE_SECONDS, expected=(_Died, OSError)
            )
            for place in range(self._size)
        ]
        for loop in self._running:
            loop.start()

    async def stop(self) -> None:
        """End the workers; searches under way are lost."""
        await asyncio.gather(*(loop.stop() for loop in self._running))
        self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def ready(self) -> int:
        """The number of workers that answer questions now. If it is 0, fallback engines answer."""
        return self._ready

    async def has_started(self, level: str) -> None:
        """Wait until a worker is ready, if this level needs one."""
        if needs_workers(level):
            await self._is_compiled.wait()

    @property
    def waiting(self) -> int:
        """The number of questions that wait for a worker."""
        return len(self._queues)

    @property
    def pids(self) -> tuple[int, ...]:
        """The ids of the worker processes."""
        return tuple(process.pid for process in self._processes if process.returncode is None)

    # ---- questions ----------------------------------------------------------------------------------

    async def choose(self, level: str, view: Any, seed: bytes, asker: Asker) -> Any:
        """A move by the level's bot, or by a fallback engine if no worker answers in time. Raises
        ``KeyError`` for a level that the game lacks, and :class:`Busy`."""
        bots = game_of(view).bots
        if level not in names(bots):
            raise KeyError(level)
        if level in bots.baselines:
            return (await self._by_fallback(level, view, seed)).moves[0]
        return (await self._ask(asker, level, view, seed, hint=False)).moves[0]

    async def choose_surely(self, level: str, view: Any, seed: bytes, asker: Asker) -> Any:
        """A move by the level's own bot at full strength, however long it takes. Raises ``KeyError`` for a
        level that the game lacks, and :class:`Busy` if no worker is available now."""
        bots = game_of(view).bots
        if level not in names(bots):
            raise KeyError(level)
        if level in bots.baselines:
            return (await self._by_fallback(level, view, seed)).moves[0]
        if not self._ready:
            raise Busy
        if self._reservations.is_held(asker.table):
            self._reservations.use(asker.table, asker.host)
        answer: asyncio.Future[SearchResult] = asyncio.get_running_loop().create_future()
        request = Request(asker, level, view, seed, False, answer, is_sure=True)
        try:
            await self._queues.put(request)
            return (await answer).moves[0]
        except _BotFailed:
            return (await self._by_fallback(level, view, seed)).moves[0]  # otherwise the game could not go on
        except (TooMany, _GaveUp):
            raise Busy from None

    @property
    def has_workers(self) -> bool:
        """True if the pool has worker processes."""
        return self._size > 0

    def reserve(self, asker: Asker) -> bool:
        """Reserve capacity for a rated game of this table. Returns ``False`` if there is none."""
        is_crowded = len(self._queues) >= self._ready * MOST_AHEAD
        if is_crowded or self._queues.of_person(asker) >= MOST_FOR_A_PERSON:
            return False
        return self._reservations.reserve(asker, self._ready)

    def release(self, table: str) -> None:
        """Release the capacity reserved for a table, if any."""
        self._reservations.release(table)

    async def advise(self, view: Any, seed: bytes, asker: Asker) -> SearchResult:
        """The ranked choices of the best bot for the seat of this view."""
        return await self._ask(asker, best(game_of(view).bots), view, seed, hint=True)

    async def _ask(self, asker: Asker, level: str, view: Any, seed: bytes, hint: bool) -> SearchResult:
        found = await self._by_worker(asker, level, view, seed, hint)
        return found or await self._by_fallback(level, view, seed)

    async def _by_worker(
        self, asker: Asker, level: str, view: Any, seed: bytes, hint: bool
    ) -> SearchResult | None:
        """A worker's answer; ``None`` if it does not come in time, or too many questions wait."""
        if self._ready:
            answer: asyncio.Future[SearchResult] = asyncio.get_running_loop().create_future()
            request = Request(asker, level, view, seed, hint, answer)
            with contextlib.suppress(TooMany, _GaveUp, TimeoutError):
                await self._queues.put(request)
                return await asyncio.wait_for(answer, self._seconds + PATIENCE_SECONDS)
        return None

    async def _by_fallback(self, level: str, view: Any, seed: bytes) -> SearchResult:
        bots = game_of(view).bots
        bot = bots.bot(level) if level in bots.baselines else fallback(bots)
        loop = asyncio.get_running_loop()
        random = Random(seed)  # noqa: S311  # a bot's taste is no secret
        decision = await loop.run_in_executor(self._threads, bot.choose, view, random)
        return SearchResult(
            0,
            tuple(choice.action for choice in decision.alternatives),
            tuple(choice.value for choice in decision.alternatives),
            tuple(choice.error for choice in decision.alternatives),
            decision.scale,
            is_fallback=True,
        )

    def _time(self, request: Request) -> float:
        """Seconds for a question: a fair share under load, except in rated games."""
        if request.is_sure:
            return max(SURE_SECONDS, self._seconds)
        return max(LEAST_SECONDS, self._seconds * self._size / (self._size + len(self._queues)))

    # ---- one worker ---------------------------------------------------------------------------------

    async def _work(self, place: int) -> None:
        """Run one worker until it dies."""
        if place:
            await self._is_compiled.wait()
        began = time.monotonic()
        try:
            await self._life()
        except (_Died, OSError) as death:
            log.warning("engine_died", reason=str(death))
            # A worker that has lived long is replaced at once. For others the pause grows.
            if time.monotonic() - began < LIVED_LONG_SECONDS:
                raise

    async def _life(self) -> None:
        """Run one process from start to end. Raises :class:`_Died`, and ``OSError`` if it cannot be
        started."""
        # A session of its own keeps Ctrl-C at the server's terminal away. The worker ends with its pipe.
        program = (sys.executable, "-m", "quincunx.adapters.engines.worker")
        process = await asyncio.create_subprocess_exec(
            *program, stdin=PIPE, stdout=PIPE, start_new_session=True
        )
        self._processes.add(process)
        try:
            await self._precompile(process)
            self._ready += 1
            try:
                while True:
                    await self._serve(process, await self._queues.get())
            finally:
                self._ready -= 1
        finally:
            await _end(process)
            self._processes.discard(process)

    async def _precompile(self, process: Process) -> None:
        """Wait until the worker has compiled the kernels of every game."""
        began = time.monotonic()
        try:
            async with asyncio.timeout(COMPILE_SECONDS):
                ready = 0
                while ready < len(GAMES):
                    match await receive_frame(process):
                        case Compiling():
                            log.info("engine_compiling")
                        case Ready():
                            ready += 1
                        case _:
                            raise _Died("it talks out of turn")
        except TimeoutError:
            raise _Died("it is not ready") from None
        log.info("engine_ready", seconds=round(time.monotonic() - began, 1))
        self._is_compiled.set()

    async def _serve(self, process: Process, request: Request) -> None:
        """Answer one question. If the worker dies, queues the question again and raises :class:`_Died`."""
        self._number += 1
        number = self._number  # other questions raise the counter before the answer arrives
        try:
            message = await self._think(process, request, number)
        except _Died:
            request.tries += 1
            if not request.answer.done():
                try:
                    if request.tries == MOST_TRIES:
                        raise TooMany
                    await self._queues.put(request)
                except (TooMany, Busy):
                    request.answer.set_exception(_GaveUp())
            raise
        if request.answer.done():
            return
        if isinstance(message, SearchResult) and message.number == number:
            moves = tuple(msgspec.convert(move, request.game.move_type) for move in message.moves)
            request.answer.set_result(msgspec.structs.replace(message, moves=moves))
        else:
            error = message.error if isinstance(message, Failed) else "an answer to another question"
            log.error("engine_failed", level=request.level, error=error)
            request.answer.set_exception(_BotFailed())

    async def _think(self, process: Process, request: Request, number: int) -> FromWorker:
        """The worker's answer, even if it is an error. Raises :class:`_Died` if it does not come in time."""
        seconds = self._time(request)
        await send_frame(process, frame(_question(number, request, seconds)))
        hearing = asyncio.create_task(receive_frame(process))
        try:
            either: set[asyncio.Future[Any]] = {hearing, request.answer}
            heard, _ = await asyncio.wait(
                either,
                timeout=seconds + GRACE_SECONDS,
                return_when=asyncio.FIRST_COMPLETED,
            )
            if not heard:
                raise _Died("it is stuck")
            if hearing not in heard:  # the answer is not needed any more
                await send_frame(process, frame(Stop(number)))
                stopped, _ = await asyncio.wait({hearing}, timeout=STOP_SECONDS)
                if not stopped:
                    raise _Died("it does not stop")
            return hearing.result()
        finally:
            hearing.cancel()


def _question(number: int, request: Request, seconds: float) -> Think:
    view = msgspec.Raw(msgspec.msgpack.encode(request.view))
    simulations = None if request.hint else SIMULATIONS
    return Think(
        number, request.level, request.game.name, view, request.seed, seconds, simulations, request.hint
    )


class _GaveUp(Exception):
    """No worker can answer this question."""


class _BotFailed(_GaveUp):
    """The bot itself raised an error."""
