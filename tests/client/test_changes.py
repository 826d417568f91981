"""A program's updates about its tables, from received frames."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from quincunx.client import Client
from quincunx.client.commit_reveal import CommitReveal
from quincunx.table.my_tables import my_table
from quincunx.table.wire.lists import MyTable, MyTables
from tests.table.support import ALICE, seated

_LINE = my_table(seated().state, ALICE)
assert _LINE is not None
LINE: MyTable = _LINE
OTHER = replace(LINE, id="another-table-of-mine-01")


def hear(
    client: Client, *tables: MyTable, gone: tuple[str, ...] = (), whole: bool = False, more: int = 0
) -> None:
    client._on_frame(msgspec.json.encode(MyTables(tables, gone, whole, more)))


@pytest.fixture
def client() -> Client:
    return Client("http://quincunx.example", "qx_token")


async def test_changes_add_up_and_a_whole_list_forgets_what_was_told_before(client: Client) -> None:
    hear(client, LINE, whole=True)
    hear(client, OTHER)
    assert client.tables == {LINE.id: LINE, OTHER.id: OTHER}
    hear(client, gone=(LINE.id,))
    assert client.tables == {OTHER.id: OTHER}
    hear(client, LINE, whole=True)
    assert client.tables == {LINE.id: LINE}


async def test_only_what_is_new_is_told(client: Client) -> None:
    hear(client, LINE, OTHER, whole=True)
    later = replace(OTHER, version=OTHER.version + 1)
    client._changed.clear()  # both have been told
    hear(client, LINE, later, whole=True)
    assert list(client._changed) == [OTHER.id]
    hear(client, LINE)
    assert list(client._changed) == [OTHER.id]
    hear(client, gone=(OTHER.id,))
    changes = client.changes()
    assert await anext(changes) == LINE, "whoever begins to listen is told of all; none that is gone"


async def test_of_a_table_that_is_not_listed_the_chance_is_kept_until_it_is_gone(client: Client) -> None:
    client._commit_reveals = {LINE.id: CommitReveal(), OTHER.id: CommitReveal()}
    hear(client, OTHER, whole=True, more=1)
    assert (client.unlisted_tables, set(client._commit_reveals)) == (1, {LINE.id, OTHER.id})
    hear(client, gone=(LINE.id,), more=1)
    assert set(client._commit_reveals) == {OTHER.id}
    hear(client, whole=True)
    assert (client.unlisted_tables, client._commit_reveals) == (0, {})
