"""The sorts of Cinq-O's puzzles, by theme."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SORTS_OF_THEMES: Final[Mapping[str, tuple[str, ...]]] = {
    "keep": ("keep-few", "keep-many"),
    "box": ("box-yes", "box-no"),
    "win": ("win",),
    "bank": ("bank",),
    "straight": ("straight-go", "straight-leave"),
    "stop": ("stop-end", "stop-roll"),
    "side": ("side-high", "side-low"),
}
SHARES: Final[Mapping[str, float]] = {
    "keep": 0.16,
    "box": 0.16,
    "win": 0.14,
    "bank": 0.14,
    "straight": 0.14,
    "stop": 0.14,
    "side": 0.12,
}
"""The planned share of each theme."""
