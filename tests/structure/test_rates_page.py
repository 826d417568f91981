"""The rates on ``docs/security.md`` are those of the code: all of them, with their figures."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

from quincunx.club import limits
from quincunx.club.accounts import sign_in_limits
from quincunx.kit import Rate

PAGE = (Path(__file__).parents[2] / "docs" / "security.md").read_text(encoding="utf-8")
WORDS = {"one a minute": 60.0, "one in five minutes": 300.0}


def rates(module: ModuleType) -> dict[str, Rate]:
    """The rates that a module defines, by their names."""
    found = {name: each for name, each in vars(module).items() if isinstance(each, Rate)}
    return {name: each for name, each in found.items() if each is not limits.UNLIMITED}


def test_every_rate_is_on_the_page() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \| .* \| ([\d,]+) \| ([\d,.]+) s \|$", PAGE, re.M)
    written = {
        name: (float(most.replace(",", "")), float(every.replace(",", ""))) for name, most, every in rows
    }
    assert len(rows) == len(written)
    assert written == {name: (each.burst, each.every) for name, each in rates(limits).items()}


def pairs(cell: str) -> list[tuple[float, float]]:
    """The pairs in a cell: burst size, and seconds for one more."""
    said = re.findall(r"(\d+),? (one a minute|one in five minutes|one in (?:a )?(\d+) seconds)", cell)
    return [(float(most), WORDS.get(every) or float(seconds)) for most, every, seconds in said]


def test_the_limits_of_guessing_are_those_of_the_code() -> None:
    table = PAGE.partition("| attempts | at once, then |")[2].partition("\n\n")[0]
    found = [pair for row in table.splitlines()[2:] for pair in pairs(row.replace(" more", ""))]
    named = rates(sign_in_limits)
    dear = named["FROM_NETWORK"]
    # An attempt at an account that is tried from many networks costs as much as several.
    cost = sign_in_limits.DEAR
    named["while it is tried from many"] = Rate(dear.burst / cost, dear.every * cost)
    assert sorted(found) == sorted((each.burst, each.every) for each in named.values())
