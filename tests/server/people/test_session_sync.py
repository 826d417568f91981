"""Background work about people."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from quincunx.server.people.session_sync import OVERLAP_MILLISECONDS, SessionSync

NOW = 1_700_000_000_000


class Deletions:
    """A store that knows who has been deleted, and when."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, int]] = []

    async def deleted_since(self, at: int) -> list[tuple[str, int]]:
        return sorted((row for row in self.rows if row[1] >= at), key=lambda row: row[1])


def made(store: Any, told: Any) -> SessionSync:
    nobody: Any = SimpleNamespace()
    return SessionSync(store, nobody, nobody, SimpleNamespace(now=lambda: NOW), told, nobody)


async def test_each_deletion_is_told_once() -> None:
    store, told = Deletions(), list[frozenset[str]]()
    sync = made(store, told.append)
    await sync.hear_deleted()
    assert told == []
    store.rows = [("ann", NOW - 5_000), ("bob", NOW - 4_000)]
    for _ in range(5):
        await sync.hear_deleted()
    store.rows.append(("carol", NOW))
    for _ in range(5):
        await sync.hear_deleted()
    assert told == [{"ann", "bob"}, {"carol"}]


async def test_a_deletion_that_was_committed_late_is_told_all_the_same() -> None:
    store, told = Deletions(), list[frozenset[str]]()
    sync = made(store, told.append)
    store.rows = [("ann", NOW)]
    await sync.hear_deleted()
    store.rows.append(("slow", NOW - OVERLAP_MILLISECONDS))
    await sync.hear_deleted()
    assert told == [{"ann"}, {"slow"}]


async def test_a_deletion_from_a_clock_that_is_ahead_hides_none_that_come_later() -> None:
    store, told = Deletions(), list[frozenset[str]]()
    sync = made(store, told.append)
    store.rows = [("ann", NOW + 3_600_000)]
    await sync.hear_deleted()
    store.rows.append(("bob", NOW + 1_000))
    await sync.hear_deleted()
    await sync.hear_deleted()
    assert told == [{"ann"}, {"bob"}]


async def test_a_deletion_that_could_not_be_passed_on_is_told_again() -> None:
    store, told, fails = Deletions(), list[frozenset[str]](), [True]

    def tell(people: frozenset[str]) -> None:
        if fails.pop() if fails else False:
            raise RuntimeError("unexpected")
        told.append(people)

    sync = made(store, tell)
    store.rows = [("ann", NOW)]
    try:
        await sync.hear_deleted()
    except RuntimeError:
        await sync.hear_deleted()
    assert told == [{"ann"}]
