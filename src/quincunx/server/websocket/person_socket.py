"""A person's own socket: news of their tables, and of the lobby while they follow it.

It sends one line per change. To see a table, the client opens the table's own socket, or plays over this one
(``channels``), as programs at many tables do.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
from collections import deque
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final, cast

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from quincunx.club.ports import StoreUnavailable
from quincunx.core.reason import Reason, Refusal
from quincunx.kit import stop_all
from quincunx.node.events.matchmaking import Meeting
from quincunx.node.ports import JournalUnavailable
from quincunx.server.errors import CLOSE_CODES, INTERNAL, STATUS, log_failure, reason_of
from quincunx.server.observability.callers import HEADER
from quincunx.server.people.open_sockets import BYTES_OF_WORK, FRAME, TOO_MANY
from quincunx.server.services import services_of
from quincunx.server.transport.line import LINE, Line
from quincunx.server.websocket.channels import Channels
from quincunx.server.websocket.table_socket import SESSION_CHANGED, Shared, guest_network, introduced
from quincunx.server.websocket.tournament_follow import EveningFollow
from quincunx.table.my_tables import says_the_same
from quincunx.table.seats.person import Person
from quincunx.table.session import FORGIVEN, LARGEST_FRAME, POLICY, SILENCE_SECONDS, TOO_BIG
from quincunx.table.wire.lists import (
    AskAt,
    Follow,
    FollowEvening,
    LeaveTable,
    MyClientFrame,
    MyTable,
    MyTables,
    Seek,
    Seeking,
    StopSeeking,
)
from quincunx.table.wire.table import Ping, Pong, Refused

log = structlog.get_logger("quincunx.server")

GATHER_SECONDS: Final = 0.1
"""Seconds within which changes are collected into one frame."""
WHOLE_SECONDS: Final = 60.0
"""Seconds between full refreshes of the list of tables: the bus may have lost the news of a new table."""
RETRY_SECONDS: Final = 2.0
AT_ONCE: Final = 8
"""Frames of one client that are handled before other clients have their turn."""
WORK_OF: Final[dict[type, float]] = {Follow: 2, FollowEvening: 8, Seek: 4, StopSeeking: 4}
"""Cost of a frame to its sender where it is not :data:`~quincunx.server.people.open_sockets.FRAME`."""
OPENING: Final = 4
"""Cost of opening a table on this socket; at a table that is open, the channel charges."""
_FRAMES: Final = msgspec.json.Decoder(MyClientFrame)

AnySocket = WebSocket[Any, Any, Any]


@websocket("/api/me/socket")
async def own_socket(socket: AnySocket) -> None:
    """Serve one client of a person."""
    await socket.accept(headers={HEADER: cast("dict[str, str]", socket.scope)["request_id"]})
    services = services_of(socket)
    watch = services.watch
    sockets = services.sockets
    try:
        identity = await introduced(socket)
        network = guest_network(identity)
        sockets.enter(identity.row.id, network)
    except (Refusal, StoreUnavailable) as error:
        reason = reason_of(error)
        watch.denied(reason)
        if reason.code == TOO_MANY.code:
            watch.security.note("too_many_sockets")
        await socket.close(CLOSE_CODES[reason.kind], reason.sentence)
        return
    shared = Shared(services.tables, sockets, watch, partial(services.sessions.plays, identity))
    evenings = partial(EveningFollow, services.evenings.shown, services.clock, identity.people)
    connection = OwnConnection(socket, shared, identity.people, services.meeting, evenings)
    try:
        with sockets.held(identity, connection.sign_out):
            if not services.sessions.is_known(identity):
                connection.sign_out()  # the session ended while the socket was being opened
            await connection.run()
    finally:
        sockets.leave(identity.row.id, network)


class OwnConnection:
    """One client of a person, while its socket is open."""

    def __init__(
        self,
        socket: AnySocket,
        shared: Shared,
        people: tuple[Person, ...],
        meeting: Meeting,
        evenings: Callable[[Callable[[], None]], EveningFollow],
    ) -> None:
        self._socket = socket
        self._line = cast(dict[str, Line], socket.scope["extensions"])[LINE]
        self._meeting = meeting
        self._watch = shared.watch
        self._plays = shared.plays
        self._under_way: set[asyncio.Task[None]] = set()
        self._channels = Channels(self._line, shared, people)
        self._clear = asyncio.Event()
        self._tables = shared.tables
        self._people = people
        """All ids of the person."""
        self._sockets = shared.sockets
        self._news = asyncio.Event()
        self._changed: set[str] = set()
        """Tables whose changes have not been sent."""
        self._told: dict[str, MyTable] | None = None
        """The tables that the client knows; ``None`` before the first list."""
        self._unlisted: set[str] = set()
        """Further tables of the person; the client knows only their number."""
        self._more = 0
        """The number of further tables that was last sent to the client."""
        self._lobby: int | None = None
        """The version of the lobby that the client knows; ``None`` while it does not follow the lobby."""
        self._evening = evenings(self._news.set)
        self._faults = 0
        self._said: deque[bytes] = deque()
        """Frames that have not been handled."""
        self._context = contextvars.copy_context()
        self._is_called = False
        self._rest: asyncio.TimerHandle | None = None
        """Timer while a client that has used up its budget has to wait."""
        self._heard_at = asyncio.get_running_loop().time()
        self._leaving: asyncio.Task[None] | None = None

    # ---- a follower: called by the node ------------------------------------------------------------------

    def changed(self, table: str) -> None:
        """Note that a table has changed."""
        self._changed.add(table)
        self._news.set()

    def lobby_changed(self) -> None:
        """Note that the lobby has changed."""
        self._news.set()

    def sign_out(self) -> None:
        """Close the socket, as the session has ended or was replaced; a client with a session reconnects."""
        self._close(*SESSION_CHANGED)

    def _close(self, code: int, reason: str) -> None:
        if self._leaving is None:
            self._leaving = asyncio.create_task(self._say_goodbye(code, reason))

    async def _say_goodbye(self, code: int, reason: str) -> None:
        # The client may have closed the connection in the meantime, or violated the protocol.
        with contextlib.suppress(OSError, RuntimeError, WebSocketDisconnect):
            await self._socket.close(code, reason)

    # ---- life ------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve until either side closes."""
        for person in self._people:
            self._tables.mine.follow(person.id, self)
        self._line.listen(self)
        others = asyncio.create_task(self._tell()), asyncio.create_task(self._watch_silence())
        try:
            while (message := await self._socket.receive())["type"] != "websocket.disconnect":
                # This message arrived before the listener was set.
                if message["type"] == "websocket.receive":
                    self.heard((message.get("text") or "").encode() or message.get("bytes") or b"")
        finally:
            if self._rest is not None:
                self._rest.cancel()
            self._said.clear()
            for task in others:
                task.cancel()
            for person in self._people:
                self._tables.mine.unfollow(person.id, self)
            self._tables.open_tables.unfollow(self)
            self._evening.follow(None)
            for task in self._under_way:
                task.cancel()
            stop_seeking = partial(self._meeting.stop_seeking, self._people[0].id, self)
            await stop_all(stop_seeking, self._channels.stop)
            await asyncio.gather(*others, return_exceptions=True)
            if self._leaving is not None:
                await self._leaving

    async def _watch_silence(self) -> None:
        loop = asyncio.get_running_loop()
        # The wait is for silence, so there is no event to wait for.
        while (left := self._heard_at + SILENCE_SECONDS - loop.time()) > 0:  # noqa: ASYNC110
            await asyncio.sleep(left)
        self._close(POLICY, "There was nothing to hear for a minute.")

    # ---- a listener: called by the server ----------------------------------------------------------------

    def may_write(self) -> None:
        """Resume sending: the client reads again."""
        self._clear.set()
        self._channels.may_write()

    def heard(self, message: bytes) -> None:
        """Queue a client's message, and stop reading while :data:`AT_ONCE` of them wait."""
        if self._leaving is not None:
            return
        self._heard_at = asyncio.get_running_loop().time()
        self._said.append(message)
        if len(self._said) >= AT_ONCE:
            self._line.pause()
        self._call()

    def on_other_frame(self) -> None:
        """Charge for a frame that is no whole message."""
        self._pay(FRAME)

    def _call(self) -> None:
        if not self._is_called and self._rest is None:
            self._is_called = True
            self._sockets.hearing.add(self._called)

    def _called(self) -> None:
        self._is_called = False
        self._context.run(self._go_on)

    def _go_on(self) -> None:
        """Handle at most :data:`AT_ONCE` of the queued frames, then let other clients have their turn."""
        for _ in range(AT_ONCE):
            if not self._said or self._rest is not None or self._leaving is not None:
                break
            self._take(self._said.popleft())
        if self._said:
            self._call()
        elif self._rest is None:
            self._line.resume()

    def _pay(self, work: float) -> None:
        wait = self._sockets.spend(self._people[0].id, work)
        if wait and self._rest is None and self._leaving is None:
            loop = asyncio.get_running_loop()
            self._rest = loop.call_later(wait, self._has_rested, context=self._context)
            self._line.pause()

    def _has_rested(self) -> None:
        self._rest = None
        self._go_on()

    def _take(self, message: bytes) -> None:
        if len(message) > LARGEST_FRAME:
            self._close(TOO_BIG, f"A frame has at most {LARGEST_FRAME} bytes.")
            return
        try:
            frame = _FRAMES.decode(message)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            self._fault(f"That frame cannot be understood: {str(error)[:200]}.")
            return
        self._pay(self._cost(frame))
        match frame:
            case Ping(n=n):
                self._line.push(msgspec.json.encode(Pong(n)))
            case AskAt(table=table, frame=asked):
                self._channels.heard(table, bytes(asked))
            case LeaveTable(table=table):
                self._channels.leave(table)
            case Follow(lobby=True) if self._lobby is None:
                self._lobby = 0
                self._tables.open_tables.follow(self)
            case Follow(lobby=False):
                self._lobby = None
                self._tables.open_tables.unfollow(self)
            case Follow():
                pass
            case FollowEvening(evening=evening):
                self._evening.follow(evening)
            case Seek():
                self._begin(self._seek(frame))
            case StopSeeking():
                self._begin(self._stop_seeking())

    def _cost(self, frame: MyClientFrame) -> float:
        if isinstance(frame, AskAt):
            return 0 if self._channels.has(frame.table) else OPENING
        return WORK_OF.get(type(frame), FRAME)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    def _fault(self, sentence: str) -> None:
        self._pay(FRAME)
        self._faults += 1
        self._line.push(msgspec.json.encode(Refused(None, Reason("malformed", "bad-frame", sentence))))
        if self._faults > FORGIVEN:
            self._close(POLICY, "There were too many frames that cannot be understood.")

    # ---- looking for a game ------------------------------------------------------------------------------

    def seeking_ended(self) -> None:
        """Tell the client that it no longer seeks a game."""
        self._line.push(msgspec.json.encode(Seeking(is_on=False)))

    async def _seek(self, wish: Seek) -> None:
        try:
            self._plays()
            self._sockets.wish(self._people[0].id)
            level = await self._meeting.seek(self._people[0], wish, self)
        except Exception as error:
            reason = reason_of(error)
            if STATUS[reason.kind] >= 500:
                log_failure(self._watch, "seeking_failed", error)
            self._watch.denied(reason)
            self._line.push(msgspec.json.encode(Refused(None, reason)))
            return
        self._line.push(msgspec.json.encode(Seeking(is_on=True, level=level)))

    async def _stop_seeking(self) -> None:
        # Ending a search that was never started does not touch the store.
        await self._meeting.stop_seeking(self._people[0].id, self)
        self.seeking_ended()

    # ---- what the client is told -------------------------------------------------------------------------

    async def _tell(self) -> None:
        try:
            await self._tell_on()
        except Exception:
            # A socket that sends nothing more would be worse than a closed one, after which the client
            # reconnects.
            log.exception("own_socket_failed")
            self._close(CLOSE_CODES["internal"], INTERNAL.sentence)

    async def _tell_on(self) -> None:
        loop = asyncio.get_running_loop()
        whole_at = loop.time()
        while True:
            try:
                self._news.clear()
                if loop.time() >= whole_at:
                    await self._tell_all()
                    whole_at = loop.time() + WHOLE_SECONDS
                await self._tell_changes()
                await self._tell_lobby()
                await self._tell_evening()
            except (JournalUnavailable, StoreUnavailable) as error:
                log.warning("own_tables_failed", reason=str(error))
                whole_at = loop.time()
                await asyncio.sleep(RETRY_SECONDS)
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, whole_at - loop.time())):
                    await self._news.wait()
            await asyncio.sleep(GATHER_SECONDS)

    async def _tell_all(self) -> None:
        self._changed.clear()
        own = await self._tables.mine.tables(*self._people)
        now = {line.id: line for line in own.lines}
        told = {} if self._told is None else self._told
        # A table that the client knows stays listed while it is the person's: changes of it are sent anyway.
        gone = told.keys() - now.keys() - set(own.unlisted)
        self._unlisted = set(own.unlisted) - told.keys()
        if self._told is None:
            self._told = told
            self._more = len(self._unlisted)
            await self._say(msgspec.json.encode(MyTables(own.lines, whole=True, more=self._more)))
        else:
            await self._tell_lines(now, gone)
        told.update(now)
        for name in gone:
            del told[name]

    async def _tell_changes(self) -> None:
        while self._changed and self._told is not None:
            names, self._changed = self._changed, set()
            try:
                lines = {name: await self._tables.mine.line(name, *self._people) for name in names}
            except JournalUnavailable:
                self._changed |= names
                raise
            gone = {name for name, line in lines.items() if line is None and name in self._told}
            present = {name: line for name, line in lines.items() if line is not None}
            self._unlisted -= names
            await self._tell_lines(present, gone)
            self._told.update(present)
            for name in gone:
                del self._told[name]

    async def _tell_lines(self, lines: dict[str, MyTable], gone: set[str]) -> None:
        assert self._told is not None
        news = tuple(line for name, line in lines.items() if not says_the_same(line, self._told.get(name)))
        more = len(self._unlisted)
        if news or gone or more != self._more:
            self._more = more
            await self._say(msgspec.json.encode(MyTables(news, tuple(sorted(gone)), more=more)))

    async def _tell_lobby(self) -> None:
        if self._lobby is not None:
            version, frame = self._tables.open_tables.news(self._lobby)
            self._lobby = version
            if frame:
                await self._say(frame)

    async def _tell_evening(self) -> None:
        frame = await self._evening.news()
        if frame is not None:
            await self._say(frame)

    async def _say(self, frame: bytes) -> None:
        # The wait for a client that does not read is ended by the connection's own deadline.
        while not self._line.is_clear:
            self._clear.clear()
            await self._clear.wait()
        self._line.push(frame)
        wait = self._sockets.spend(self._people[0].id, 1 + len(frame) // BYTES_OF_WORK)
        if wait:
            await asyncio.sleep(wait)
