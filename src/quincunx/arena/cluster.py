"""Deals on a Ray cluster: the extra ``quincunx[ray]``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quincunx.arena.deal import Deal
    from quincunx.arena.tournament import Plan


class NoRay(RuntimeError):
    """There is no Ray, or no cluster at this address. The text is a sentence for people."""


def played_on_ray(plan: Plan, left: Iterator[tuple[int, int]], address: str) -> Iterator[Deal]:
    """Deals as they are finished, by all cores of the cluster at ``address``; ``local`` starts one here."""
    try:
        import ray
    except ImportError as error:
        raise NoRay("Ray is missing: install quincunx[ray].") from error
    from quincunx.arena.tournament import work

    try:
        if not ray.is_initialized():
            ray.init(
                address=None if address == "local" else address, log_to_driver=False, include_dashboard=False
            )
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise NoRay(f"There is no Ray cluster at {address}.") from error
    remote: Any = ray.remote(work)
    cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
    running: list[Any] = []
    try:
        while True:
            while len(running) < 2 * cores and (task := next(left, None)) is not None:
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
