"""Plots as SVG in the text colour of the surrounding page.

A plot has data coordinates; ``y`` grows upwards. Its axes are chosen beforehand: numbers get round ticks, and
names get a row or a column each.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, Literal
from unicodedata import east_asian_width

INK: Final = "#2f6f4f"
SECOND_INK: Final = "#b5642d"
_MIDDLE_INK: Final = "#f4f1ea"
_INCH: Final = 72
_WIDTH: Final = 7 * _INCH
_FONT: Final = 10.0
_LETTER: Final = 0.58
"""The usual width of a letter, as a part of the font's size."""
_MARGIN: Final = 6.0
_TICKS: Final = 6


class Axis:
    """An axis from ``low`` to ``high``, or with a place for each of ``names``: 0, 1, 2 …"""

    def __init__(
        self,
        low: float = 0.0,
        high: float = 1.0,
        *,
        names: Sequence[str] = (),
        label: str = "",
        ticks: bool = True,
        grid: bool = False,
    ) -> None:
        self.low, self.high = (-0.5, len(names) - 0.5) if names else (low, high)
        if self.low == self.high:
            self.low, self.high = self.low - 1, self.high + 1
        self.label = label
        self.grid = grid
        self.ticks = list(enumerate(names)) if names else _round_ticks(self.low, self.high) if ticks else []

    @property
    def width(self) -> float:
        """The width of the longest tick's text."""
        return max((width_of(text) for _, text in self.ticks), default=0.0)


def axis_around(values: Iterable[float], *, label: str = "", grid: bool = False, least: float = 0.0) -> Axis:
    """Return an axis that holds all values with some room; its length is at least ``least``."""
    found = list(values) or [0.0]
    low, high = min(found), max(found)
    room = max((high - low) * 0.06, (least - (high - low)) / 2, 1e-9)
    return Axis(low - room, high + room, label=label, grid=grid)


class Plot:
    """A plot under construction, ``height`` inches high; ``right`` inches are left free for texts."""

    def __init__(self, height: float, x: Axis, y: Axis, right: float = 0.0) -> None:
        self._x, self._y = x, y
        self._height = height * _INCH
        self._left = y.width + 2 * _MARGIN
        self._right = _WIDTH - _MARGIN - right * _INCH
        lines = (1.6 if x.ticks else 0.0) + (1.5 if x.label else 0.0)
        self._bottom = self._height - _MARGIN - lines * _FONT
        self._parts: list[str] = []
        self._draw_axes()

    def line(self, points: Sequence[tuple[float, float]], ink: str, width: float = 1.8) -> None:
        """Draw a line through points."""
        path = " ".join(f"{self._across(x):.1f},{self._down(y):.1f}" for x, y in points)
        self._add(f'<polyline points="{path}" fill="none" stroke="{ink}" stroke-width="{width}"/>')

    def steps(self, points: Sequence[tuple[float, float]], ink: str) -> None:
        """Draw a line that keeps each height up to the next point."""
        corners = [points[0]]
        for x, y in points[1:]:
            corners += [(x, corners[-1][1]), (x, y)]
        self.line(corners, ink)

    def dot(self, x: float, y: float, ink: str) -> None:
        self._add(f'<circle cx="{self._across(x):.1f}" cy="{self._down(y):.1f}" r="3.5" fill="{ink}"/>')

    def box(self, x: tuple[float, float], y: tuple[float, float], ink: str) -> None:
        """Draw a filled rectangle between two values of x and of y."""
        left, right = sorted(map(self._across, x))
        top, bottom = sorted(map(self._down, y))
        size = f'width="{right - left:.1f}" height="{bottom - top:.1f}"'
        self._add(f'<rect x="{left:.1f}" y="{top:.1f}" {size} fill="{ink}"/>')

    def mark(self, x: float, is_dotted: bool = False) -> None:
        """Draw a vertical line over the whole height."""
        self._rule(self._across(x), _MARGIN, self._across(x), self._bottom, 0.5, "1 3" if is_dotted else "")

    def text(
        self, x: float, y: float, words: str, ink: str, anchor: Literal["start", "middle"] = "middle"
    ) -> None:
        self._write(self._across(x), self._down(y) + 0.35 * _FONT, words, anchor, ink)

    def svg(self) -> str:
        """Return the plot."""
        size = f'viewBox="0 0 {_WIDTH} {self._height:.0f}" font-size="{_FONT:g}" font-family="sans-serif"'
        return f"<svg {size}>{''.join(self._parts)}</svg>"

    def _draw_axes(self) -> None:
        for value, text in self._x.ticks:
            at = self._across(value)
            if self._x.grid:
                self._rule(at, _MARGIN, at, self._bottom, 0.2)
            self._write(at, self._bottom + 1.3 * _FONT, text)
        for value, text in self._y.ticks:
            at = self._down(value)
            if self._y.grid:
                self._rule(self._left, at, self._right, at, 0.2)
            self._write(self._left - _MARGIN, at + 0.35 * _FONT, text, "end")
        if self._x.label:
            middle = (self._left + self._right) / 2
            self._write(middle, self._height - _MARGIN, self._x.label)
        self._rule(self._left, self._bottom, self._right, self._bottom, 1.0)

    def _across(self, x: float) -> float:
        share = (x - self._x.low) / (self._x.high - self._x.low)
        return self._left + share * (self._right - self._left)

    def _down(self, y: float) -> float:
        share = (y - self._y.low) / (self._y.high - self._y.low)
        return self._bottom - share * (self._bottom - _MARGIN)

    def _write(
        self, x: float, y: float, words: str, anchor: str = "middle", ink: str = "currentColor"
    ) -> None:
        self._add(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{ink}">{escape(words)}</text>')

    def _rule(self, x1: float, y1: float, x2: float, y2: float, opacity: float, dashes: str = "") -> None:
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        place = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        self._add(f'<line {place} stroke="currentColor" stroke-width="0.8" opacity="{opacity}"{dashed}/>')

    def _add(self, part: str) -> None:
        self._parts.append(part)


def shade(share: float) -> str:
    """Return a colour between the second ink (0) and the first (1), pale at one half."""
    end = INK if share > 0.5 else SECOND_INK
    weight = min(1.0, 2 * abs(share - 0.5))
    mixed = (
        round(int(_MIDDLE_INK[i : i + 2], 16) * (1 - weight) + int(end[i : i + 2], 16) * weight)
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{each:02x}" for each in mixed)


def width_of(text: str) -> float:
    """Return about the width of a text."""
    letters = sum(1 / _LETTER if east_asian_width(letter) in "WF" else 1.0 for letter in text)
    return letters * _LETTER * _FONT


def _round_ticks(low: float, high: float) -> list[tuple[float, str]]:
    """Return a few round numbers within a range, with their texts."""
    least = (high - low) / _TICKS
    power = 10.0 ** math.floor(math.log10(least))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * (1 - 1e-9))
    places = max(0, -math.floor(math.log10(step) + 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [
        (number * step, f"{number * step:.{places}f}".replace("-", "−")) for number in range(first, last + 1)
    ]
