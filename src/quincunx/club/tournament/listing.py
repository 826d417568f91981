"""Which evenings everybody is shown that wait for people, in which order. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from quincunx.club.tournament.ports import ListedRow
from quincunx.club.tournament.wire import EveningHost, OpenEvening
from quincunx.table.seats.person import handle_of

MOST_READ: Final = 200
MOST_LISTED: Final = 20
MOST_OF_ONE_HOST: Final = 2
"""Else one host could fill the page."""
STALE_MILLISECONDS: Final = 24 * 3600 * 1000
"""What has waited for so long, without a word of when it begins, waits for nobody."""
OVERDUE_MILLISECONDS: Final = 2 * 3600 * 1000
"""The same after the moment at which it was to begin."""


def listed(rows: Iterable[ListedRow], now: int) -> tuple[OpenEvening, ...]:
    """First those whose beginning is said, the soonest first; then the newest. ``rows`` come newest first: of
    one host the newest are shown."""
    seen: Counter[str] = Counter()
    found: list[OpenEvening] = []
    for row in rows:
        if _is_stale(row, now):
            continue
        seen[row.host] += 1
        if seen[row.host] <= MOST_OF_ONE_HOST:
            found.append(_line(row))
    announced = sorted((each for each in found if each.begins is not None), key=lambda each: each.begins or 0)
    return (*announced, *(each for each in found if each.begins is None))[:MOST_LISTED]


def _is_stale(row: ListedRow, now: int) -> bool:
    if row.settings.begins is None:
        return now - row.made_at >= STALE_MILLISECONDS
    return now - row.settings.begins >= OVERDUE_MILLISECONDS


def _line(row: ListedRow) -> OpenEvening:
    settings = row.settings
    return OpenEvening(
        id=row.id,
        name=settings.name,
        host=EveningHost(row.host_name, handle_of(row.host)),
        format=settings.format,
        options=settings.options,
        pace=settings.pace,
        rated=settings.rated,
        players=row.players,
        most=settings.most,
        begins=settings.begins,
        made=row.made_at,
    )
