"""``quincunx check``: verify that a server's stored data is intact."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from quincunx.cli import counts
from quincunx.cli.files import fail
from quincunx.core.sentence import Spoken, sentence
from quincunx.core.speech import in_words, t

if TYPE_CHECKING:
    from quincunx.node.ports import Journal
    from quincunx.table.state import TableState
    from quincunx.table.summary import Summary

AT_ONCE = 500


def check(
    *,
    data: Annotated[Path | None, Parameter(help="Data folder (games, people, keys).")] = None,
) -> int:
    """Fold every table of the journal: the chain of its entries, the rules, and chance against the seeds;
    compare what the lists say of it, look at the file, and read all that is kept about people.

    The first damaged entry of each table that has one is printed. The exit code is 0 if all is well, 1 if
    anything is damaged or the journal cannot be read. A server may run meanwhile.
    """
    from quincunx.club.ports import StoreUnavailable
    from quincunx.node.ports import JournalUnavailable
    from quincunx.server.adapters import JOURNAL, file_of_journal, journal_of, place_of_store
    from quincunx.server.settings import BadSetting, from_environment

    try:
        settings = from_environment(data)
        if not settings.database and not (settings.data / JOURNAL).is_file():
            return fail(t("There’s no journal in {{folder}}.", folder=settings.data))
        journal, file = journal_of(settings), file_of_journal(settings)
        code = 0 if file is None else _check_file(file)
        place = place_of_store(settings)
        compared = asyncio.run(_compared(place))
        code = asyncio.run(_check(journal, compared)) or code
        code = asyncio.run(_check_people(place)) or code
        return asyncio.run(_say_differences(place, compared)) or code
    except (BadSetting, JournalUnavailable, StoreUnavailable) as error:
        return fail(in_words(error))


def _check_file(file: Path) -> int:
    """Return whether the file itself is intact, by SQLite's own check."""
    from quincunx.adapters.journal import backup

    if not (found := backup.faults(file) if file.is_file() else []):
        return 0
    for fault in found:
        print(t("journal: {{fault}}", fault=fault), flush=True)
    return fail(t("The journal’s file is damaged. Restore it from a backup."))


class _Results:
    """Compare the results in the store with the journal."""

    def __init__(self, stored: dict[str, str]) -> None:
        self.stored = stored
        """Stored results whose game no table has shown so far, by table."""
        self.differing: list[str] = []
        self.missing: list[str] = []

    def on_state(self, state: TableState, row: Summary | None) -> None:
        """Take note of a table's state."""
        from quincunx.adapters.store.copies import fingerprint
        from quincunx.club.results.results import result_of

        if state.status != "ended":
            return
        result, found = result_of(state), self.stored.pop(state.id, None)
        if found is not None:
            if result is None or fingerprint(result) != found:
                self.differing.append(state.id)
        elif result is not None and row is not None and row.due is None:  # else it is still to be counted
            self.missing.append(state.id)


async def _compared(place: str) -> _Results | None:
    """Return the results as they are before the journal is read, so that all belong to ended games."""
    from quincunx.adapters.store import copies

    return _Results(await copies.counted_results(place)) if await copies.store_exists(place) else None


async def _say_differences(place: str, found: _Results | None) -> int:
    from quincunx.adapters.store import copies

    if found is None:
        return 0
    # A running server has counted some since.
    late = await copies.counted_results(place) if found.missing else {}
    missing = [table for table in found.missing if table not in late]
    for table in sorted(found.stored):
        print(t("{{table}}: it has a result, but its game is not over.", table=table), flush=True)
    for table in missing:
        print(t("{{table}}: its game is over, but it has no result.", table=table), flush=True)
    for table in found.differing:
        print(t("{{table}}: its result isn’t the game’s outcome.", table=table), flush=True)
    if not (found.stored or missing or found.differing):
        return 0
    return fail(t("The results don’t match the games. Recalculate them with “quincunx rebuild --anew”."))


