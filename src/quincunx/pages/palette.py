"""The colours of pictures, by the names that games use."""

from __future__ import annotations

from typing import Final

COLOURS: Final = {
    "paper": "#f4eee2",
    "sheet": "#fffcf5",
    "ink": "#29241d",
    "soft": "#5d5447",
    "faint": "#a89d8a",
    "line": "#d9ccb4",
    "wood": "#d8b584",
    "well": "#b28d5a",
    "felt": "#4a6b55",
    "slot": "#3f5c49",
    "ivory": "#fffdf6",
    "pip": "#29241d",
    "dark": "#8f2b1f",
    "white": "#ffffff",
    "lit": "#ffe08a",
    "gold": "#c98a00",
    "reach1": "#edf3e0",
    "reach2": "#dfebc8",
    "reach3": "#d0e2ae",
    "reach4": "#bed88e",
    "team0": "#24588f",
    "team1": "#bb3a26",
    "team2": "#3f7039",
}
POINTS: Final = 630 * 0.94 * 72 / 100
"""The height of a picture in points: the unit of its lines' widths."""
