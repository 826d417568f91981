"""Deals on a Ray cluster: the extra ``quincunx[ray]``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quincunx.arena.deal import Deal
from quincunx.arena.plan import Plan, work
from quincunx.engines.cluster import connect, cores


def played_on_ray(plan: Plan, left: Iterator[tuple[int, int]], address: str) -> Iterator[Deal]:
    """Yield deals as they are finished, by all cores of the cluster at ``address``; ``local`` starts one on
    this machine. Raises :class:`quincunx.engines.cluster.NoRay`."""
    ray = connect(address)
    remote: Any = ray.remote(work)
    most = 2 * cores(ray)
    running: list[Any] = []
    try:
        while True:
            while len(running) < most and (task := next(left, None)) is not None:
                running.append(remote.remote(plan, *task))
            if not running:
                return
            done, running = ray.wait(running)
            for each in done:
                deal: Deal = ray.get(each)
                yield deal
    finally:
        for each in running:
            ray.cancel(each)
