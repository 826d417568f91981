"""The house's bots: a pool of worker processes, and fallback engines that answer while those precompile up."""

from __future__ import annotations

from quincunx.adapters.engines.pool import EnginePool

__all__ = ["EnginePool"]
