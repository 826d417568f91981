"""Recount results from the games, so that every finished game is counted, and no other."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from quincunx.adapters.store import copies
from quincunx.club.ports import Store
from quincunx.club.results.results import result_of
from quincunx.node.ports import Journal, JournalDamaged
from quincunx.server.adapters import JOURNALS, STORES, named
from quincunx.table.fold import fold
from quincunx.table.record.chain import Damaged

PAGE = 500


async def ended_tables(journal: Journal) -> list[str]:
    """The tables that have ended, sorted roughly by their ends, so that few games have to be rated twice."""
    rows, after = [], ""
    while page := await journal.list_tables(after, PAGE):
        rows += [(row.changed, row.table) for row in page if row.status == "ended"]
        after = page[-1].table
    return [table for _, table in sorted(rows)]


async def count_all(
    journal: Journal, store: Store, tables: Iterable[str], on_progress: Callable[[], None] = lambda: None
) -> tuple[int, int]:
    """Count the results of these tables. Returns the numbers of new results and of damaged tables."""
    counted = damaged = 0
    for table in tables:
        try:
            state = fold(await journal.read(table))
        except (Damaged, JournalDamaged):
            damaged += 1
        else:
            result = result_of(state)
            counted += result is not None and await store.count(result)
            await journal.settle(table, state.version)
        on_progress()
    while await store.rate_on():
        pass
    return counted, damaged


async def repair_results(journal_place: str, store_place: str) -> int:
    """Make the results of a store match a journal that no other process uses. Ended games are counted.
    Results of other games are dropped, together with the ratings based on them. Returns the number of dropped
    results.

    Raises :class:`~quincunx.node.ports.JournalUnavailable` and
    :class:`~quincunx.club.ports.StoreUnavailable`.
    """
    known = await copies.counted_results(store_place)
    journal = named("QUINCUNX_DATABASE", JOURNALS, journal_place)
    store = named("QUINCUNX_STORE", STORES, store_place)
    await journal.open()
    try:
        ended = await ended_tables(journal)
        ghosts = known.keys() - set(ended)
        await store.open()
        try:
            if ghosts:
                await store.forget_results()  # ratings build on earlier ones, so all are computed anew
                known = {}
            await count_all(journal, store, [table for table in ended if table not in known])
        finally:
            await store.close()
    finally:
        await journal.close()
    return len(ghosts)
