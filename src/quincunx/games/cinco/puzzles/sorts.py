"""The sorts of Cinco's puzzles, by theme."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SORTS_OF_THEMES: Final[Mapping[str, tuple[str, ...]]] = {
    "win": ("win",),
    "block": ("block",),
    "threats": ("threats",),
    "choose": ("choose-play", "choose-draw", "choose-exchange"),
    "chances": ("chances-block", "chances-leave"),
    "timing": ("timing-yes", "timing-no"),
    "prevent": ("prevent",),
    "pressure": ("pressure",),
    "reach": ("reach",),
    "quiet": ("quiet",),
}
SHARES: Final[Mapping[str, float]] = {
    "win": 0.23,
    "block": 0.23,
    "threats": 0.08,
    "choose": 0.09,
    "chances": 0.1,
    "timing": 0.08,
    "prevent": 0.03,
    "pressure": 0.02,
    "reach": 0.04,
    "quiet": 0.1,
}
"""The planned share of each theme."""
SORTS: Final = tuple(sort for sorts in SORTS_OF_THEMES.values() for sort in sorts)
