"""The two random players of Cinco from ``players``, on a server of boardgame.io (Socket.IO)."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from random import Random
from typing import Any

import msgspec

from benchmarks.support.http import ask
from benchmarks.support.line import Line, open_line
from benchmarks.support.players import Tally, one_of
from benchmarks.support.processes import Running

OPEN, PING, JOINED = b"0", b"2", b"40/cinco,"
UPDATED, SYNCED = b'42/cinco,["update"', b'42/cinco,["sync"'
SAID = len(b"42/cinco,")
"""The start of the JSON of an event."""
# The template of a move, as in ``players``.
MOVE = b'42/cinco,["update",{"type":"MAKE_MOVE","payload":%b},%d,%b,"%d"]'
PAYLOAD = b'{"type":"%b","args":[%b],"playerID":"%d","credentials":%b}'


class _Position(msgspec.Struct):
    """The fields of a player's view that a move needs; the decoder skips the rest."""

    hands: tuple[tuple[int, ...] | int, ...]
    free: tuple[int, ...]


class _Turn(msgspec.Struct):
    current: str = msgspec.field(name="currentPlayer")
    over: dict[str, Any] | None = msgspec.field(name="gameover", default=None)


class _State(msgspec.Struct):
    position: _Position = msgspec.field(name="G")
    turn: _Turn = msgspec.field(name="ctx")
    number: int = msgspec.field(name="_stateID")


class _Update(msgspec.Struct, array_like=True):
    event: str
    match: str
    state: _State


class _Synced(msgspec.Struct):
    state: _State


class _Sync(msgspec.Struct, array_like=True):
    event: str
    match: str
    synced: _Synced


_UPDATE = msgspec.json.Decoder(_Update)
_SYNC = msgspec.json.Decoder(_Sync)


class Player:
    """One seat of one match over one socket."""

    def __init__(self, match: str, seat: int, credentials: str, tally: Tally, random: Random) -> None:
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.other: Player | None = None
        self.line: Line | None = None
        self.sent_at = 0.0
        self._seat, self._name = seat, str(seat)
        self._match, self._credentials = msgspec.json.encode(match), msgspec.json.encode(credentials)
        self._tally, self._random = tally, random
        self._waits_for = -1
        """The number of the state after the last move."""
        self._early: list[bytes] = []

    def begin(self, line: Line) -> None:
        """Play over this socket; the server may have sent frames already."""
        self.line = line
        for raw in self._early:
            self.hear(raw)

    def hear(self, raw: bytes) -> None:
        if self.line is None:
            self._early.append(raw)
        elif raw.startswith(UPDATED):
            self._take(_UPDATE.decode(raw[SAID:]).state)
        elif raw.startswith(SYNCED):
            self._tally.here += 1
            self._take(_SYNC.decode(raw[SAID:]).synced.state)
        elif raw.startswith(JOINED):
            self.line.say(b'42/cinco,["sync",%b,"%d",%b,2]' % (self._match, self._seat, self._credentials))
        elif raw.startswith(OPEN):
            self.line.say(JOINED)
        elif raw.startswith(PING):
            self.line.say(b"3")

    def _take(self, state: _State) -> None:
        if state.number == self._waits_for and self._tally.counting:
            self._tally.acknowledged.append(time.perf_counter() - self.sent_at)
        if state.turn.over is not None:
            if not self.over.done():
                self.over.set_result(None)
        elif state.turn.current == self._name and state.number >= self._waits_for:
            if self._tally.counting and self.other is not None and self.other.sent_at:
                self._tally.seen.append(time.perf_counter() - self.other.sent_at)
            self._tally.begin(self._move, state)

    def _move(self, state: _State) -> None:
        hand, free = state.position.hands[self._seat], state.position.free
        assert isinstance(hand, tuple)
        name, given = b"draw", b""
        if hand:
            card = one_of(hand, self._random)
            spaces = free[bisect_left(free, card) :]
            space = b"%d" % one_of(spaces, self._random) if spaces else b"null"
            name, given = b"play", b"%d,%b" % (card, space)
        payload = PAYLOAD % (name, given, self._seat, self._credentials)
        self._waits_for, self.sent_at = state.number + 1, time.perf_counter()
        assert self.line is not None
        self.line.say(MOVE % (payload, state.number, self._match, self._seat))


async def one_game(server: Running, tally: Tally, random: Random) -> None:
    """Make a match, join it on both sides, and play to the end."""
    _, made = await ask(server.host, server.port, "POST", "/games/cinco/create", body={"numPlayers": 2})
    match: str = msgspec.json.decode(made)["matchID"]
    players = []
    for seat in (0, 1):
        joining = {"playerID": str(seat), "playerName": f"player {seat}"}
        _, joined = await ask(server.host, server.port, "POST", f"/games/cinco/{match}/join", body=joining)
        players.append(Player(match, seat, msgspec.json.decode(joined)["playerCredentials"], tally, random))
    for player in players:
        player.other = players[1 - players.index(player)]
        path = "/socket.io/?EIO=4&transport=websocket"
        player.begin(await open_line(server.host, server.port, path, player.hear))
    try:
        await asyncio.gather(*(player.over for player in players))
    finally:
        for player in players:
            if player.line is not None:
                player.line.close()
