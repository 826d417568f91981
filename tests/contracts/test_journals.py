"""Every journal there is keeps the same promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from quincunx.adapters.journal_sqlite import SqliteJournal
from tests.contracts.journal import JournalContract
from tests.node.fakes import MemoryJournal


class TestMemoryJournal(JournalContract):
    """The tests' own journal, so that what is tested with it may be believed."""

    @pytest.fixture
    def closed(self) -> MemoryJournal:
        return MemoryJournal(is_open=False)


class TestSqliteJournal(JournalContract):
    @pytest.fixture
    def closed(self, tmp_path: Path) -> SqliteJournal:
        return SqliteJournal(tmp_path / "journal.sqlite")
