"""The adapters of a browser's worker: its journal and values in IndexedDB, its entropy and clock.

The worker hands in objects of JavaScript, so nothing of the interpreter's own bridge is imported here. Bytes
travel as such, and rows as text.
"""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Any, Final, Protocol

import msgspec

from quincunx.core.sentence import sentence
from quincunx.local.ports import LocalWorld
from quincunx.local.server import LocalServer
from quincunx.table.events import Entry
from quincunx.table.record.chain import Damaged, body_of, entry_of
from quincunx.table.record.faults import Conflict, JournalDamaged, JournalUnavailable
from quincunx.table.summary import Summary

BUSY: Final = sentence("The table is too busy right now. Please try again.")
"""The page never sees this sentence: a command that could not be stored is sent again."""


class Database(Protocol):
    """IndexedDB, as the worker offers it (``web/src/local/database.ts``). Promises are awaited."""

    def append(self, table: str, version: int, key: str, at: int, body: str, row: str) -> Awaitable[str]: ...
    def read(self, table: str, after: int) -> Awaitable[str]: ...
    def rows(self) -> Awaitable[str]: ...
    def get(self, name: str) -> Awaitable[str | None]: ...
    def put(self, name: str, value: str) -> Awaitable[None]: ...


class Host(Protocol):
    """The worker's entropy and clock, and its way to the page."""

    def seed(self) -> str: ...
    def now(self) -> float: ...
    def steady(self) -> float: ...
    def send(self, socket: int, frame: str) -> None: ...
    def close(self, socket: int, code: int, reason: str) -> None: ...


class _StoredEntry(msgspec.Struct, frozen=True):
    version: int
    key: str
    at: int
    body: str


class BrowserJournal:
    """A :class:`~quincunx.local.ports.LocalJournal` and :class:`~quincunx.local.ports.Values`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def append(self, entry: Entry, summary: Summary) -> None:
        """Append an entry and its table's row, strictly durable."""
        row = msgspec.json.encode(summary).decode()
        body = body_of(entry).decode()
        try:
            said = await self._database.append(entry.table, entry.version, entry.key, entry.at, body, row)
        except Exception as error:
            raise JournalUnavailable(BUSY) from error
        if said == "conflict":
            raise Conflict

    async def read(self, table: str, after: int = 0) -> Sequence[Entry]:
        """A table's entries after a version."""
        try:
            stored = msgspec.json.decode(await self._database.read(table, after), type=list[_StoredEntry])
            return [entry_of(table, each.version, each.key, each.at, each.body.encode()) for each in stored]
        except Damaged as error:
            raise JournalDamaged(error.sentence) from error
        except Exception as error:
            raise JournalUnavailable(BUSY) from error

    async def rows(self) -> Sequence[Summary]:
        """The rows of all tables, most recently changed first."""
        found = msgspec.json.decode(await self._database.rows(), type=list[Summary])
        return sorted(found, key=lambda row: -row.changed)

    async def get(self, name: str) -> bytes | None:
        """A kept value."""
        value = await self._database.get(name)
        # JavaScript’s null is an object of its own.
        return value.encode() if isinstance(value, str) else None

    async def put(self, name: str, value: bytes) -> None:
        """Keep a value."""
        await self._database.put(name, value.decode("utf-8", "surrogateescape"))


class _Transport:
    """A page's end of a socket, by the page's own number of it."""

    def __init__(self, host: Host, number: int) -> None:
        self._host = host
        self._number = number

    def send(self, frame: bytes) -> None:
        self._host.send(self._number, frame.decode())

    def close(self, code: int, reason: str) -> None:
        self._host.close(self._number, code, reason)


class BrowserServer:
    """A :class:`~quincunx.local.server.LocalServer` that is spoken to in text. The worker makes one call at a
    time."""

    def __init__(self, database: Database, host: Host, language: str) -> None:
        journal = BrowserJournal(database)
        world = LocalWorld(
            journal, journal, host.seed, lambda: int(host.now()), host.steady, language=language
        )
        self._server = LocalServer(world)
        self._host = host
        self._numbers: dict[int, int] = {}
        """The server's numbers of sockets, by the page's."""

    async def ask(self, method: str, path: str, body: str) -> tuple[int, str, bool]:
        """Answer a request: the status, the body, and whether it is plain text."""
        answer = await self._server.request(method, path, body.encode("utf-8", "surrogatepass"))
        return answer.status, answer.body.decode(), answer.is_text

    async def open(self, socket: int, path: str) -> bool:
        """Open a socket that the page calls by this number. False if it was closed at once."""
        found = await self._server.open(path, _Transport(self._host, socket))
        if found is not None:
            self._numbers[socket] = found
        return found is not None

    async def receive(self, socket: int, frame: str) -> None:
        """Handle a page's frame."""
        if socket in self._numbers:
            await self._server.receive(self._numbers[socket], frame.encode("utf-8", "surrogatepass"))

    async def close(self, socket: int) -> None:
        """Handle the end of a page's socket."""
        if socket in self._numbers:
            self._server.close(self._numbers.pop(socket))

    async def act(self) -> None:
        """Do what is due."""
        await self._server.act()

    async def on_appended(self, table: str) -> None:
        """Show what another tab has appended."""
        await self._server.on_appended(table)

    def wait(self) -> float:
        """Seconds until the next :meth:`act`; -1 if nothing will be due."""
        wait = self._server.wait()
        return -1 if wait is None else wait


def create(database: Any, host: Any, language: str) -> BrowserServer:
    """The server for a worker's objects."""
    return BrowserServer(database, host, language)
