"""The sorts of Cinco's puzzles, by theme."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SORTS_OF_THEMES: Final[Mapping[str, tuple[str, ...]]] = {
    "win": ("win",),
    "block": ("block",),
    "threats": ("threats",),
    "choose": ("choose-play", "choose-draw", "choose-exchange"),
}
SORTS: Final = tuple(sort for sorts in SORTS_OF_THEMES.values() for sort in sorts)
