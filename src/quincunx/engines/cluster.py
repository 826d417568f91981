"""Connecting to a Ray cluster: the extra ``quincunx[ray]``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, TypeVar

from quincunx.core.sentence import SpokenError, sentence

Result = TypeVar("Result")


class NoRay(SpokenError, RuntimeError):
    """Ray is missing, no cluster is at this address, or the cluster was lost. The text is a sentence for
    people."""


def connect(address: str) -> Any:
    """Return the ``ray`` module, connected to the cluster at ``address``; ``local`` starts one on this
    machine. Raises :class:`NoRay`."""
    try:
        ray: Any = import_module("ray")
    except ImportError as error:
        raise NoRay(sentence("Ray is missing: install quincunx[ray].")) from error
    try:
        if not ray.is_initialized():
            ray.init(
                address=None if address == "local" else address, log_to_driver=False, include_dashboard=False
            )
    # A timeout of the cluster is an OSError, too.
    except (OSError, ValueError, RuntimeError) as error:
        raise NoRay(sentence("There’s no Ray cluster at {{1}}.", address)) from error
    return ray


def cores(ray: Any) -> int:
    """Return the number of cores in the cluster."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def each_on_cluster(
    work: Callable[..., Result], tasks: Iterator[tuple[Any, ...]], address: str
) -> Iterator[Result]:
    """Yield what ``work`` returns for each task's arguments, as it is finished, by all cores of the cluster
    at ``address``; ``local`` starts one on this machine. Raises :class:`NoRay`, and what the work raises."""
    ray = connect(address)
    remote: Any = ray.remote(work)
    most = 2 * cores(ray)
    running: list[Any] = []
    try:
        while True:
            while len(running) < most and (task := next(tasks, None)) is not None:
                running.append(remote.remote(*task))
            if not running:
                return
            done, running = ray.wait(running)
            for each in done:
                result: Result = ray.get(each)
                yield result
    finally:
        for each in running:
            ray.cancel(each)
