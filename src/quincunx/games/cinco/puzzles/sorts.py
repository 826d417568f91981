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
    "win": 0.2,
    "block": 0.2,
    "threats": 0.1,
    "choose": 0.09,
    "chances": 0.12,
    "timing": 0.09,
    "prevent": 0.04,
    "pressure": 0.03,
    "reach": 0.03,
    "quiet": 0.1,
}
"""The planned share of each theme."""
SORTS: Final = tuple(sort for sorts in SORTS_OF_THEMES.values() for sort in sorts)
