"""The contract of every store of nodes' notes."""

from __future__ import annotations

from quincunx.adapters.store.notes import STALE
from quincunx.adapters.store.sql import SqlStore
from quincunx.club.ports import Store
from quincunx.node.cluster.store_heartbeat import Note


class NoteContract:
    """The newest of each node is there, until it is taken away or of no use."""

    async def test_a_node_has_one_note_until_it_is_taken_away(self, store: Store) -> None:
        assert isinstance(store, SqlStore)
        assert await store.notes() == []
        other = Note("b", 1, 10, "[]")
        await store.leave_note(Note("a", 1, 5, "[]"))
        await store.leave_note(other)
        again = Note("a", 2, 7, '[{"type":"here"}]')
        await store.leave_note(again)
        assert await store.notes() == [again, other]
        await store.take_note_away("a")
        await store.take_note_away("a")
        assert await store.notes() == [other]

    async def test_what_a_node_left_that_has_died_goes_with_the_time(self, store: Store) -> None:
        assert isinstance(store, SqlStore)
        await store.leave_note(Note("dead", 9, 1_000, "[]"))
        await store.leave_note(Note("alive", 1, 999 + STALE, "[]"))
        assert len(await store.notes()) == 2
        await store.leave_note(Note("alive", 2, 1_000 + STALE, "[]"))
        assert [note.node for note in await store.notes()] == ["alive"]
