"""Deadlines that move by the time during which no node ran. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class Gap(Protocol):
    """No node ran between these moments (milliseconds since 1970)."""

    @property
    def since(self) -> int: ...

    @property
    def until(self) -> int: ...


def moved_deadline(deadline: int, since: int, gaps: Iterable[Gap]) -> int:
    """A deadline that runs from a moment on, moved by the gaps before it, which are in order."""
    for each in gaps:
        lost = each.until - max(each.since, since)
        if lost > 0 and each.since < deadline:
            deadline += lost
    return deadline