async def _check(journal: Journal, results: _Results | None = None) -> int:
    tables = entries = damaged = 0
    async for table, fault, count in faults(journal, results):
        tables += 1
        entries += count
        if fault:
            damaged += 1
            print(f"{table}: {in_words(fault)}", flush=True)
            if results is not None:
                results.stored.pop(table, None)  # its result cannot be known
    if damaged:
        sentence = "{{count}} of {{tables}} tables are damaged. Restore the journal from a backup."
        one = "{{count}} of {{tables}} tables is damaged. Restore the journal from a backup."
        return fail(t(sentence, one, count=damaged, tables=tables))
    held = {"tables": counts.tables(tables), "entries": counts.entries(entries)}
    print(t("Everything is OK: {{tables}}, {{entries}}.", **held))
    return 0


async def _check_people(place: str) -> int:
    """Return whether all data about people can be read, and is consistent."""
    from quincunx.adapters.store import copies

    if not await copies.store_exists(place):
        return 0
    if found := await copies.faults(place):
        for fault in found:
            print(t("people: {{fault}}", fault=in_words(fault)), flush=True)
        return fail(t("The data about people is damaged. Restore it from a backup."))
    print(t("People: {{people}}, everything OK.", people=(await copies.content_of(place)).people))
    return 0


async def faults(
    journal: Journal, results: _Results | None = None
) -> AsyncIterator[tuple[str, Spoken | None, int]]:
    """Yield each table of a closed journal, which this function opens: its name, the fault of its first
    damaged entry (``None`` if there is none), and its number of entries. Raises
    :class:`~quincunx.node.ports.JournalUnavailable`."""
    await journal.open()
    try:
        before = ""
        async for table, version in _tables(journal):
            yield table, *await _fault(journal, before, table, version, results)
            before = table
    finally:
        await journal.close()


async def _tables(journal: Journal) -> AsyncIterator[tuple[str, int]]:
    after = ""
    while found := await journal.names(after, AT_ONCE):
        for table, version in found:
            yield table, version
        after = found[-1][0]


async def _fault(
    journal: Journal, before: str, table: str, version: int, results: _Results | None
) -> tuple[Spoken | None, int]:
    """Return the fault of the first damaged entry of a table or of its row, and the number of entries;
    ``before`` is the name of the table before it."""
    from quincunx.node.ports import JournalDamaged
    from quincunx.table.fold import fold
    from quincunx.table.record.chain import Damaged

    try:
        entries = await journal.read(table)
        if not entries:
            raise Damaged(1, sentence("Entry {{1}} is missing.", 1))
        state = fold(entries)
        # A running server may have written more between the two queries.
        if state.version < version:
            raise Damaged(state.version + 1, sentence("Entry {{1}} is missing.", state.version + 1))
        row = await _row(journal, before, table)
        _compare(row, state, entries[-1].at)
        if results is not None:
            results.on_state(state, row)
    except (Damaged, JournalDamaged) as error:
        return error.sentence, 0
    return None, len(entries)


def _compare(row: Summary | None, state: TableState, at: int) -> None:
    """Raise :class:`Damaged` if the row in the lists does not match the entries."""
    from quincunx.table.record.chain import Damaged
    from quincunx.table.summary import damaged_parts

    if row is None or row.version < state.version:
        raise Damaged(state.version, sentence("The lists don’t have its latest entries."))
    if row.version > state.version:
        return  # a running server has written more since
    if parts := damaged_parts(row, state, at):
        raise Damaged(state.version, sentence("The lists differ from its entries: {{1}}.", tuple(parts)))


async def _row(journal: Journal, before: str, table: str) -> Summary | None:
    """Return a table's row in the lists; ``before`` is the name of a table before it."""
    while rows := await journal.list_tables(before, 1):
        if rows[0].table >= table:
            return rows[0] if rows[0].table == table else None
        before = rows[0].table  # a table that has just been created
    return None
