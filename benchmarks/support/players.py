"""Two random players of Cinco over sockets, one command at a time, game after game."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from benchmarks.support.http import ask, new_cookie
from benchmarks.support.line import Line, open_line
from benchmarks.support.processes import Address, Running
from quincunx.core.randomness import entropy_commitment
from quincunx.core.reason import Reason

ENTROPY = "5e" * 32
PROMISE = entropy_commitment(ENTROPY)
# Templates of a player's frames. Encoding takes longer, and the server runs on the same cores.
COMMAND = b'{"type":"command","key":"%b","version":%d,"command":%b}'
SIT_DOWN = b'{"type":"sit_down","seat":%d,"commitment":"' + PROMISE.encode() + b'"}'
REVEAL = b'{"type":"reveal","seat":%d,"entropy":"' + ENTROPY.encode() + b'"}'
MOVE = b'{"type":"make_move","seat":%d,"move":%b}'
PLAY = b'{"type":"play","card":%d,"space":%b}'
DRAW = b'{"type":"draw"}'
SETTINGS = {"options": {"game": "cinco", "first": 0}, "seats": [{"kind": "me"}, {"kind": "open"}]}


class Reach(msgspec.Struct):
    card: int
    spaces: tuple[int, ...]


class Game(msgspec.Struct):
    """The fields of the view that a move needs; the decoder skips the rest. Unchanged fields are not sent
    again."""

    to_move: int | UnsetType | None = UNSET
    reach: tuple[Reach, ...] | UnsetType = UNSET


class CommitReveal(msgspec.Struct):
    awaited: tuple[int, ...]


class Table(msgspec.Struct):
    status: str
    commit_reveal: CommitReveal
    game: Game | None


class Update(msgspec.Struct, tag="update"):
    version: int
    table: Table


class Changes(msgspec.Struct, tag="changes"):
    version: int
    game: Game


class Ack(msgspec.Struct, tag="ack"):
    version: int


class Refused(msgspec.Struct, tag="refused"):
    reason: Reason


class Presence(msgspec.Struct, tag="presence"):
    watching: int


class Pong(msgspec.Struct, tag="pong"):
    n: int


T = TypeVar("T")
FRAMES = msgspec.json.Decoder(Update | Changes | Ack | Refused | Presence | Pong)


class Tally:
    """Measurements while ``counting`` is true; times in seconds from a command's sending."""

    def __init__(self) -> None:
        self.counting = False
        self.acknowledged: list[float] = []
        self.seen: list[float] = []
        """Times until the other player had the view with the move in it."""
        self.refusals: list[str] = []
        self.held: list[Callable[[], None]] | None = None
        """First moves that wait for the common start; ``None`` if players do not wait."""
        self.here = 0
        """The number of players who have seen their table."""

    def begin(self, move: Callable[[T], None], view: T) -> None:
        """Make a move, now or at the common start."""
        if self.held is None:
            move(view)
        else:
            self.held.append(partial(move, view))


def one_of(some: Sequence[T], random: Random) -> T:
    """The same as ``random.choice``, which takes twice as long."""
    return some[int(random.random() * len(some))]


EXCHANGE = b'{"type":"exchange"}'


