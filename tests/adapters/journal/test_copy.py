"""Carrying everything over to another journal: whole, checked, and taken up where it was broken off."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from quincunx.adapters.journal import copy as module
from quincunx.adapters.journal.copy import Moved, MoveFailed, move
from quincunx.node.ports import JournalUnavailable
from quincunx.table.events import Entry
from quincunx.table.fold import fold
from quincunx.table.summary import Summary, summarize
from tests.node.fakes import MemoryJournal
from tests.table.support import Desk, settings


@pytest.fixture
def entries() -> list[Entry]:
    """A whole game."""
    return Desk(settings()).seat_everybody().play(Random(3)).entries


@pytest.fixture
async def source(entries: list[Entry], monkeypatch: pytest.MonkeyPatch) -> MemoryJournal:
    """Seven tables, more than fit on a page."""
    monkeypatch.setattr(module, "PAGE", 3)
    journal = MemoryJournal()
    for number in range(7):
        kept = [msgspec.structs.replace(each, table=f"table-{number}") for each in entries[: 5 + number]]
        for version, entry in enumerate(kept, 1):
            await journal.append(entry, _summary(f"table-{number}", entries[:version]))
    return journal


def _summary(table: str, entries: list[Entry]) -> Summary:
    return msgspec.structs.replace(summarize(fold(entries), entries[-1].at), table=table)


async def test_everything_arrives_as_it_was(source: MemoryJournal) -> None:
    target, steps = MemoryJournal(), list[Moved]()
    moved = await move(source, target, steps.append)
    assert moved == Moved(7, sum(range(5, 12)))
    assert [step.tables for step in steps] == [3, 6, 7]
    assert dict(target.tables) == dict(source.tables)
    assert target.summaries == source.summaries


async def test_an_empty_journal_is_moved_too(source: MemoryJournal) -> None:
    assert await move(MemoryJournal(), MemoryJournal(), lambda _: None) == Moved(0, 0)


async def test_a_move_that_was_broken_off_goes_on(source: MemoryJournal) -> None:
    class Failing(MemoryJournal):
        left = 12

        async def append(self, entry: Entry, summary: Summary) -> None:
            self.left -= 1
            if self.left < 0:
                raise JournalUnavailable("The disk is full.")
            await super().append(entry, summary)

    target = Failing()
    with pytest.raises(JournalUnavailable):
        await move(source, target, lambda _: None)
    assert 0 < len(target.summaries) < 7
    target.left = 10**6
    assert (await move(source, target, lambda _: None)).tables == 7
    assert dict(target.tables) == dict(source.tables)


@pytest.mark.parametrize("how", ["changed", "more", "alien", "summary"])
async def test_differences_after_the_copy_are_reported(source: MemoryJournal, how: str) -> None:
    target = MemoryJournal()
    await move(source, target, lambda _: None)
    entries = target.tables["table-4"]
    match how:
        case "changed":
            entries[2] = msgspec.structs.replace(entries[2], at=7)
        case "more":
            entries.append(msgspec.structs.replace(entries[-1], version=99, key="more"))
        case "alien":
            target.summaries["table-9"] = msgspec.structs.replace(
                target.summaries["table-4"], table="table-9"
            )
        case _:
            target.summaries["table-4"] = msgspec.structs.replace(target.summaries["table-4"], due=12345)
    with pytest.raises(MoveFailed, match="table-9" if how == "alien" else "table-4"):
        await move(source, target, lambda _: None)


async def test_a_player_who_plays_meanwhile_is_noticed(source: MemoryJournal, entries: list[Entry]) -> None:
    async def play(table: str, have: int) -> None:
        entry = msgspec.structs.replace(entries[have], table=table)
        await source.append(entry, _summary(table, entries[: have + 1]))

    class Busy(MemoryJournal):
        async def append(self, entry: Entry, summary: Summary) -> None:
            await super().append(entry, summary)
            if entry.table == "table-6" and entry.version == 5:
                await play("table-0", 5)

    with pytest.raises(MoveFailed, match="table-0"):
        await move(source, Busy(), lambda _: None)
