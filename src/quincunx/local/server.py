"""The whole of local play behind two kinds of call: requests, and frames of sockets."""

from __future__ import annotations

import re
from random import Random
from typing import Final

from quincunx.club.puzzles.solving import Puzzles
from quincunx.core.reason import Refusal
from quincunx.local.faults import NOT_FOUND, reason_of
from quincunx.local.identity import Identity
from quincunx.local.lists import LocalLists
from quincunx.local.ports import LocalWorld
from quincunx.local.puzzles import LocalPuzzles
from quincunx.local.requests import Answer, LocalRequests
from quincunx.local.sockets import PersonSocket, TableSocket, Transport
from quincunx.local.tables import LocalTables
from quincunx.table.session.close_codes import close_code
from quincunx.table.session.table_session import TableSession

_TABLE: Final = re.compile(r"/api/tables/([^/?]+)/socket(\?.*)?")
_CHANGES: Final = re.compile(r"[?&]changes\b")
_PERSON: Final = "/api/me/socket"


class LocalServer:
    """Answers one device. The caller waits for each call to end before the next one, and calls :meth:`act`
    after the time that :meth:`wait` names."""

    def __init__(self, world: LocalWorld) -> None:
        self._world = world
        self._sockets: dict[int, TableSocket | PersonSocket] = {}
        self._last = 0
        self._tables = LocalTables(world, self._on_change)
        self._lists = LocalLists(world, self._tables)
        self._identity = Identity(world)
        pick = Random(world.seed()).choice  # noqa: S311  # which puzzle comes next is no secret
        puzzles = Puzzles(LocalPuzzles(world.values), world.now, pick, lambda _: None)
        self._requests = LocalRequests(world, self._tables, self._lists, self._identity, puzzles)

    async def request(self, method: str, path: str, body: bytes = b"") -> Answer:
        """Answer a request to ``/api``."""
        answer = await self._requests.answer(method, path, body)
        self._flush()
        return answer

    async def open(self, path: str, transport: Transport) -> int | None:
        """Open a socket at this path, and return its number. ``None`` if it was closed with a reason."""
        table = _TABLE.fullmatch(path)
        person = await self._identity.person()
        if table is None and path != _PERSON:
            transport.close(close_code(NOT_FOUND), NOT_FOUND.sentence)
            return None
        socket: TableSocket | PersonSocket
        world = self._world
        if table is None:
            socket = PersonSocket(self._tables, self._lists, person, transport, world)
        else:
            try:
                live = await self._tables.watch(table[1], person)
            except Refusal as refusal:
                transport.close(close_code(refusal.reason), refusal.reason.sentence)
                return None
            except Exception as error:
                reason = reason_of(error)
                transport.close(close_code(reason), reason.sentence)
                return None
            session = TableSession(world.steady(), bool(_CHANGES.search(table[2] or "")))
            socket = TableSocket(self._tables, live, person, session, transport, world)
        self._last += 1
        self._sockets[self._last] = socket
        self._flush()
        return self._last

    async def receive(self, socket: int, frame: bytes) -> None:
        """Handle a frame from a socket's client."""
        found = self._sockets.get(socket)
        if found is not None:
            await found.receive(frame)
            self._flush()

    def close(self, socket: int) -> None:
        """Stop serving a socket that its client has closed."""
        found = self._sockets.pop(socket, None)
        if found is not None:
            found.stop()
            self._flush()

    async def act(self) -> None:
        """Do what is due by now: bots' moves, deadlines, and news of the lists."""
        await self._tables.act()
        for socket in tuple(self._sockets.values()):
            if isinstance(socket, PersonSocket):
                await socket.act()
        self._flush()

    def wait(self) -> float | None:
        """Seconds until the next :meth:`act`; ``None`` if nothing will be due."""
        news = (socket.wait() for socket in self._sockets.values() if isinstance(socket, PersonSocket))
        return min((wait for wait in (self._tables.wait(), *news) if wait is not None), default=None)

    async def on_appended(self, table: str) -> None:
        """Show what another window of this device has appended to a table."""
        await self._tables.catch_up(table)
        self._on_change(table)
        self._flush()

    def _on_change(self, table: str) -> None:
        for socket in self._sockets.values():
            if isinstance(socket, PersonSocket):
                socket.on_change(table)

    def _flush(self) -> None:
        for socket in tuple(self._sockets.values()):
            socket.flush()
