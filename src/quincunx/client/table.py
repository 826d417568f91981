"""A table on a server, as seen by a program there."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final, TypeVar

import msgspec

from quincunx.client.commit_reveal import CommitReveal, UnfairChance, Verdict
from quincunx.client.http import Refused
from quincunx.core.game import AnyGame, encode
from quincunx.core.reason import Reason
from quincunx.core.values import Seat
from quincunx.games import GAMES
from quincunx.table.chat.rules import PHRASES
from quincunx.table.commands import Command, MakeMove, Resign, Say, SitDown, Write
from quincunx.table.wire.lists import AskAt
from quincunx.table.wire.table import Ack, CommandRequest, Hello, ServerFrame, TableView, Update
from quincunx.table.wire.table import Refused as RefusedFrame

T = TypeVar("T")
_FRAMES: Final = msgspec.json.Decoder(ServerFrame)
ANSWER_SECONDS: Final = 60.0
"""The default time limit for an answer, across reconnections."""


class NoAnswer(ConnectionError):
    """The server has not answered in time. It may have carried out the command; the next view shows whether
    it has."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            f"The server has not answered within {seconds:g} seconds; is there a proxy in between that holds "
            "back its answers? It may have carried out the command all the same."
        )


class RemoteTable:
    """One table, in its last state sent by the server. After a loss of the connection, unanswered commands
    are sent again with the same key, and have one effect."""

    def __init__(
        self, id: str, say: Callable[[msgspec.Struct], None], commit_reveal: CommitReveal | None = None
    ) -> None:
        """Created by :meth:`quincunx.client.Client.at`. ``say`` sends a frame if there is a connection.
        ``commit_reveal`` has this program's earlier observations of the table's chance."""
        self.id = id
        self.view: TableView | None = None
        """The newest view; its ``game`` is of the game's own type."""
        self._say = say
        self._news = asyncio.Event()
        self._pending: dict[str, tuple[CommandRequest, asyncio.Future[Ack]]] = {}
        self._commit_reveal = commit_reveal or CommitReveal()
        self._end: Exception | None = None

    # ---- looking ----------------------------------------------------------------------------------------

    async def updates(self) -> AsyncIterator[TableView]:
        """Yield the view, now and whenever it has changed; changes while the program is busy are combined. It
        ends with the game, or raises the reason why the server closed the table. Raises
        :class:`~quincunx.client.UnfairChance` if the server breaks the rules of commit–reveal; then the
        program has revealed nothing."""
        seen = -1
        while True:
            while self.view is None or self.view.version <= seen:
                if self._end is not None:
                    raise self._end
                self._news.clear()
                await self._news.wait()
            seen = self.view.version
            yield self.view
            if self.view.status == "ended":
                return

    @property
    def game(self) -> AnyGame:
        """The game played here. Raises ``LookupError`` before the first view."""
        if self.view is None:
            raise LookupError("the table has sent no view yet")
        return GAMES[msgspec.json.decode(self.view.settings.options, type=dict[str, Any])["game"]]

    @property
    def my_turn(self) -> Seat | None:
        """The seat to move, if it is mine; otherwise ``None``."""
        view = self.view
        if view is None or view.status != "playing" or view.game is None:
            return None
        seat = view.game.to_move
        mine = seat is not None and view.seats[seat].yours and view.seats[seat].kind == "person"
        return seat if mine else None

    @property
    def kept_for_me(self) -> Seat | None:
        """A seat that is kept for me until I sit down."""
        if self.view is None or self.view.status != "waiting":
            return None
        return next((n for n, seat in enumerate(self.view.seats) if seat.kind == "kept" and seat.yours), None)

    @property
    def held_for_me(self) -> Seat | None:
        """A seat of mine that a bot of the server's plays for now, because my time had run out, or I was
        away. ``TakeBack`` returns it."""
        if self.view is None or self.view.status != "playing":
            return None
        seats = enumerate(self.view.seats)
        return next((n for n, seat in seats if seat.kind == "stand_in" and seat.yours), None)

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on the game's chance against this program's observations; ``None`` before the end, and
        if there are none. :meth:`quincunx.client.Client.verify` also derives every answer."""
        if self.view is None or self.view.status != "ended":
            return None
        return self._commit_reveal.judge(self.view)

    # ---- acting -----------------------------------------------------------------------------------------

    async def sit(self, seat: Seat, *, seconds: float | None = ANSWER_SECONDS) -> Ack:
        """Sit down and add this program's entropy to the game's chance. Raises as :meth:`do` does."""
        # The program commits against the server's commitment, which only the view shows.
        view = await _within(seconds, self._first_view())
        return await self.do(SitDown(seat, self._commit_reveal.sit(view, seat)), seconds=seconds)

    async def move(
        self,
        seat: Seat,
        move: Any,
        decided_on: TableView | None = None,
        *,
        seconds: float | None = ANSWER_SECONDS,
    ) -> Ack:
        """Make a move of the game's own type. ``decided_on`` is the view that it was chosen for, by default
        the newest. Raises as :meth:`do` does; :class:`Refused` as ``stale`` if the game has gone on since
        that view."""
        return await self.do(MakeMove(seat, encode(move)), decided_on, seconds=seconds)

    async def say(self, text: str) -> Ack:
        """Say a preset phrase during the game, such as ``"hello"``, or anything after the end. Raises as
        :meth:`do` does."""
        seat, view = self._own_seat(), self.view
        is_over = view is not None and view.status == "ended"
        return await self.do(Write(seat, text) if is_over and text not in PHRASES else Say(seat, text))

    async def resign(self) -> Ack:
        """Resign. Raises as :meth:`do` does."""
        return await self.do(Resign(self._own_seat()))

    def _own_seat(self) -> Seat:
        """Return a seat of this program's person. Raises ``LookupError`` if there is none."""
        seats = () if self.view is None else _my_seats(self.view)
        if not seats:
            raise LookupError("you have no seat at this table")
        return seats[0]

    async def do(
        self,
        command: Command,
        decided_on: TableView | None = None,
        *,
        seconds: float | None = ANSWER_SECONDS,
    ) -> Ack:
        """Send any command. It is on the server's disk when this returns. Raises :class:`Refused`,
        :class:`NoAnswer` after ``seconds`` without an answer (``None``: never), and the error that ended the
        connection for good."""
        if self._end is not None:
            raise self._end
        view = decided_on or self.view
        version = 0 if view is None else view.version
        request = CommandRequest(secrets.token_urlsafe(12), version, command)
        answer: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()
        self._pending[request.key] = request, answer
        self._at(request)
        try:
            return await _within(seconds, answer)
        finally:
            self._pending.pop(request.key, None)

    # ---- for the client ---------------------------------------------------------------------------------

    def greet(self) -> None:
        """Take note of a new connection: ask for missed updates, and send unanswered commands again."""
        self._at(Hello(None if self.view is None else self.view.version))
        for request, _ in list(self._pending.values()):
            self._at(request)

    def connection_lost(self) -> None:
        """Take note of a lost connection."""
        self._commit_reveal.connection_lost()

    def handle_frame(self, raw: bytes) -> None:
        """Handle a message of the table."""
        match _FRAMES.decode(raw):
            case Update(table=view):
                self._on_view(view)
            case Ack() as ack:
                self._on_outcome(ack.key, ack)
            case RefusedFrame(key=key, reason=reason) if key is not None:
                self._on_outcome(key, reason)
            case _:
                pass

    def end(self, error: Exception) -> None:
        """Take note that the server has closed the table, or that the connection has ended for good."""
        self._end = error
        for _, answer in self._pending.values():
            if not answer.done():
                answer.set_exception(error)
        self._news.set()

    def _on_view(self, view: TableView) -> None:
        if self._end is not None or (self.view is not None and view.version < self.view.version):
            return
        if view.game is not None:
            kind = GAMES[view.game["game"]].view_type
            view = msgspec.structs.replace(view, game=msgspec.convert(view.game, kind))
        try:
            commands = self._commit_reveal.react(view, _my_seats(view))
        except UnfairChance as unfair:
            self.end(unfair)
            return
        self.view = view
        for command in commands:
            self._do_quietly(command)
        self._news.set()

    def _on_outcome(self, key: str, outcome: Ack | Reason) -> None:
        asked = self._pending.get(key)
        if asked is None or asked[1].done():
            return
        if isinstance(outcome, Ack):
            self._commit_reveal.acknowledged(asked[0].command)
            asked[1].set_result(outcome)
        elif outcome.kind == "unavailable":
            # It was no answer: the server could not store anything just now.
            asyncio.get_running_loop().call_later(1.5, self._ask_again, key)
        else:
            asked[1].set_exception(Refused(outcome))

    def _ask_again(self, key: str) -> None:
        if key in self._pending:
            self._at(self._pending[key][0])

    def _at(self, frame: msgspec.Struct) -> None:
        self._say(AskAt(self.id, msgspec.Raw(msgspec.json.encode(frame))))

    async def _first_view(self) -> TableView:
        while self.view is None:
            if self._end is not None:
                raise self._end
            self._news.clear()
            await self._news.wait()
        return self.view

    def _do_quietly(self, command: Command) -> None:
        task = asyncio.get_running_loop().create_task(self.do(command, seconds=None))
        # Another device of the same person may have been faster; the next view shows the outcome.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())


async def _within(seconds: float | None, answer: Awaitable[T]) -> T:
    try:
        async with asyncio.timeout(seconds) as limit:
            return await answer
    except TimeoutError:
        if seconds is None or not limit.expired():
            raise
        raise NoAnswer(seconds) from None


def _my_seats(view: TableView) -> tuple[Seat, ...]:
    """Return the seats held by this program's person."""
    return tuple(seat for seat, each in enumerate(view.seats) if each.yours and each.kind == "person")
