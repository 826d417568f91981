"""A player's side of the socket, as ``docs/protocol.md`` asks for it: it comes back, and it asks again.

It keeps a diary of what it was promised and shown, for the tests to hold against the journal.
"""

from __future__ import annotations

import asyncio
import contextlib
from random import Random
from typing import Any

import httpx
import msgspec
import websockets
from websockets.asyncio.client import ClientConnection, connect

from quincunx.core.game import encode
from quincunx.core.randomness import entropy_commitment
from quincunx.core.values import MoveData, Seat
from quincunx.games import game_of
from quincunx.table.commands import Command, Commit, MakeMove, Reveal, SitDown, TakeBack
from quincunx.table.events import TableSettings
from quincunx.table.wire.table import (
    Ack,
    ClientFrame,
    CommandRequest,
    Hello,
    Ping,
    Presence,
    Refused,
    ServerFrame,
    TableView,
    Update,
)
from tests.plain import NO_CERTIFICATES
from tests.wire import typed

RESEND_SECONDS = 0.7
RECONNECT_SECONDS = 0.1
DOZING = 0.2
"""The chance that a player with a clock falls asleep, and may wake up too late."""
UNSTORED = "unavailable"

_FRAMES = msgspec.json.Decoder(ServerFrame)


class Guest:
    """A person with a cookie; plain HTTP, retried until the server answers."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookie = ""

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """The answer's JSON, asked for until there is one."""
        async with httpx.AsyncClient(verify=NO_CERTIFICATES) as client:
            while True:
                with contextlib.suppress(httpx.TransportError):
                    answer = await client.request(
                        method,
                        f"http://{self.address}{path}",
                        content=None if body is None else msgspec.json.encode(body),
                        headers={"content-type": "application/json", "cookie": self.cookie},
                        timeout=5,
                    )
                    if answer.status_code < 500:
                        answer.raise_for_status()
                        if not self.cookie:
                            self.cookie = answer.headers["set-cookie"].split(";")[0]
                        return answer.json()
                await asyncio.sleep(RECONNECT_SECONDS)

    async def say_hello(self) -> Guest:
        await self.ask("GET", "/api/me")
        return self

    async def make(self, settings: TableSettings) -> str:
        return str((await self.ask("POST", "/api/tables", settings))["id"])


