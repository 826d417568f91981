"""The house's bots: a pool of worker processes, and lighter minds that answer while those warm up."""

from __future__ import annotations

from quincunx.adapters.minds.pool import MindPool

__all__ = ["MindPool"]
