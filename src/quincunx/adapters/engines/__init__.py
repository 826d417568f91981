"""Engine workers: a pool of processes that compute bots' moves, and fallback engines for while they are busy
or compiling."""

from __future__ import annotations

from quincunx.adapters.engines.pool import EnginePool

__all__ = ["EnginePool"]
