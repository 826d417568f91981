"""Connections that die while they are used."""

from __future__ import annotations

from typing import Any

import asyncpg
import pytest

from quincunx.adapters.postgres_connections import ConnectionPool
from quincunx.adapters.store.sql import SqlStore
from quincunx.club.ports import StoreUnavailable
from quincunx.node.ports import JournalUnavailable

URL = "postgresql://somebody@database.example/quincunx"


class Wire:
    """A connection on which questions are answered, or that dies while one is put."""

    def __init__(self, is_dying: bool) -> None:
        self._is_dying = is_dying
        self.is_gone = False

    async def ask(self) -> str:
        if self._is_dying:
            raise asyncpg.InternalClientError(
                "cannot switch to state 11; another operation (2) is in progress"
            )
        return "answer"

    def is_closed(self) -> bool:
        return False

    def terminate(self) -> None:
        self.is_gone = True


@pytest.mark.parametrize("is_well", [True, False])
async def test_one_that_died_unnoticed_is_replaced_once(
    monkeypatch: pytest.MonkeyPatch, is_well: bool
) -> None:
    lines, dead, new = ConnectionPool(URL, 2), Wire(is_dying=True), Wire(is_dying=not is_well)

    async def connect() -> Wire:
        return new

    async def ask(wire: Any) -> str:
        return await wire.ask()  # type: ignore[no-any-return]  # connections have no types

    monkeypatch.setattr(lines, "_connect", connect)
    lines._idle.append(dead)
    if is_well:
        assert await lines.run(ask) == "answer"
    else:
        with pytest.raises(JournalUnavailable, match="closed the connection"):
            await lines.run(ask)
    assert dead.is_gone
    assert new.is_gone is not is_well


async def test_the_store_says_so_as_well() -> None:
    store = SqlStore(URL)

    class Dying:
        async def run(self, *_: object, **__: object) -> None:
            raise asyncpg.InternalClientError("another operation is in progress")

    store.database._transactions = Dying()  # type: ignore[assignment]  # what is asked of it here
    with pytest.raises(StoreUnavailable, match="can’t be used right now"):
        await store.check()


async def test_a_connection_that_cannot_be_prepared_is_not_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = Wire(is_dying=False)

    async def fetchval(question: str) -> str:
        raise TimeoutError

    async def connect(*_: Any, **__: Any) -> Wire:
        return wire

    monkeypatch.setattr(wire, "fetchval", fetchval, raising=False)
    monkeypatch.setattr("quincunx.adapters.postgres_connections.asyncpg.connect", connect)
    with pytest.raises(JournalUnavailable):
        async with ConnectionPool(URL, 1).connection():
            pass
    assert wire.is_gone
