"""A table's socket: the shell of :mod:`quincunx.table.session.table_session`."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

import structlog
from litestar import websocket
from litestar.params import FromPath

from quincunx.core.reason import Refusal
from quincunx.node.live.live_table import LiveTable
from quincunx.server.errors import INTERNAL, STATUS, log_failure, reason_of
from quincunx.server.people.identity import Identity
from quincunx.server.services import services_of
from quincunx.server.transport.socket_transport import SocketTransport
from quincunx.server.websocket.admission import hang_up, serve, transport_of
from quincunx.server.websocket.connection import AnySocket, Connection, HangUp, Shared
from quincunx.table.seats.person import Person
from quincunx.table.session.actions import Action, Show, Submit, Wake
from quincunx.table.session.close_codes import close_code
from quincunx.table.session.table_session import TableSession
from quincunx.table.wire.table import Ack, CommandRequest

log = structlog.get_logger("quincunx.server")

CHANGES: Final = "changes"
"""Parameter in the socket's address: the client accepts changes. Without it, it is always sent whole
tables."""


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: AnySocket, table: FromPath[str]) -> None:
    """Serve one client at one table."""
    services = services_of(socket)
    tables = services.tables

    async def connect(identity: Identity) -> TableConnection:
        person = await tables.acting(table, identity.people)
        live = await tables.watch(table, person)
        plays = partial(services.admission.record_play, identity)
        shared = Shared(tables, services.sockets, services.watch, plays)
        session = TableSession(asyncio.get_running_loop().time(), CHANGES in socket.query_params)
        return TableConnection(transport_of(socket), partial(hang_up, socket), shared, live, person, session)

    await serve(socket, connect, table=table)


class TableConnection(Connection[TableSession]):
    """One client at one table: a socket of its own, or a channel of another (``channels``)."""

    __slots__ = ("_has_news", "_has_recorded_play", "_live", "_seated")

    def __init__(
        self,
        transport: SocketTransport,
        hang_up: HangUp,
        shared: Shared,
        live: LiveTable,
        person: Person,
        session: TableSession,
    ) -> None:
        super().__init__(transport, hang_up, shared, person.id, session)
        self._live = live
        self._seated = person
        self._has_news = False
        self._has_recorded_play = False
        """True if a command since the last tick was recorded as play. What a connection may do never changes,
        so one check and one record stand for many commands."""

    def start(self) -> None:
        """Start serving."""
        super().start()
        self._shared.tables.join(self._live, self._seated, self)

    def stop(self) -> None:
        """Undo :meth:`start`: the socket is closed."""
        self._shared.tables.leave(self._live, self._seated, self)
        super().stop()

    # ---- what happens ------------------------------------------------------------------------------------

    def set(self) -> None:
        """Note that there is news. It is sent in the loop's next turn, once for all changes until then."""
        if not self._has_news:
            self._has_news = True
            self._loop.call_soon(self._on_turn, context=self._context)

    def _on_tick(self) -> None:
        super()._on_tick()
        self._has_recorded_play = False
        # A player counts as absent for long just because time passes: no event reports it.
        self.set()

    # ---- what is done about it ---------------------------------------------------------------------------

    def _do(self, action: Action) -> None:
        match action:
            case Submit(request=request):
                self._submit(request)
            case Wake():
                self.set()
            case Show():
                self._show(action)

    def _submit(self, request: CommandRequest) -> None:
        try:
            if not self._has_recorded_play:
                self._shared.plays()
                self._has_recorded_play = True
            command = self._shared.tables.start_command(self._live, self._seated, request)
        except Refusal as refusal:
            self._finish(request, refusal)
        else:
            command.add_done_callback(partial(self._on_command_done, request))

    def _on_command_done(self, request: CommandRequest, command: asyncio.Task[Ack]) -> None:
        if command.cancelled():
            return  # the event loop ends
        outcome: Ack | Exception
        try:
            outcome = command.result()
        except Exception as error:
            outcome = error
        self._finish(request, outcome)

    def _finish(self, request: CommandRequest, outcome: Ack | Exception) -> None:
        watch, table = self._shared.watch, self._live.state.id
        answer = outcome if isinstance(outcome, Ack) else reason_of(outcome)
        if isinstance(outcome, Exception) and STATUS[reason_of(outcome).kind] >= 500:
            log_failure(watch, "command_failed", outcome, table=table)
        watch.commanded(table, request, answer)
        self._act(self._session.answer_command(request, answer))
        self._go_on()

    def _on_turn(self) -> None:
        """Send the news, unless the client has to wait or does not read; then this is called again
        afterwards."""
        if not (self._has_news and self._may_tell):
            return
        self._has_news = False
        try:
            presence = self._shared.tables.presence(self._live)
            for action in self._session.news(self._live.state.version, presence):
                if self._session.is_open:
                    self._act((action,))
        except Exception:
            # A socket that accepts commands but shows nothing would be worse than a closed one, after which
            # the client reconnects.
            log.exception("updates_failed", table=self._live.state.id)
            self._close(close_code(INTERNAL), INTERNAL.sentence)

    def _show(self, show: Show) -> None:
        seen_by = self._live, self._seated, show.point_of_view
        tables = self._shared.tables
        frame = None
        try:
            if show.in_short and show.since is not None:
                frame = tables.changes(*seen_by, show.since)
            if frame is None:
                frame = tables.update(*seen_by, show.since).frame
        except Refusal as refusal:  # the game has started, and this person may not see it
            self._close(close_code(refusal.reason), refusal.reason.sentence)
            return
        self._transport.push(frame)
        self._act(self._session.on_update_sent(self._live.state.version, len(frame)))
