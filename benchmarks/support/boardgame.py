"""The same two who play Cinco at random as in ``players``, on a server of boardgame.io (Socket.IO)."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from functools import partial
from random import Random
from typing import Any

import msgspec

from benchmarks.support.http import ask
from benchmarks.support.line import Line, open_line
from benchmarks.support.players import Tally
from benchmarks.support.processes import Running

OPEN, PING, JOINED, SAID = b"0", b"2", b"40", b"42"
NAMESPACE = b"/cinco,"


class _Position(msgspec.Struct):
    """Of a player's view only what a move needs: the decoder passes over the rest."""

    hands: tuple[tuple[int, ...] | int, ...]
    free: tuple[int, ...]


class _Turn(msgspec.Struct):
    current: str = msgspec.field(name="currentPlayer")
    over: dict[str, Any] | None = msgspec.field(name="gameover", default=None)


class _State(msgspec.Struct):
    position: _Position = msgspec.field(name="G")
    turn: _Turn = msgspec.field(name="ctx")
    number: int = msgspec.field(name="_stateID")


class _Synced(msgspec.Struct):
    state: _State


_EVENT = msgspec.json.Decoder(tuple[str, str, msgspec.Raw, msgspec.Raw])
_ENTERED = msgspec.json.Decoder(tuple[str, str, msgspec.Raw])
_STATE = msgspec.json.Decoder(_State)
_SYNCED = msgspec.json.Decoder(_Synced)


class Player:
    """One seat of one match over one socket."""

    def __init__(self, match: str, seat: int, credentials: str, tally: Tally, random: Random) -> None:
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.other: Player | None = None
        self.line: Line | None = None
        self.sent_at = 0.0
        self._match, self._seat, self._credentials = match, seat, credentials
        self._tally, self._random = tally, random
        self._waits_for = -1
        """The number of the state that the last move leads to."""
        self._early: list[bytes] = []

    def begin(self, line: Line) -> None:
        """Speak over this one; the server may have begun."""
        self.line = line
        for raw in self._early:
            self.hear(raw)

    def hear(self, raw: bytes) -> None:
        if self.line is None:
            self._early.append(raw)
        elif raw.startswith(SAID + NAMESPACE):
            self._event(raw[len(SAID + NAMESPACE) :])
        elif raw.startswith(JOINED + NAMESPACE):
            self._say("sync", self._match, str(self._seat), self._credentials, 2)
        elif raw.startswith(OPEN):
            self.line.say(JOINED + NAMESPACE)
        elif raw.startswith(PING):
            self.line.say(b"3")

    def _say(self, *words: Any) -> None:
        assert self.line is not None
        self.line.say(SAID + NAMESPACE + msgspec.json.encode(words))

    def _event(self, raw: bytes) -> None:
        if raw.startswith(b'["update"'):
            self._take(_STATE.decode(_EVENT.decode(raw)[2]))
        elif raw.startswith(b'["sync"'):
            self._tally.here += 1
            self._take(_SYNCED.decode(_ENTERED.decode(raw)[2]).state)

    def _take(self, state: _State) -> None:
        if state.number == self._waits_for and self._tally.counting:
            self._tally.acknowledged.append(time.perf_counter() - self.sent_at)
        if state.turn.over is not None:
            if not self.over.done():
                self.over.set_result(None)
        elif state.turn.current == str(self._seat) and state.number >= self._waits_for:
            if self._tally.counting and self.other is not None and self.other.sent_at:
                self._tally.seen.append(time.perf_counter() - self.other.sent_at)
            self._tally.begin(partial(self._move, state))

    def _move(self, state: _State) -> None:
        hand, free = state.position.hands[self._seat], state.position.free
        assert isinstance(hand, tuple)
        name, given = "draw", list[int | None]()
        if hand:
            card = self._random.choice(hand)
            spaces = free[bisect_left(free, card) :]
            name, given = "play", [card, self._random.choice(spaces) if spaces else None]
        move = {"type": name, "args": given, "playerID": str(self._seat), "credentials": self._credentials}
        self._waits_for, self.sent_at = state.number + 1, time.perf_counter()
        action = {"type": "MAKE_MOVE", "payload": move}
        self._say("update", action, state.number, self._match, str(self._seat))


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