class Client:
    """One guest at one table, over a socket that may break at any time."""

    def __init__(
        self,
        guest: Guest,
        table: str,
        name: str,
        random: Random,
        resend: float = RESEND_SECONDS,
        dozing: float = DOZING,
    ) -> None:
        self.guest = guest
        self.table = table
        self.name = name
        self.random = random
        self._resend = resend
        self._dozing = dozing
        self.view: TableView | None = None
        self.seen: int | None = None
        self.acknowledged: dict[str, tuple[int, Command]] = {}
        """Acknowledged commands: key → version and command."""
        self.refusals: list[Refused] = []
        self.complaints: list[str] = []
        """Violations of the server's promises."""
        self.told = 0
        """The number of updates with events."""
        self.presence: Presence | None = None
        self.codes: list[int | None] = []
        """With which codes sockets were closed."""
        self._unanswered: dict[str, tuple[CommandRequest, asyncio.Future[Ack | Refused]]] = {}
        self._changed = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._keys = 0
        self._entropies: dict[tuple[int, Seat], str] = {}

    # ---- the line -----------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Stay connected until cancelled."""
        address = f"ws://{self.guest.address}/api/tables/{self.table}/socket"
        while True:
            try:
                async with connect(
                    address, additional_headers={"cookie": self.guest.cookie}, max_size=None, open_timeout=5
                ) as socket:
                    self._socket = socket
                    await self._send(Hello(self.seen))
                    for request, _ in list(self._unanswered.values()):
                        await self._send(request)
                    try:
                        async for data in socket:
                            self._receive(_FRAMES.decode(data))
                    finally:
                        self.codes.append(socket.close_code)
            except (OSError, TimeoutError, websockets.WebSocketException, EOFError):
                pass
            finally:
                self._socket = None
            await asyncio.sleep(RECONNECT_SECONDS)

    async def hang_up(self) -> None:
        """Break the line; :meth:`run` comes back."""
        if self._socket is not None:
            await self._socket.close()

    async def _send(self, frame: ClientFrame) -> None:
        socket = self._socket
        if socket is not None:
            with contextlib.suppress(websockets.WebSocketException):
                await socket.send(msgspec.json.encode(frame).decode())

    def _receive(self, frame: ServerFrame) -> None:
        match frame:
            case Update():
                self._update(frame)
            case Ack(key=key) | Refused(key=str(key)):
                request, future = self._unanswered.get(key, (None, None))
                if isinstance(frame, Refused) and frame.reason.code == UNSTORED:
                    return  # not an answer: it is sent again
                if isinstance(frame, Ack):
                    self._promised(frame, request)
                if future is not None and not future.done():
                    future.set_result(frame)
            case Refused():
                self.complaints.append(f"a frame of mine was at fault: {frame.reason.sentence}")
            case Presence():
                self.presence = frame
            case _:
                pass

    def _promised(self, ack: Ack, request: CommandRequest | None) -> None:
        before = self.acknowledged.get(ack.key)
        if before is not None and before[0] != ack.version:
            self.complaints.append(f"{ack.key} was acknowledged as {before[0]} and as {ack.version}")
        if request is not None:
            self.acknowledged[ack.key] = (ack.version, request.command)

    def _update(self, update: Update) -> None:
        if self.seen is not None and update.version < self.seen:
            # Frames that were held up on the way may be old; a fresh line may not show less than before.
            return
        if update.since is not None and self.seen is not None and update.since > self.seen:
            self._later(self._send(Hello(self.seen)))
            return
        self.told += bool(update.events)
        self.seen = update.version
        self.view = typed(update.table)
        self._changed.set()

    def _later(self, sending: Any) -> None:
        task = asyncio.ensure_future(sending)
        task.add_done_callback(lambda _: None)

    # ---- playing ------------------------------------------------------------------------------------------

    async def command(self, command: Command) -> Ack | Refused:
        """Ask until there is an answer, always under the same key."""
        self._keys += 1
        request = CommandRequest(f"{self.name}-{self._keys}", self.seen or 0, command)
        answer: asyncio.Future[Ack | Refused] = asyncio.get_running_loop().create_future()
        self._unanswered[request.key] = (request, answer)
        try:
            while True:
                await self._send(request)
                with contextlib.suppress(TimeoutError):
                    # Not wait_for: that of Python 3.11 may swallow a cancellation.
                    async with asyncio.timeout(self._resend):
                        return await asyncio.shield(answer)
        finally:
            del self._unanswered[request.key]

    async def sit_down(self, seat: Seat) -> None:
        await self.wait(lambda view: True)
        answer = await self.command(SitDown(seat, self._promise(1, seat)))
        assert isinstance(answer, Ack), answer

    def _promise(self, round: int, seat: Seat) -> str:
        entropy = self.random.randbytes(32).hex()
        self._entropies[round, seat] = entropy
        return entropy_commitment(entropy)

    async def _mix(self) -> None:
        """Do what a browser does by itself, until the game has started."""
        while True:
            view = await self.wait(lambda view: view.status != "waiting" or self._asked(view))
            if view.status != "waiting":
                return
            assert view.commit_reveal is not None
            seat = next(seat for seat, each in enumerate(view.seats) if each.yours)
            if view.commit_reveal.taking_part is None:
                answer = await self.command(Commit(seat, self._promise(view.commit_reveal.round, seat)))
            else:
                answer = await self.command(Reveal(seat, self._entropies[view.commit_reveal.round, seat]))
            if isinstance(answer, Ack):
                await self.wait(lambda view, version=answer.version: view.version >= version)
            else:  # too late: it goes on without this device
                await self._send(Hello(self.seen))
                await asyncio.sleep(self._resend)

    def _asked(self, view: TableView) -> bool:
        return any(
            view.seats[seat].yours for seat in (view.commit_reveal.awaited if view.commit_reveal else ())
        )

    async def wait(self, condition: Any, seconds: float | None = None) -> TableView:
        """The first view of which the condition holds."""
        async with asyncio.timeout(seconds):
            while self.view is None or not condition(self.view):
                self._changed.clear()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(5 * self._resend):
                        await self._changed.wait()
                    continue
                # A client notices a lost update by asking.
                await self._send(Hello(self.seen))
        return self.view

    async def play(self, pause: float) -> None:
        """Move whenever it is my turn, until the game ends."""
        await self._mix()
        while True:
            view = await self.wait(lambda view: view.status == "ended" or is_mine_to_do(view))
            if view.status == "ended":
                return
            if view.point_of_view is None:
                await self._come_back(view)
                continue
            if view.clock is not None and self.random.random() < self._dozing:
                await asyncio.sleep(
                    view.clock.remaining[view.point_of_view] / 1000 * self.random.uniform(0.9, 1.2)
                )
            assert view.point_of_view is not None
            answer = await self.command(MakeMove(view.point_of_view, choose(view, self.random)))
            if isinstance(answer, Refused):
                self.refusals.append(answer)
                await self._send(Hello(self.seen))
            else:
                await self.wait(lambda view, version=answer.version: view.version >= version)
            await asyncio.sleep(self.random.uniform(0, 2 * pause))

    async def _come_back(self, view: TableView) -> None:
        """Take back the seat that a bot has held since my time ran out."""
        seat = next(seat for seat, each in enumerate(view.seats) if each.yours)
        answer = await self.command(TakeBack(seat))
        if isinstance(answer, Ack):
            await self.wait(lambda view, version=answer.version: view.version >= version)
        else:
            self.refusals.append(answer)
            await self._send(Hello(self.seen))
            await asyncio.sleep(self._resend)

    async def ping(self) -> None:
        await self._send(Ping())


def is_mine_to_do(view: TableView) -> bool:
    """True if this player is to move, or may take back the seat that a bot holds for them."""
    if view.game is None:
        return False
    if view.point_of_view is not None:
        return bool(view.game.to_move == view.point_of_view)
    ended = view.clock is None or view.clock.finished_by_bot is None
    return ended and any(seat.yours and seat.kind == "stand_in" for seat in view.seats)


def choose(view: TableView, random: Random) -> MoveData:
    """Any legal move of the seat from which this is seen."""
    assert view.game is not None
    game = game_of(view.game.options)
    return encode(game.bots.bot("random").choose(view.game, random).action)
