"""A server process of its own for the tests, and guests that speak to it in whole sentences."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import IO, Any

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from quincunx.core.reason import Reason
from quincunx.games import GAMES
from quincunx.server.errors import STATUS
from tests.plain import NO_CERTIFICATES
from tests.servers import prepared

COMMAND = (*prepared.COMMAND, "serve")
CINCO: dict[str, Any] = {
    "options": {"game": "cinco", "first": 0},
    "seats": [{"kind": "me"}, {"kind": "open"}],
}
SOLITAIRE: dict[str, Any] = {"options": {"game": "cinqo", "players": 1}, "seats": [{"kind": "me"}]}
ENTROPY = "ab" * 32
PROMISE = sha256(bytes.fromhex(ENTROPY)).hexdigest()
JSON = {"content-type": "application/json"}


def environment(requests_per_second: float, **more: str) -> dict[str, str]:
    """This process's variables without its own Quincunx settings; bots move at once."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("QUINCUNX_")}
    ours = {
        "QUINCUNX_BOT_PAUSE": "0",
        "QUINCUNX_BOT_WORKERS": "0",
        "QUINCUNX_REQUESTS_PER_SECOND": str(requests_per_second),
        "QUINCUNX_SOCKETS_PER_ADDRESS": "10000",
        "QUINCUNX_NEW_GUESTS_PER_MINUTE": "1000000",
    }
    return own | ours | more


class Server:
    """``quincunx serve`` on a free port; everything that it logs is kept."""

    def __init__(self, data: Path, requests_per_second: float = 100_000, port: int = 0, **more: str) -> None:
        self.data = data
        self.log_file = data.with_name(data.name + ".log")
        words = ["--port", str(port), "--data", str(data)]
        with self.log_file.open("wb") as log:
            self._process = self._started(words, environment(requests_per_second, **more), log)
        assert self._process.stdout is not None
        self.greeting = self._process.stdout.readline()
        found = re.search(r"http://([^/]*)/", self.greeting)
        assert found, f"the server said {self.greeting!r} and {self.log()!r}"
        self.host = found[1]
        self.url = f"http://{self.host}"

    def _started(
        self, words: list[str], variables: dict[str, str], log: IO[bytes]
    ) -> subprocess.Popen[str] | prepared.Started:
        return prepared.start(["serve", *words], variables, log)

    def log(self) -> str:
        return self.log_file.read_text()

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait(self) -> None:
        """Wait until the process has ended by itself, or by a signal."""
        self._process.wait(60)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def stop(self) -> None:
        self._process.terminate()
        assert self._process.wait(60) in (0, -15)
        assert self._process.stdout is not None
        self._process.stdout.close()


class Guest:
    """A client with (or without) a cookie. ``http`` sends requests; :meth:`open` opens a socket."""

    def __init__(self, server: Server, cookie: str | None = None, hello: bool = True) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=60, verify=NO_CERTIFICATES)
        self.cookie = cookie or ""
        self._keys = 0
        if hello and not cookie:
            answer = self.http.get("/api/me")
            self.cookie = answer.headers["set-cookie"].split(";")[0]
            self.name = answer.json()["name"]
        self.http.cookies.clear()
        if self.cookie:
            self.http.headers["cookie"] = self.cookie

    def close(self) -> None:
        self.http.close()

    def take_cookie(self, answer: httpx.Response) -> None:
        """Be whom the answer's cookie says."""
        self.cookie = answer.headers["set-cookie"].split(";")[0]
        self.http.cookies.clear()
        self.http.headers["cookie"] = self.cookie

    def register(self, name: str, password: str) -> httpx.Response:
        """Get an account, by a proxy that names a caller of its own: one address may make few accounts."""
        number = random.randrange(256**2)
        caller = {"x-forwarded-for": f"198.18.{number // 256}.{number % 256}"}
        given = {"name": name, "password": password}
        answer = self.http.post("/api/account", json=given, headers=caller)
        assert answer.status_code == 201, answer.text
        self.take_cookie(answer)
        self.name = name
        return answer

    @property
    def identity(self) -> str:
        """The guest's id in the journal; otherwise only the store has it."""
        secret = self.cookie.partition("=")[2]
        with contextlib.closing(sqlite3.connect(self.server.data / "people.sqlite")) as store:
            query = "SELECT person FROM people_sessions WHERE hash = ?"
            return str(store.execute(query, (sha256(secret.encode()).digest(),)).fetchone()[0])

    def make(self, settings: dict[str, Any] = CINCO) -> str:
        answer = self.http.post("/api/tables", json=settings)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def look(self, table: str) -> dict[str, Any]:
        answer = self.http.get(f"/api/tables/{table}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def command(
        self, table: str, command: dict[str, Any], key: str | None = None, version: int | None = None
    ) -> httpx.Response:
        """One command over plain HTTP, decided on the newest version unless told otherwise."""
        self._keys += 1
        if version is None:
            version = self.look(table)["version"]
        body = {"key": key or f"k{self._keys}", "version": version, "command": command}
        return self.http.post(f"/api/tables/{table}/commands", json=body)

    def hint(self, table: str, seat: int) -> httpx.Response:
        """A hint for this seat, from the best bot."""
        return self.http.post(f"/api/tables/{table}/hints", json={"seat": seat})

    def sit(self, table: str, seat: int) -> None:
        answer = self.command(table, {"type": "sit_down", "seat": seat, "commitment": PROMISE})
        assert answer.status_code == 200, answer.text

    @contextmanager
    def open(self, table: str, headers: dict[str, str] | None = None) -> Iterator[Socket]:
        """A socket to a table, as a program would open it: no origin unless in ``headers``."""
        with self.connect(f"/api/tables/{table}/socket", headers) as socket:
            yield socket

    @contextmanager
    def connect(self, path: str, headers: dict[str, str] | None = None) -> Iterator[Socket]:
        """The same to any address of the server."""
        own = {"cookie": self.cookie} if self.cookie else {}
        address = f"ws://{self.server.host}{path}"
        with connect(
            address,
            additional_headers=own | (headers or {}),
            max_size=None,
            compression=None,
            proxy=None,
            open_timeout=60,
            ping_interval=None,  # no test measures time
        ) as socket:
            yield Socket(socket)


