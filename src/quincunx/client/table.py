"""A table on a server, as a program at it sees it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from hashlib import sha256
from typing import Any, Final

import msgspec

from quincunx.client.http import Refused
from quincunx.core.game import AnyGame, Seat, encode
from quincunx.core.reason import Reason
from quincunx.games import GAMES
from quincunx.table.commands import Command, Commit, MakeMove, Reveal, SitDown
from quincunx.table.wire import Ack, CommandRequest, Hello, ServerFrame, TableView, Update
from quincunx.table.wire import Refused as RefusedFrame
from quincunx.table.wire_company import AskAt

_FRAMES: Final = msgspec.json.Decoder(ServerFrame)
ENTROPY_BYTES: Final = 32


class RemoteTable:
    """One table. It is as it was when the server said so last; what the program asks for is asked again, with
    the same key, after a loss of the connection, and has one effect."""

    def __init__(self, id: str, say: Callable[[msgspec.Struct], None]) -> None:
        """Made by :meth:`quincunx.client.Client.at`. ``say`` sends a frame, if the connection is there."""
        self.id = id
        self.view: TableView | None = None
        """The newest view; its ``game`` is of the game's own type."""
        self._say = say
        self._news = asyncio.Event()
        self._asked: dict[str, tuple[CommandRequest, asyncio.Future[Ack]]] = {}
        self._entropies: dict[Seat, bytes] = {}
        """What this program has committed to, by seat."""
        self._is_over = False
        self._end: Exception | None = None

    # ---- looking ----------------------------------------------------------------------------------------

    async def updates(self) -> AsyncIterator[TableView]:
        """The view, now and whenever it has changed; what changes while the program is busy comes as one. It
        ends when the game is over, or raises why the server let go of the table."""
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
        """The game that is played here. Raises ``LookupError`` before the first view."""
        if self.view is None:
            raise LookupError("nothing is known of this table yet")
        return GAMES[msgspec.json.decode(self.view.settings.options, type=dict[str, Any])["game"]]

    @property
    def my_turn(self) -> Seat | None:
        """The seat of mine whose turn it is, if it is mine."""
        view = self.view
        if view is None or view.status != "playing" or view.game is None:
            return None
        seat = view.game.to_move
        mine = seat is not None and view.seats[seat].yours and view.seats[seat].kind == "person"
        return seat if mine else None

    @property
    def kept_for_me(self) -> Seat | None:
        """A seat that waits for me to sit down."""
        if self.view is None or self.view.status != "waiting":
            return None
        return next((n for n, seat in enumerate(self.view.seats) if seat.kind == "kept" and seat.yours), None)

    @property
    def held_for_me(self) -> Seat | None:
        """A seat of mine on which a bot of the server's plays meanwhile: my time had run out, or I was away.
        ``TakeBack`` has it back."""
        if self.view is None or self.view.status != "playing":
            return None
        seats = enumerate(self.view.seats)
        return next((n for n, seat in seats if seat.kind == "stand_in" and seat.yours), None)

    # ---- acting -----------------------------------------------------------------------------------------

    async def sit(self, seat: Seat) -> Ack:
        """Sit down; this program's randomness goes into the game's chance. Raises :class:`Refused`."""
        return await self.do(SitDown(seat, self._commitment(seat)))

    async def move(self, seat: Seat, move: Any) -> Ack:
        """Make a move of the game's own type. Raises :class:`Refused`."""
        return await self.do(MakeMove(seat, encode(move)))

    async def do(self, command: Command) -> Ack:
        """Any command, decided on the newest view: it is on the server's disk when this returns. Raises
        :class:`Refused`, and what has ended the connection for good."""
        if self._end is not None:
            raise self._end
        version = 0 if self.view is None else self.view.version
        request = CommandRequest(secrets.token_urlsafe(12), version, command)
        answer: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()
        self._asked[request.key] = request, answer
        self._at(request)
        try:
            return await answer
        finally:
            self._asked.pop(request.key, None)

    # ---- for the client ---------------------------------------------------------------------------------

    def greet(self) -> None:
        """The connection is there, again: ask for what was missed, and for what was not answered."""
        self._at(Hello(None if self.view is None else self.view.version))
        for request, _ in list(self._asked.values()):
            self._at(request)

    def hear(self, raw: bytes) -> None:
        """The table has said this."""
        match _FRAMES.decode(raw):
            case Update(table=view):
                self._take(view)
            case Ack() as ack:
                self._answer(ack.key, ack)
            case RefusedFrame(key=key, reason=reason) if key is not None:
                self._answer(key, reason)
            case _:
                pass

    def end(self, error: Exception) -> None:
        """The server has let go of the table, or the connection has ended for good."""
        self._end = error
        for _, answer in self._asked.values():
            if not answer.done():
                answer.set_exception(error)
        self._news.set()

    def _take(self, view: TableView) -> None:
        if self.view is not None and view.version < self.view.version:
            return
        if view.game is not None:
            kind = GAMES[view.game["game"]].view_type
            view = msgspec.structs.replace(view, game=msgspec.convert(view.game, kind))
        self.view = view
        self._mix(view)
        self._news.set()

    def _answer(self, key: str, outcome: Ack | Reason) -> None:
        asked = self._asked.get(key)
        if asked is None or asked[1].done():
            return
        if isinstance(outcome, Ack):
            asked[1].set_result(outcome)
        elif outcome.kind == "unavailable":
            # It was no answer: nothing could be stored just now.
            asyncio.get_running_loop().call_later(1.5, self._ask_again, key)
        else:
            asked[1].set_exception(Refused(outcome))

    def _ask_again(self, key: str) -> None:
        if key in self._asked:
            self._at(self._asked[key][0])

    def _at(self, frame: msgspec.Struct) -> None:
        self._say(AskAt(self.id, msgspec.Raw(msgspec.json.encode(frame))))

    # ---- chance: what a device does by itself (docs/protocol.md) -----------------------------------------

    def _commitment(self, seat: Seat) -> str:
        self._entropies[seat] = secrets.token_bytes(ENTROPY_BYTES)
        return sha256(self._entropies[seat]).hexdigest()

    def _mix(self, view: TableView) -> None:
        mixing = view.mixing
        if mixing is None or view.status != "waiting":
            return
        for seat in mixing.awaited:
            if not view.seats[seat].yours:
                continue
            entropy = self._entropies.get(seat)
            if mixing.taking_part is None:
                self._do_quietly(Commit(seat, self._commitment(seat)))
            elif entropy and sha256(entropy).hexdigest() == mixing.commitments[seat]:
                self._do_quietly(Reveal(seat, entropy.hex()))

    def _do_quietly(self, command: Command) -> None:
        task = asyncio.get_running_loop().create_task(self.do(command))
        # Somebody else of mine may have been faster; the next view says how things are.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
