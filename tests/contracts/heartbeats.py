"""The contract of every store of nodes' notes."""

from __future__ import annotations

from quincunx.adapters.store.heartbeats import STALE
from quincunx.adapters.store.sql import SqlStore
from quincunx.club.ports import Store
from quincunx.node.cluster.store_heartbeat import Heartbeat


class HeartbeatContract:
    """The newest of each node is there, until it is taken away or of no use."""

    async def test_a_node_has_one_note_until_it_is_taken_away(self, store: Store) -> None:
        assert isinstance(store, SqlStore)
        assert await store.heartbeats() == []
        other = Heartbeat("b", 1, 10, "[]")
        await store.write_heartbeat(Heartbeat("a", 1, 5, "[]"))
        await store.write_heartbeat(other)
        again = Heartbeat("a", 2, 7, '[{"type":"here"}]')
        await store.write_heartbeat(again)
        assert await store.heartbeats() == [again, other]
        await store.delete_heartbeat("a")
        await store.delete_heartbeat("a")
        assert await store.heartbeats() == [other]

    async def test_entries_of_a_dead_node_expire(self, store: Store) -> None:
        assert isinstance(store, SqlStore)
        await store.write_heartbeat(Heartbeat("dead", 9, 1_000, "[]"))
        await store.write_heartbeat(Heartbeat("alive", 1, 999 + STALE, "[]"))
        assert len(await store.heartbeats()) == 2
        await store.write_heartbeat(Heartbeat("alive", 2, 1_000 + STALE, "[]"))
        assert [note.node for note in await store.heartbeats()] == ["alive"]
