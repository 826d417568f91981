"""A Ray cluster to work on: the extra ``quincunx[ray]``."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class NoRay(RuntimeError):
    """There is no Ray, no cluster at this address, or it was lost. The text is a sentence for people."""


def connect(address: str) -> Any:
    """The ``ray`` module, connected to the cluster at ``address``; ``local`` starts one here. Raises
    :class:`NoRay`."""
    try:
        ray: Any = import_module("ray")
    except ImportError as error:
        raise NoRay("Ray is missing: install quincunx[ray].") from error
    try:
        if not ray.is_initialized():
            ray.init(
                address=None if address == "local" else address, log_to_driver=False, include_dashboard=False
            )
    # A cluster that does not answer in time is an OSError, too.
    except (OSError, ValueError, RuntimeError) as error:
        raise NoRay(f"There is no Ray cluster at {address}.") from error
    return ray


def cores(ray: Any) -> int:
    """How many cores the cluster has."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))
