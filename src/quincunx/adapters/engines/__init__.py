"""Engine workers: a pool of processes that think for the bots, and fallback engines that answer until they
are ready."""

from __future__ import annotations

from quincunx.adapters.engines.pool import EnginePool

__all__ = ["EnginePool"]
