"""How languages write counted things, lists and numbers; :mod:`quincunx.texts.cldr` has the facts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Final, NamedTuple

OTHER: Final = "other"
"""The plural form that every language has."""
_MINUS: Final = "−"
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")
_CHINESE: Final = re.compile(r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uff60]")
_DAY: Final = 86_400
UNITS: Final = {
    "year": 365 * _DAY,
    "month": 30 * _DAY,
    "week": 7 * _DAY,
    "day": _DAY,
    "hour": 3_600,
    "minute": 60,
    "second": 1,
}
"""Seconds in each unit, the largest first."""


class Condition(NamedTuple):
    """A condition on a whole number: that its remainder (or itself, if the modulus is 0) lies in a range."""

    modulus: int
    ranges: tuple[tuple[int, int], ...]
    is_wanted: bool
    """False if it must lie in none of the ranges."""

    def holds(self, number: int) -> bool:
        remainder = number % self.modulus if self.modulus else number
        return any(low <= remainder <= high for low, high in self.ranges) == self.is_wanted


class Language(NamedTuple):
    """How a language writes numbers, counted things and lists."""

    locale: str
    """CLDR's name of the locale."""
    plurals: Mapping[str, tuple[tuple[Condition, ...], ...]]
    """Alternatives for each plural form; all conditions of an alternative must hold."""
    pair: str
    """Patterns that join list items ``{0}`` and ``{1}``: two alone, the first two, further ones, the last."""
    start: str
    middle: str
    end: str
    decimal: str
    group: str
    durations: Mapping[str, Mapping[str, str]]
    """Patterns for a number of years, months … seconds, by plural form."""

    def plural_form(self, count: int) -> str:
        """Return the name of the plural form for a count."""
        number = abs(count)
        for form, alternatives in self.plurals.items():
            if any(all(each.holds(number) for each in alternative) for alternative in alternatives):
                return form
        return OTHER

    def join_list(self, items: Sequence[str]) -> str:
        """Return the items as an enumeration: “a, b and c”."""
        if len(items) < 2:
            return "".join(items)
        if len(items) == 2:
            return _joined(self.pair, *items)
        text = _joined(self.start, items[0], items[1])
        for item in items[2:-1]:
            text = _joined(self.middle, text, item)
        return _joined(self.end, text, items[-1])

    def clauses(self, items: Sequence[str]) -> str:
        """Return the clauses as one: “racks 6 and banks 1”. A Chinese conjunction joins only words."""
        return "，".join(items) if self.locale.startswith("zh") else self.join_list(items)

    def duration(self, seconds: int) -> str:
        """Return a duration in its largest unit, rounded: “2 hours”."""
        unit = next((unit for unit, length in UNITS.items() if seconds >= length), "second")
        count = round(seconds / UNITS[unit])
        patterns = self.durations[unit]
        return patterns.get(self.plural_form(count), patterns[OTHER]).replace("{0}", str(count))

    def number(self, value: float, places: int, is_signed: bool = False) -> str:
        """Return a number rounded to decimal places, half to even, with thousands grouped; ``is_signed``
        writes a plus sign as well."""
        exact = Decimal(str(value)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN)
        whole, _, fraction = f"{abs(exact):,f}".partition(".")
        sign = _MINUS if exact.is_signed() else "+" if is_signed else ""
        return sign + whole.replace(",", self.group) + (self.decimal + fraction if fraction else "")


def _joined(pattern: str, first: str, second: str) -> str:
    # The items may contain braces.
    before, _, rest = pattern.partition("{0}")
    between, _, after = rest.partition("{1}")
    return before + first + _spaced_conjunction(first, between, second) + second + after


def _spaced_conjunction(first: str, between: str, second: str) -> str:
    """Return the conjunction; a Chinese one has a space beside other scripts."""
    left = " " if _HAN.match(between[:1]) and not _CHINESE.match(first[-1:]) else ""
    right = " " if _HAN.match(between[-1:]) and not _CHINESE.match(second[:1]) else ""
    return left + between + right
