"""Public list of tournaments that wait for people, and its order. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from quincunx.club.tournament.ports import ListedRow
from quincunx.club.tournament.wire import OpenTournament, TournamentHost
from quincunx.table.seats.person import handle_of

MOST_READ: Final = 200
MOST_LISTED: Final = 20
MOST_OF_ONE_HOST: Final = 2
"""Most listed tournaments of one host, so that no host can fill the page."""
STALE_MILLISECONDS: Final = 24 * 3600 * 1000
"""Time after which a tournament without an announced start is no longer listed."""
OVERDUE_MILLISECONDS: Final = 2 * 3600 * 1000
"""Time after its announced start when a tournament is no longer listed."""


def listed_tournaments(rows: Iterable[ListedRow], now: int) -> tuple[OpenTournament, ...]:
    """The listed tournaments: first those with an announced start, soonest first; then the newest,
    then ladders that run. ``rows`` must be in this order but for the starts, and of each host the first are
    listed."""
    seen: Counter[str] = Counter()
    found: list[OpenTournament] = []
    for row in rows:
        if _is_stale(row, now):
            continue
        seen[row.host] += 1
        if seen[row.host] <= MOST_OF_ONE_HOST:
            found.append(_open_tournament(row))
    announced = sorted((each for each in found if each.begins is not None), key=lambda each: each.begins or 0)
    return (*announced, *(each for each in found if each.begins is None))[:MOST_LISTED]


def _is_stale(row: ListedRow, now: int) -> bool:
    if row.is_running:
        return False
    if row.settings.begins is None:
        return now - row.made_at >= STALE_MILLISECONDS
    return now - row.settings.begins >= OVERDUE_MILLISECONDS


def _open_tournament(row: ListedRow) -> OpenTournament:
    settings = row.settings
    return OpenTournament(
        id=row.id,
        name=settings.name,
        host=TournamentHost(row.host_name, handle_of(row.host)),
        format=settings.format,
        options=settings.options,
        pace=settings.pace,
        rated=settings.rated,
        players=row.players,
        most=settings.most,
        begins=None if row.is_running else settings.begins,
        made=row.made_at,
        is_running=row.is_running,
    )
