"""A check of each line that the package logs, whichever test provokes it: operators can look it up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

PAGE = Path(__file__).parents[1] / "docs" / "hosting" / "log.md"
TRACEBACK = "exc_info"
"""The field of a traceback in a line before it is written."""
faults: list[str] = []
"""Everything that the present test has logged and the page does not have."""


class Documented(NamedTuple):
    """One event, as the page has it."""

    levels: frozenset[str]
    fields: frozenset[str]
    """The fields that each line of the event has."""
    optional: frozenset[str]


def _rows(page: str, columns: int) -> Iterator[list[str]]:
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| ") and len(cells) == columns:
            yield cells


@lru_cache
def events() -> dict[str, Documented]:
    """The events on the page."""
    found: dict[str, Documented] = {}
    for event, levels, cell, _ in _rows(PAGE.read_text("utf-8").replace("traceback", f"`{TRACEBACK}`"), 4):
        parts = [(re.findall(r"`(\w+)`", part), " if " in part) for part in cell.split(",")]
        always, sometimes = (
            frozenset(name for names, is_optional in parts if is_optional is optional for name in names)
            for optional in (False, True)
        )
        for name in re.findall(r"`(\w+)`", event):
            found[name] = Documented(frozenset(levels.split(" or ")), always, sometimes)
    return found


@lru_cache
def works() -> frozenset[str]:
    """The names of background work on the page."""
    cells = [cell for _, cell in _rows(PAGE.read_text("utf-8"), 2)]
    return frozenset(name for cell in cells for name in re.findall(r"`([^`]+)`", cell))


def fault_of(level: str, event: object, fields: dict[str, Any]) -> str | None:
    """The difference between a line and the page."""
    if fields.get("topic") == "security" or "logger" in fields:
        return None  # a security event, which the page on security has, or a line of a library
    known = events().get(str(event))
    if known is None:
        return f"{event}: not on the page"
    if level not in known.levels:
        return f"{event}: logged as {level}"
    if not known.fields <= fields.keys() <= known.fields | known.optional:
        return f"{event}: logged with {sorted(fields)}"
    empty = [name for name in sorted(known.fields) if fields[name] in (None, "None", False)]
    return f"{event}: without {', '.join(empty)}" if empty else None


def check_line(level: str, event: object, fields: dict[str, Any]) -> None:
    """Check a line."""
    fault = fault_of(level, event, fields)
    if fault is not None:
        faults.append(fault)


def check_work(name: str) -> None:
    """Check the name of background work."""
    if re.sub(r"\d+$", "N", str(name)) not in works():
        faults.append(f"background work {name!r}: not on the page")