class Player:
    """One seat of one table over one socket."""

    def __init__(self, seat: int, tally: Tally, random: Random, pause: float = 0.0) -> None:
        self.seat = seat
        self._pause = pause
        self.ready: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.other: Player | None = None
        self.line: Line | None = None
        self.sent_at = 0.0
        self.moving: asyncio.TimerHandle | None = None
        self._sent = 0
        self._reach: tuple[Reach, ...] = ()
        self._to_move: int | None = None
        self.has_left = False
        self._has_revealed = False
        self._tally = tally
        self._random = random

    def hear(self, raw: bytes) -> None:
        frame = FRAMES.decode(raw)
        if isinstance(frame, Changes):
            self._go_on(frame.version, frame.game)
        elif isinstance(frame, Ack):
            if self._tally.counting and self._sent:
                self._tally.acknowledged.append(time.perf_counter() - self.sent_at)
        elif isinstance(frame, Update):
            self._update(frame.version, frame.table)
        elif isinstance(frame, Refused):
            self._tally.refusals.append(f"{frame.reason.code}: {frame.reason.sentence}")

    def is_closed(self, code: asyncio.Future[int]) -> None:
        """Handle a closed connection: during a game it counts as a refusal, and not as a slow table."""
        if not (self.has_left or self.over.done() or code.cancelled()):
            self._tally.refusals.append(f"a socket was closed with {code.result()}")

    def _update(self, version: int, table: Table) -> None:
        if not self.ready.done():
            self.ready.set_result(version)
            self._tally.here += 1
        if self.seat in table.commit_reveal.awaited and not self._has_revealed:
            self._has_revealed = True
            self.command(b"reveal", version, REVEAL % self.seat)
        if table.status == "ended":
            if not self.over.done():
                self.over.set_result(None)
        elif table.game is not None:
            self._go_on(version, table.game)

    def _go_on(self, version: int, game: Game) -> None:
        if game.reach is not UNSET:
            self._reach = game.reach
        if game.to_move is not UNSET:
            self._to_move = game.to_move
        if self._to_move != self.seat:
            return
        tally = self._tally
        if tally.counting and self.other is not None and self.other.sent_at:
            tally.seen.append(time.perf_counter() - self.other.sent_at)
        if self._pause:
            loop = asyncio.get_running_loop()
            self.moving = loop.call_later(self._pause, self._move, version)
        else:
            tally.begin(self._move, version)

    def _move(self, version: int) -> None:
        self._sent += 1
        self.sent_at = time.perf_counter()
        self.command(b"m%d" % self._sent, version, MOVE % (self.seat, self._choice()))

    def _choice(self) -> bytes:
        if not self._reach:
            return DRAW
        reach = one_of(self._reach, self._random)
        return PLAY % (reach.card, b"%d" % one_of(reach.spaces, self._random) if reach.spaces else b"null")

    def command(self, key: bytes, version: int, command: bytes) -> None:
        assert self.line is not None
        self.line.say(COMMAND % (key, version, command))


PING_SECONDS = 10.0
"""The interval at which a browser shows that it is there."""
PING_TO_MOVE_SECONDS = 2.5
"""The same while its person is to move."""
PING = b'{"type":"ping","n":0}'


class Exchanger(Player):
    """A player who exchanges four cards at every turn, so that the game never ends, and who pings like a
    browser."""

    def __init__(self, seat: int, tally: Tally, random: Random, pause: float = 0.0) -> None:
        super().__init__(seat, tally, random, pause)
        self._ping_later()

    def _ping_later(self) -> None:
        seconds = PING_TO_MOVE_SECONDS if self._to_move == self.seat else PING_SECONDS
        asyncio.get_running_loop().call_later(seconds, self._ping)

    def _ping(self) -> None:
        if not self.has_left:
            if self.line is not None:
                self.line.say(PING)
            self._ping_later()

    def _choice(self) -> bytes:
        return EXCHANGE


async def one_game(
    servers: Sequence[Running | Address],
    cookies: list[str],
    tally: Tally,
    random: Random,
    pause: float = 0.0,
    kind: type[Player] = Player,
) -> None:
    """Create a table, sit down on both sides, and play to the end, with a ``pause`` before every move. The
    players are on different servers if there are several."""
    server = servers[0]
    _, made = await ask(server.host, server.port, "POST", "/api/tables", cookies[0], SETTINGS)
    table = msgspec.json.decode(made)["id"]
    players = [kind(seat, tally, random, pause) for seat in (0, 1)]
    for player, cookie in zip(players, cookies, strict=True):
        path = f"/api/tables/{table}/socket?changes"
        theirs = servers[player.seat % len(servers)]
        player.line = await open_line(theirs.host, theirs.port, path, player.hear, cookie)
        player.line.closed.add_done_callback(player.is_closed)
        player.other = players[1 - player.seat]
        player.line.say(b'{"type":"hello"}')
    try:
        for player in players:
            version = await player.ready
            player.command(b"sit", version, SIT_DOWN % player.seat)
        await asyncio.gather(*(player.over for player in players))
    finally:
        for player in players:
            assert player.line is not None
            player.has_left = True
            player.line.close()
            if player.moving is not None:
                player.moving.cancel()


async def keep_playing(
    servers: Sequence[Running | Address], tally: Tally, random: Random, pause: float = 0.0
) -> None:
    """Play game after game with the same two people, until cancelled."""
    cookies = [await new_cookie(servers[0].host, servers[0].port) for _ in range(2)]
    while True:
        await one_game(servers, cookies, tally, random, pause)
