"""Reports about groups of entries that a journal commits at once."""

from __future__ import annotations

from collections.abc import Callable

OnGroup = Callable[[int, float, bool], None]
"""Called after each attempt to commit a group, in any thread. It gets the number of entries, the seconds
since the first of them arrived, and ``True`` if they are on disk."""


def ignore_group(entries: int, seconds: float, is_on_disk: bool) -> None:
    """Ignore a report."""
