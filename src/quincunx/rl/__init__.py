"""Games for learning: moves as few numbers, observations as bytes, batches, environments.

``docs/environments.md`` describes it. :func:`batch` needs the extra ``quincunx[bots]``, and environments of
frameworks need ``quincunx[rl]``: they are imported only when they are used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quincunx.rl.actions import compact, legal_numbers, mask
from quincunx.rl.observations import encoding, observation, view_of
from quincunx.rl.register import register, register_loaded

if TYPE_CHECKING:
    from quincunx.rl.batches import Batch, IllegalAction, batch, precompile

__all__ = [
    "Batch",
    "IllegalAction",
    "batch",
    "compact",
    "encoding",
    "legal_numbers",
    "mask",
    "observation",
    "precompile",
    "register",
    "view_of",
]


def __getattr__(name: str) -> Any:
    if name in ("Batch", "IllegalAction", "batch", "precompile"):
        from quincunx.rl import batches

        return getattr(batches, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


register_loaded()
