"""Workers that play deals: this process, several on this machine, or a Ray cluster."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Final

from quincunx.arena.deal import Deal
from quincunx.arena.plan import Plan, work
from quincunx.engines.cluster import each_on_cluster
from quincunx.engines.precompiled import is_precompiled, precompile
from quincunx.games import game_of

MOST_CRASHES: Final = 3
"""The number of crashes after which a deal is given up."""


def played(plan: Plan, left: Iterator[tuple[int, int]], cores: int, ray: str | None) -> Iterator[Deal]:
    """Yield these deals as they are finished. ``cores`` of 1 plays in this process; ``ray`` is a cluster's
    address. Raises :class:`quincunx.engines.cluster.NoRay`."""
    if ray is not None:
        yield from each_on_cluster(work, ((plan, *task) for task in left), ray)
    elif cores == 1:
        for pair, number in left:
            yield work(plan, pair, number)
    else:
        _compile_once(plan)
        yield from _played_by_processes(plan, left, cores)


def _compile_once(plan: Plan) -> None:
    """Compile the kernels of the plan's levels in this process, so that each worker does not."""
    game = game_of(plan.options)
    if any(text.partition(":")[0] in game.bots.levels for text in plan.bots) and not is_precompiled(game):
        with contextlib.suppress(OSError):  # each worker compiles for itself
            precompile(game)


def _played_by_processes(plan: Plan, left: Iterator[tuple[int, int]], cores: int) -> Iterator[Deal]:
    """Yield deals as they are finished. When a process dies, another one replays its deal."""
    crashes = 0
    again: list[tuple[int, int]] = []
    while True:
        running: dict[Future[Deal], tuple[int, int]] = {}
        pool = ProcessPoolExecutor(cores, mp_context=get_context("spawn"))
        try:
            while True:
                while len(running) < 2 * cores:
                    task = again.pop() if again else next(left, None)
                    if task is None:
                        break
                    running[pool.submit(work, plan, *task)] = task
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    deal = future.result()
                    del running[future]
                    yield deal
        except BrokenProcessPool:
            crashes += 1
            if crashes > MOST_CRASHES:
                raise
            again += running.values()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
