"""Every journal there is keeps the same promises."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from quincunx.adapters.journal_sqlite import SqliteJournal
from tests.contracts.journal import JournalContract
from tests.node.fakes import MemoryJournal


class TestMemoryJournal(JournalContract):
    """The tests' own journal, so that what is tested with it may be believed."""

    @pytest.fixture
    def journal(self) -> MemoryJournal:
        return MemoryJournal()


class TestSqliteJournal(JournalContract):
    @pytest.fixture
    def journal(self, tmp_path: Path) -> Iterator[SqliteJournal]:
        journal = SqliteJournal(tmp_path / "journal.sqlite")
        yield journal
        journal.close()
