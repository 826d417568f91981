"""A person's own socket: the shell of :mod:`quincunx.table.session.person_session`.

It sends one line per change. To see a table, the client opens the table's own socket, or plays over this one
(``channels``), as programs at many tables do.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from functools import partial
from typing import Any

import msgspec
import structlog
from litestar import websocket
from msgspec.structs import replace

from quincunx.club.ports import StoreUnavailable
from quincunx.club.tournament.state import Tournament
from quincunx.club.tournament.talk.state import Talk
from quincunx.club.tournament.talk.view import talk_view
from quincunx.club.tournament.view import viewer_part
from quincunx.core.reason import Refusal
from quincunx.kit import end_tasks, stop_all
from quincunx.node.ports import JournalUnavailable
from quincunx.server.errors import INTERNAL, STATUS, log_failure, reason_of
from quincunx.server.people.identity import Identity
from quincunx.server.services import Services, services_of
from quincunx.server.transport.socket_transport import SocketTransport
from quincunx.server.websocket.admission import hang_up, serve, transport_of
from quincunx.server.websocket.channels import Channels
from quincunx.server.websocket.connection import AnySocket, Connection, HangUp, Shared
from quincunx.table.seats.person import Person
from quincunx.table.session.actions import (
    Action,
    CloseTable,
    Deny,
    EndSeeking,
    FollowLobby,
    HandleTable,
    OpenTable,
    StartSeeking,
    UnwatchTournament,
    WatchTournament,
)
from quincunx.table.session.close_codes import close_code
from quincunx.table.session.person_session import (
    AskLines,
    AskLobby,
    AskTournament,
    AskWhole,
    PersonSession,
    Request,
)
from quincunx.table.wire.lists import Seek, TournamentNews, TournamentTalkNews

log = structlog.get_logger("quincunx.server")


@websocket("/api/me/socket")
async def own_socket(socket: AnySocket) -> None:
    """Serve one client of a person."""
    services = services_of(socket)

    async def connect(identity: Identity) -> PersonConnection:
        plays = partial(services.admission.record_play, identity)
        shared = Shared(services.tables, services.sockets, services.watch, plays)
        return PersonConnection(
            transport_of(socket), partial(hang_up, socket), shared, services, identity.people
        )

    await serve(socket, connect)


class PersonConnection(Connection[PersonSession]):
    """One client of a person, while its socket is open."""

    __slots__ = ("_can_tell", "_channels", "_clock", "_matchmaker", "_people", "_tournaments", "_under_way")

    def __init__(
        self,
        transport: SocketTransport,
        hang_up: HangUp,
        shared: Shared,
        services: Services,
        people: tuple[Person, ...],
    ) -> None:
        """``people`` are all ids of the person."""
        session = PersonSession(asyncio.get_running_loop().time())
        super().__init__(transport, hang_up, shared, people[0].id, session)
        self._matchmaker = services.matchmaker
        self._tournaments = services.tournaments.views
        self._clock = services.clock
        self._people = people
        self._under_way: set[asyncio.Task[None]] = set()
        self._channels = Channels(transport, shared, people, session, self._act)
        self._can_tell = asyncio.Event()
        """Set when there may be news, or when the client may have become able to take it."""

    def start(self) -> None:
        """Start serving."""
        super().start()
        for person in self._people:
            self._shared.tables.mine.follow(person.id, self)
        self._start_task(self._send_updates())

    def stop(self) -> None:
        """Undo :meth:`start`: the socket is closed."""
        for person in self._people:
            self._shared.tables.mine.unfollow(person.id, self)
        super().stop()

    async def finish(self) -> None:
        """Stop, and wait for everything that was started."""
        self.stop()
        await end_tasks(self._under_way)
        stop_seeking = partial(self._matchmaker.stop_seeking, self._people[0].id, self)
        await stop_all(stop_seeking, self._channels.stop)

    # ---- a follower: called by the node ------------------------------------------------------------------

    def on_table_change(self, table: str) -> None:
        """Note that a table has changed."""
        self._session.table_changed(table, self._loop.time())
        self._can_tell.set()

    def lobby_changed(self) -> None:
        """Note that the lobby has changed."""
        self._session.lobby_changed(self._loop.time())
        self._can_tell.set()

    def tournament_changed(self) -> None:
        """Note that the followed tournament has changed."""
        self._session.tournament_changed(self._loop.time())
        self._can_tell.set()

    def seeking_ended(self) -> None:
        """Tell the client that it no longer seeks a game."""
        self._act(self._session.seeking(is_on=False))

    # ---- what the client asks for ------------------------------------------------------------------------

    def may_write(self) -> None:
        """Resume sending and handling, on all channels: the client reads again."""
        super().may_write()
        self._channels.may_write()

    def _on_turn(self) -> None:
        self._can_tell.set()

    def _do(self, action: Action) -> None:
        match action:
            case HandleTable(table=table):
                self._channels.call(table)
            case OpenTable(table=table):
                self._channels.open(table)
            case CloseTable(table=table):
                self._channels.close(table)
            case FollowLobby(is_on=True):
                self._shared.tables.open_tables.follow(self)
            case FollowLobby():
                self._shared.tables.open_tables.unfollow(self)
            case WatchTournament(tournament=tournament):
                self._tournaments.follow(tournament, self)
            case UnwatchTournament(tournament=tournament):
                self._tournaments.unfollow(tournament, self)
            case StartSeeking(wish=wish):
                self._start_task(self._seek(wish))
            case EndSeeking():
                self._start_task(self._stop_seeking())
            case Deny(reason=reason):
                self._shared.watch.denied(reason)

    def _start_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _seek(self, wish: Seek) -> None:
        try:
            self._shared.plays()
            self._shared.sockets.wish(self._people[0].id)
            level = await self._matchmaker.seek(self._people[0], wish, self)
        except Exception as error:
            reason = reason_of(error)
            if STATUS[reason.kind] >= 500:
                log_failure(self._shared.watch, "seeking_failed", error)
            self._act(self._session.refuse(reason))
            return
        self._act(self._session.seeking(is_on=True, level=level))

    async def _stop_seeking(self) -> None:
        # Ending a search that was never started does not touch the store.
        await self._matchmaker.stop_seeking(self._people[0].id, self)
        self.seeking_ended()

    # ---- news --------------------------------------------------------------------------------------------

    async def _send_updates(self) -> None:
        try:
            await self._send_until_done()
        except Exception:
            # A socket that sends nothing more would be worse than a closed one, after which the client
            # reconnects.
            log.exception("own_socket_failed")
            self._close(close_code(INTERNAL), INTERNAL.sentence)

    async def _send_until_done(self) -> None:
        session = self._session
        while session.is_open:
            self._can_tell.clear()
            if not self._may_tell:
                # The wait for a client that does not read is ended by the connection's own deadline.
                await self._can_tell.wait()
            elif request := session.next_request(self._loop.time()):
                try:
                    await self._fetch(request)
                except (JournalUnavailable, StoreUnavailable) as error:
                    log.warning("own_tables_failed", reason=str(error))
                    session.failed(self._loop.time())
            else:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(session.wait(self._loop.time())):
                        await self._can_tell.wait()

    async def _fetch(self, request: Request) -> None:
        """Read what the session requests, and pass it on."""
        mine, session = self._shared.tables.mine, self._session
        match request:
            case AskWhole():
                own = await mine.tables(*self._people)
                self._act(session.on_tables_read(own.lines, own.unlisted))
            case AskLines(tables=tables):
                self._act(session.lines({table: await mine.line(table, *self._people) for table in tables}))
            case AskLobby(since=since):
                self._act(session.lobby(*self._shared.tables.open_tables.news(since)))
            case AskTournament(tournament=tournament):
                await self._fetch_tournament(tournament)

    async def _fetch_tournament(self, id: str) -> None:
        try:
            found = await self._tournaments.current_view(id)
            talk = await self._tournaments.talks.current(id)
        except Refusal as refusal:
            self._act(self._session.no_tournament(id, refusal.reason))
            return
        if not self._session.knows_tournament(id, found.mark):
            ids = tuple(person.id for person in self._people)
            now = self._clock.now()
            mine = replace(found.view, you=viewer_part(found.tournament, ids, now, found.ladder), now=now)
            frame = msgspec.json.encode(TournamentNews(msgspec.Raw(msgspec.json.encode(mine))))
            self._act(self._session.tournament(found.mark, frame))
        self._tell_talk(found.tournament, talk)

    def _tell_talk(self, tournament: Tournament, talk: Talk) -> None:
        ids = tuple(person.id for person in self._people)
        mark = talk.version, tournament.is_hosted_by(ids)
        if not self._session.knows_talk(tournament.id, mark):
            shown = msgspec.json.encode(talk_view(tournament, talk, ids))
            frame = msgspec.json.encode(TournamentTalkNews(msgspec.Raw(shown)))
            self._act(self._session.talk(mark, frame))