class Socket:
    """One socket, and everything that came over it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[bytes] = []

    def say(self, frame: object) -> None:
        self.socket.send(json.dumps(frame))

    def hello(self, seen: int | None = None) -> dict[str, Any]:
        """Say hello; the update that comes back."""
        self.say({"type": "hello", "seen": seen})
        return self.wait("update")

    def next(self, seconds: float = 30) -> dict[str, Any]:
        data = self.socket.recv(timeout=seconds)
        raw = data.encode() if isinstance(data, str) else data
        self.heard.append(raw)
        return dict(json.loads(raw))

    def wait(self, *types: str, **fields: object) -> dict[str, Any]:
        """The next frame of one of these types with these fields; others are passed over."""
        end = time.monotonic() + 10
        while time.monotonic() < end:
            frame = self.next()
            if frame["type"] in types and all(frame.get(name) == value for name, value in fields.items()):
                return frame
        raise TimeoutError(types)

    def sit(self, seat: int, update: dict[str, Any]) -> dict[str, Any]:
        """Sit down and do what a device does by itself; the update with which the game has started."""
        self.command({"type": "sit_down", "seat": seat, "commitment": PROMISE}, update["version"], "sit")
        update = self.hello(update["version"])
        assert update["table"]["commit_reveal"]["awaited"] == [seat]
        self.command({"type": "reveal", "seat": seat, "entropy": ENTROPY}, update["version"], "reveal")
        return self.hello(update["version"])

    def command(self, command: dict[str, Any], version: int, key: str) -> dict[str, Any]:
        """The answer to a command; its update has come by then, too."""
        self.say({"type": "command", "key": key, "version": version, "command": command})
        answer = self.wait("ack", "refused", key=key)
        assert self.is_alive()
        return answer

    def closing(self, seconds: float = 30) -> tuple[int, str]:
        """The code and the sentence with which the server closes, whatever comes before."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.next(seconds)
        close = self.socket.protocol.close_rcvd
        assert close is not None, "the line broke without a word"
        return close.code, close.reason

    def cut(self, seconds: float = 30) -> tuple[int, str] | None:
        """The code and sentence with which the server closes on a client that still sends; ``None``: lost.

        TCP reports a closed receiver by a reset, and a reset may overtake the closing
        frame. So only of messages that had arrived whole can the code be promised.
        """
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.next(seconds)
        close = self.socket.protocol.close_rcvd
        return None if close is None else (close.code, close.reason)

    def is_alive(self) -> bool:
        """True if the server still answers on this socket."""
        number = len(self.heard)
        self.say({"type": "ping", "n": number})
        return self.wait("pong", n=number)["n"] == number


def choose(view: dict[str, Any], random: Random, level: str = "greedy") -> dict[str, Any]:
    """A move of a bot that sees what this viewer sees, as JSON."""
    game = GAMES[view["game"]["game"]]
    seen = msgspec.convert(view["game"], game.view_type)
    move: dict[str, Any] = msgspec.to_builtins(game.bots.bot(level).choose(seen, random).action)
    return move


def seated(host: Guest, other: Guest, settings: dict[str, Any] = CINCO) -> str:
    """A game of Cinco between two, just dealt; the host begins."""
    table = host.make(settings)
    host.sit(table, 0)
    other.sit(table, 1)
    return table


def assert_refused(answer: httpx.Response, status: int, code: str | None = None) -> None:
    """A refusal has the status, a reason of a kind that goes with it, and a sentence."""
    assert answer.status_code == status, (answer.status_code, answer.text)
    reason = msgspec.json.decode(answer.content, type=Reason)
    assert status in (405, STATUS[reason.kind]), reason
    assert code is None or reason.code == code, reason
    sentence = reason.sentence
    assert sentence.strip(), reason
    assert sentence[0].isupper() or sentence[0].isdigit(), reason
    assert sentence.rstrip().endswith((".", ")")), reason
    assert "Traceback" not in sentence
