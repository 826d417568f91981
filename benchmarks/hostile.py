"""Effect of attacks on other players of one server. ``python -m benchmarks.hostile [--seconds 5]``

Each attack has a fresh server, one attacker (a process of its own), and two innocent players. They call from
another address and play Cinco, some ten moves a second. The benchmark measures the time until a move is
acknowledged, and so on disk. Quiet and attacked spans alternate, since all share this machine. The p99 under
attack should be at most twice the quiet one, or 50 ms. Further figures are the server's memory at its peak
and at the end, and the attacker's connections that were left.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Coroutine
from multiprocessing.synchronize import Event
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks.support.http import new_cookie
from benchmarks.support.line import SOURCE, open_line
from benchmarks.support.longest import LONGEST_TABLE, write_longest_game
from benchmarks.support.players import PROMISE, Tally, keep_playing
from benchmarks.support.processes import Running, quincunx

CHUNK = b"a" * 65536
SPANS = 2
"""The number of spans of each kind, quiet and attacked."""
LONGEST_MILLISECONDS = 50.0
INNOCENT = ("127.0.0.2", 0)


class Target(msgspec.Struct, frozen=True):
    """The address of the server."""

    host: str
    port: int


Attack = Callable[[Target, float], Coroutine[Any, Any, None]]


class Figures(msgspec.Struct):
    """The figures of one attack, in milliseconds and megabytes."""

    quiet: float
    """p99 without an attack."""
    p50: float
    p99: float
    slowest: float
    most: float
    left: float
    held: int

    @property
    def is_fine(self) -> bool:
        return self.p99 <= max(2 * self.quiet, LONGEST_MILLISECONDS)


class Person:
    """A person with a cookie, and a table of their own."""

    def __init__(self, server: Target) -> None:
        base = f"http://{server.host}:{server.port}"
        with httpx.Client(base_url=base) as client:
            client.get("/api/me")
            self.cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            made = client.post(
                "/api/tables",
                json={"options": {"game": "cinco"}, "seats": [{"kind": "me"}, {"kind": "open"}]},
            )
            self.table = made.json()["id"]

    def upgrade(self, server: Target) -> bytes:
        return (
            f"GET /api/tables/{self.table}/socket HTTP/1.1\r\nHost: {server.host}:{server.port}\r\n"
            f"Cookie: {self.cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
        ).encode()


async def pour(server: Target, first: bytes, flood: bytes, seconds: float, reads: bool = True) -> None:
    """Open one connection after another, and send ``first`` and then ``flood`` without end."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError, TimeoutError):
            reader, writer = await asyncio.open_connection(server.host, server.port)
            draining = asyncio.create_task(reader.read(-1)) if reads else None
            try:
                writer.write(first)
                while time.monotonic() < end and not writer.is_closing():
                    writer.write(flood)
                    async with asyncio.timeout(end - time.monotonic() + 0.1):
                        await writer.drain()
                    await asyncio.sleep(0)
            finally:
                if draining is not None:
                    draining.cancel()
                writer.close()
        await asyncio.sleep(0.01)


async def nothing(server: Target, seconds: float) -> None:
    await asyncio.sleep(seconds)


async def endless_header(server: Target, seconds: float) -> None:
    await pour(server, b"GET / HTTP/1.1\r\nhost: x\r\nx: ", CHUNK, seconds)


async def endless_headers(server: Target, seconds: float) -> None:
    await pour(server, b"GET / HTTP/1.1\r\n", b"x: y\r\n" * 10_000, seconds)


async def endless_url(server: Target, seconds: float) -> None:
    await pour(server, b"GET /", CHUNK, seconds)


async def endless_pieces(server: Target, seconds: float) -> None:
    head = b"GET /health/live HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"
    await pour(server, head, b"1\r\nx\r\n" * 10_000, seconds)


async def endless_extension(server: Target, seconds: float) -> None:
    head = b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n1;"
    await pour(server, head, CHUNK, seconds)


async def pings(server: Target, seconds: float) -> None:
    await pour(server, Person(server).upgrade(server), b"\x89\x80\0\0\0\0" * 10_000, seconds)


async def pings_unread(server: Target, seconds: float) -> None:
    flood = (b"\x89\xfd\0\0\0\0" + b"x" * 125) * 500
    await pour(server, Person(server).upgrade(server), flood, seconds, reads=False)


async def continuations(server: Target, seconds: float) -> None:
    await pour(
        server, Person(server).upgrade(server) + b"\x01\x80\0\0\0\0", b"\0\x80\0\0\0\0" * 10_000, seconds
    )


async def pipelined(server: Target, seconds: float) -> None:
    head = f"GET /health/live HTTP/1.1\r\nhost: {server.host}:{server.port}\r\n\r\n".encode()
    await pour(server, b"", head * 1_000, seconds)


async def silent(server: Target, seconds: float) -> None:
    """Open a thousand connections, half of which send the beginning of a request."""
    writers = []
    for number in range(1_000):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(server.host, server.port)
            writer.write(b"GET / HT" if number % 2 else b"")
            writers.append(writer)
    await asyncio.sleep(max(seconds, 15.0))
    SILENT.extend(writers)


SILENT: list[asyncio.StreamWriter] = []
"""Connections that the attacker keeps open until the figures have been read."""


async def long_host(server: Target, seconds: float) -> None:
    """Request pictures of links with a long name."""
    person = Person(server)
    head = f"GET /api/tables/{person.table}/qr.svg HTTP/1.1\r\nhost: {'a' * 1_000}.example\r\n\r\n".encode()
    await pour(server, b"", head, seconds)


async def hellos(server: Target, seconds: float) -> None:
    """Let thirty sockets of one person say again and again that they have seen next to nothing of a table."""
    person = Person(server)
    async with httpx.AsyncClient(base_url=f"http://{server.host}:{server.port}") as client:
        for number in range(60):
            command = {"type": "set_bot_pace", "pace": ("quick", "slow")[number % 2]}
            body = {"key": f"k{number}", "version": 1, "command": command}
            path = f"/api/tables/{person.table}/commands"
            await client.post(path, json=body, headers={"cookie": person.cookie})
    lines = []
    for _ in range(30):
        path = f"/api/tables/{person.table}/socket"
        lines.append(await open_line(server.host, server.port, path, lambda _: None, person.cookie))
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for line in lines:
            line.say(b'{"type":"hello","seen":1}')
        await asyncio.sleep(1 / 19)


async def bots(server: Target, seconds: float) -> None:
    """Create as many tables of six bots as permitted, and watch all of them."""
    person = Person(server)
    seats = [{"kind": "bot", "level": "master"}] * 6
    body = {"options": {"game": "cinco", "players": 6, "teams": 3}, "seats": seats}
    lines = []
    end = time.monotonic() + seconds
    async with httpx.AsyncClient(base_url=f"http://{server.host}:{server.port}") as client:
        for _ in range(400):
            made = await client.post("/api/tables", json=body, headers={"cookie": person.cookie})
            if made.status_code >= 300:
                break
            path = f"/api/tables/{made.json()['id']}/socket"
            with contextlib.suppress(OSError):
                line = await open_line(server.host, server.port, path, lambda _: None, person.cookie)
                line.say(b'{"type":"hello","seen":null}')
                lines.append(line)
    await asyncio.sleep(max(0.0, end - time.monotonic()))


async def replays(server: Target, seconds: float) -> None:
    """Request the replay of a game of 5,000 turns, and its record, eight at once and without a pause."""
    await _ask_for(server, seconds, lambda table, ply: f"/api/tables/{table}/{('replay', 'record')[ply % 2]}")


async def _ask_for(server: Target, seconds: float, *paths: Callable[[str, int], str]) -> None:
    """Request these paths of the longest game eight at once, each with another number of a move."""
    base = f"http://{server.host}:{server.port}"
    async with httpx.AsyncClient(base_url=base, timeout=60) as client:
        await client.get("/api/me")
        end = time.monotonic() + seconds

        async def ask(ply: int) -> None:
            while time.monotonic() < end:
                ply = ply % 5_000 + 8
                for path in paths:
                    await client.get(path(LONGEST_TABLE, ply))

        await asyncio.gather(*(ask(number) for number in range(8)))


async def socket_frames(server: Target, seconds: float) -> None:
    """Let four guests, at eight sockets each, send frames that are cheap to send and expensive to process."""
    frames = (
        b'{"type":"at","table":"no-such-table-%d","frame":{"type":"hello"}}',
        b'{"type":"follow_tournament","tournament":"no-such-tournament-%d"}',
        b'{"type":"ping","n":%d}',
        b"nonsense %d",
    )
    cookies = [await new_cookie(server.host, server.port) for _ in range(4)]
    lines = [
        await open_line(server.host, server.port, "/api/me/socket", lambda _: None, cookie)
        for cookie in cookies
        for _ in range(8)
    ]
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        for line in lines:
            for frame in frames:
                number += 1
                line.say(frame % number)
        await asyncio.sleep(0.1)


async def long_games(server: Target, seconds: float) -> None:
    """Request all positions of a game of 5,000 turns, its review and its replay, eight at once."""
    await _ask_for(
        server,
        seconds,
        lambda table, ply: f"/api/studies/tables/{table}/{ply}",
        lambda table, ply: f"/api/tables/{table}/{('replay', 'review')[ply % 2]}",
    )


async def right_passwords(server: Target, seconds: float) -> None:
    """Sign in to one account again and again, eight at once, with the right password."""
    base, name = f"http://{server.host}:{server.port}", f"Ada {time.time_ns() % 10**9}"
    password = {"name": name, "password": "correct horse battery staple"}
    async with httpx.AsyncClient(base_url=base, timeout=60) as client:
        await client.get("/api/me")
        await client.post("/api/account", json=password)
    end = time.monotonic() + seconds

    async def sign_in() -> None:
        async with httpx.AsyncClient(base_url=base, timeout=60) as client:
            while time.monotonic() < end:
                await client.post("/api/sign-in", json=password)
                client.cookies.clear()

    await asyncio.gather(*(sign_in() for _ in range(8)))


async def path_tricks(server: Target, seconds: float) -> None:
    """Create tables of bots as many guests, by every spelling of the path."""
    base = f"http://{server.host}:{server.port}"
    body = {
        "options": {"game": "cinco", "players": 6, "teams": 3},
        "seats": [{"kind": "bot", "level": "random"}] * 6,
    }
    paths = ("/api/tables", "/api/tables/", "//api/tables", "/api//tables", "//api/days/today/cinqo")
    end = time.monotonic() + seconds

    async def create() -> None:
        async with httpx.AsyncClient(timeout=60) as client:
            while time.monotonic() < end:
                client.cookies.clear()
                await client.get(f"{base}/api/me")
                for path in paths * 8:
                    await client.post(base + path, json=body)

    await asyncio.gather(*(create() for _ in range(4)))


async def pushes(server: Target, seconds: float) -> None:
    """Let forty tables wait for a person with fifty devices at push services that do not answer."""
    base = f"http://{server.host}:{server.port}"
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    raw = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    seats = [{"kind": "me"}, {"kind": "open"}]
    async with httpx.AsyncClient(base_url=base) as host, httpx.AsyncClient(base_url=base) as other:
        await host.get("/api/me")
        await other.get("/api/me")
        key = (await host.get("/api/me/push")).json()["key"]
        for number in range(DEVICES):
            keys = {"p256dh": letters(raw), "auth": letters(bytes(16))}
            address = {"endpoint": f"https://push-{number}.example/{number}", "keys": keys}
            await host.post("/api/me/push", json={"subscription": address, "key": key, "language": "en"})
        for _ in range(40):
            made = await host.post(
                "/api/tables", json={"options": {"game": "cinco", "first": 0}, "seats": seats}
            )
            if made.status_code >= 300:
                break
            for seat, client in enumerate((host, other)):
                command = {"type": "sit_down", "seat": seat, "commitment": PROMISE}
                path = f"/api/tables/{made.json()['id']}/commands"
                await client.post(path, json={"key": f"k{seat}", "version": 1, "command": command})
    await asyncio.sleep(max(seconds, LOOKED_AFTER))


Request = tuple[str, str, Any]
"""Method, path, and the JSON of the body or ``None``."""


async def _knock(server: Target, seconds: float, *doors: Callable[[int], Request], club: str = "") -> None:
    """Ask at these doors as the owner of an account, eight at once and without a pause. The number makes each
    request another one. ``club``: the account has a club of this name first."""
    base, number = f"http://{server.host}:{server.port}", time.time_ns() % 10**9
    async with httpx.AsyncClient(base_url=base, timeout=60) as client:
        await client.get("/api/me")
        secret = {"name": f"Eve {number}", "password": "correct horse battery staple"}
        await client.post("/api/account", json=secret)
        if club:
            await client.post("/api/clubs", json={"name": club, "settings": {"title": "Club"}})
        end = time.monotonic() + seconds

        async def knock(turn: int) -> None:
            while time.monotonic() < end:
                turn += 8
                for door in doors:
                    method, path, body = door(turn)
                    content = {} if body is None else {"json": body}
                    with contextlib.suppress(httpx.HTTPError):
                        await client.request(method, path, **content)

        await asyncio.gather(*(knock(number) for number in range(8)))


async def friends(server: Target, seconds: float) -> None:
    """Follow, stop following and list people without a pause."""
    await _knock(
        server,
        seconds,
        lambda turn: ("POST", "/api/me/friends", {"handle": f"{turn:016}"}),
        lambda turn: ("DELETE", f"/api/me/friends/{turn:016}", None),
        lambda turn: ("GET", "/api/me/friends", None),
        lambda turn: ("PUT", "/api/me/presence", {"is_hidden": turn % 2 == 0}),
    )


async def notifications(server: Target, seconds: float) -> None:
    """Change choices and alerts, and try forged addresses that end mails."""
    ways = ("off", "push", "mail")
    await _knock(
        server,
        seconds,
        lambda turn: ("PUT", "/api/me/notifications", {"turn": ways[turn % 3]}),
        lambda turn: ("PUT", "/api/me/alert", {"is_on": True}),
        lambda turn: ("POST", f"/unsubscribe/{turn:022}~turn~{turn:022}", None),
    )


async def webhooks(server: Target, seconds: float) -> None:
    """Set a club's webhook to hosts that do not exist, and test it."""
    name = f"hook-{time.time_ns() % 10**9}"
    path = f"/api/clubs/{name}/hook"
    await _knock(
        server,
        seconds,
        lambda turn: ("PUT", path, {"url": f"https://hook-{turn}.example/x", "language": "en"}),
        lambda turn: ("POST", f"{path}/test", None),
        lambda turn: ("GET", path, None),
        club=name,
    )


async def clubs(server: Target, seconds: float) -> None:
    """Create clubs, and ask for everything about one."""
    name = f"hostile-{time.time_ns() % 10**9}"
    path = f"/api/clubs/{name}"
    await _knock(
        server,
        seconds,
        lambda turn: ("POST", "/api/clubs", {"name": f"club-{turn}", "settings": {"title": "Club"}}),
        lambda turn: ("POST", f"{path}/commands", {"type": "announce", "text": f"News {turn}"}),
        lambda turn: ("POST", f"{path}/links", {"uses": 1, "days": 1}),
        *(
            lambda turn, part=part: ("GET", part, None)
            for part in (path, f"{path}/standings", f"{path}/standings.csv", f"{path}/games")
        ),
        club=name,
    )


async def invitations(server: Target, seconds: float) -> None:
    """Invite strangers to tables, and try invitation links."""
    seats = [{"kind": "me"}, {"kind": "invited", "handle": "A" * 16}]
    await _knock(
        server,
        seconds,
        lambda turn: ("POST", "/api/tables", {"options": {"game": "cinco"}, "seats": seats}),
        lambda turn: ("POST", "/api/me/invited", {"invitation": f"{turn:043}"}),
        lambda turn: ("GET", "/api/me/met", None),
    )


async def hosts(server: Target, seconds: float) -> None:
    """Create tournaments, and appoint co-hosts of another's."""
    settings = {
        "name": "Evening",
        "format": "swiss",
        "options": {"game": "cinco"},
        "pace": {"type": "live", "total": 60, "increment": 1},
    }
    await _knock(
        server,
        seconds,
        lambda turn: ("POST", "/api/tournaments", settings),
        lambda turn: ("POST", f"/api/tournaments/{turn:022}/commands", {"type": "add_host", "name": "Ada"}),
        lambda turn: ("GET", "/api/me/tournaments", None),
    )


async def ladders(server: Target, seconds: float) -> None:
    """Let the players of a ladder challenge one another, decline, take back and read without a pause."""
    base = f"http://{server.host}:{server.port}"
    plan = {
        "name": "Ladder",
        "format": "ladder",
        "options": {"game": "cinco"},
        "pace": {"type": "daily", "hours": 24},
        "wait": 86_400,
    }
    async with httpx.AsyncClient(base_url=base, timeout=60) as client:
        await client.get("/api/me")
        secret = {"name": f"Eve {time.time_ns() % 10**9}", "password": "correct horse battery staple"}
        await client.post("/api/account", json=secret)
        host = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        path = f"/api/tournaments/{(await client.post('/api/tournaments', json=plan)).json()['id']}"
        client.cookies.clear()
        cookies = [await new_cookie(server.host, server.port) for _ in range(CLIMBERS)]

        async def command(cookie: str, body: dict[str, Any]) -> None:
            with contextlib.suppress(httpx.HTTPError):
                await client.post(f"{path}/commands", json=body, headers={"cookie": cookie})

        for cookie in cookies:
            await command(cookie, {"type": "join"})
        await command(host, {"type": "start"})
        end = time.monotonic() + seconds

        async def climb(number: int) -> None:
            cookie, turn = cookies[number - 1], number
            while time.monotonic() < end:
                turn += 1
                await command(cookie, {"type": "challenge", "player": max(1, number - 1 - turn % 3)})
                with contextlib.suppress(httpx.HTTPError):
                    answer = await client.get(path, headers={"cookie": cookie})
                    for each in (answer.json().get("ladder") or {}).get("challenges", ()):
                        kind = {each["other"]: "decline", each["player"]: "cancel"}.get(number)
                        if kind is not None:
                            body = {"type": f"{kind}_challenge", "challenge": each["challenge"]}
                            await command(cookie, body)

        await asyncio.gather(*(climb(number) for number in range(1, CLIMBERS + 1)))


async def moderation(server: Target, seconds: float) -> None:
    """Ask for what only operators may have."""
    await _knock(
        server,
        seconds,
        lambda turn: ("GET", f"/api/moderation/people?text={turn}", None),
        lambda turn: ("GET", "/api/moderation/acts", None),
        lambda turn: ("POST", f"/api/moderation/people/{turn:022}/ban", {"reason": "none"}),
    )


async def counts(server: Target, seconds: float) -> None:
    """Ask how many people are here, and for the operator's texts."""
    await _knock(
        server,
        seconds,
        lambda turn: ("GET", "/api/here", None),
        lambda turn: ("GET", f"/api/site/{('imprint', 'privacy')[turn % 2]}?language=en", None),
    )


def letters(data: bytes) -> str:
    """Bytes in the encoding of browsers."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


CLIMBERS = 30
"""Players of the attacked ladder."""
DEVICES = 50
LOOKED_AFTER = 10.0
"""Seconds after which the server sends due notifications."""

ATTACKS: dict[str, Attack] = {
    "none": nothing,
    "endless header": endless_header,
    "endless header lines": endless_headers,
    "endless address": endless_url,
    "body in endless pieces": endless_pieces,
    "endless extension of a piece": endless_extension,
    "pings": pings,
    "pings, their answers unread": pings_unread,
    "empty continuations of a message": continuations,
    "pipelined requests": pipelined,
    "1,000 silent connections": silent,
    "QR codes for long names": long_host,
    "repeated hello": hellos,
    "tables of six bots": bots,
    "replays and records of a game of 5,000 turns": replays,
    "frames on a person's socket": socket_frames,
    "positions, replays and reviews of a game of 5,000 turns": long_games,
    "sign-ins with the right password": right_passwords,
    "other spellings of paths": path_tricks,
    "50 devices at silent push services": pushes,
    "following and listing people": friends,
    "changed choices of notifications": notifications,
    "webhooks to hosts that do not exist": webhooks,
    "new clubs, and everything about one": clubs,
    "invitations of strangers, tried links": invitations,
    "new tournaments, and co-hosts of another's": hosts,
    "challenges on a ladder": ladders,
    "requests for operators only": moderation,
    "counts of people and site texts": counts,
}


async def watch_memory(server: Running, seen: list[int]) -> None:
    while True:
        seen.append(server.memory())
        await asyncio.sleep(0.1)


def connections(server: Running) -> int:
    """The number of the server's sockets, without the listening one and its own pipes."""
    found = 0
    for link in Path(f"/proc/{server.pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # it was closed meanwhile
            found += "socket:" in os.readlink(link)
    return found


def attack_from_here(name: str, target: Target, seconds: float, done: Event, read: Event) -> None:
    """Attack, in a process of its own, and keep connections open until the figures have been read."""
    try:
        asyncio.run(ATTACKS[name](target, seconds))
    finally:
        done.set()
    read.wait()


async def attacked(name: str, target: Target, seconds: float, server: Running, before: int) -> int:
    """Run one attack to its end, and return the number of connections that it has left."""
    spawn = multiprocessing.get_context("spawn")
    done, read = spawn.Event(), spawn.Event()
    attacker = spawn.Process(target=attack_from_here, args=(name, target, seconds, done, read))
    attacker.start()
    try:
        await asyncio.to_thread(done.wait)
        return connections(server) - before
    finally:
        read.set()
        await asyncio.to_thread(attacker.join)


async def suffer(name: str, seconds: float) -> Figures:
    """Alternate quiet and attacked spans at one server."""
    with tempfile.TemporaryDirectory() as folder:
        if ATTACKS[name] in (long_games, replays):
            await write_longest_game(Path(folder))
        return await _suffer(name, seconds, Path(folder))


async def _suffer(name: str, seconds: float, folder: Path) -> Figures:
    workers = None if ATTACKS[name] in (bots, long_games) else 0
    with quincunx(bot_workers=workers, limits=True, data=folder) as server:
        target = Target(server.host, server.port)
        memory: list[int] = []
        tally = Tally()
        tasks = [
            asyncio.create_task(keep_playing([server], tally, Random(1), pause=0.08)),
            asyncio.create_task(watch_memory(server, memory)),
        ]
        await asyncio.sleep(2.0)
        before = connections(server)
        tally.counting = True
        quiet: list[float] = []
        waits: list[float] = []
        held = 0
        for _ in range(SPANS):
            tally.acknowledged = quiet
            await asyncio.sleep(seconds)
            tally.acknowledged = waits
            held = await attacked(name, target, seconds, server, before)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if tally.refusals:
            raise RuntimeError(f"an innocent was refused: {tally.refusals[0]}")
        quiet.sort()
        waits.sort()
        return Figures(
            quiet=quiet[int(len(quiet) * 0.99)] * 1e3,
            p50=waits[len(waits) // 2] * 1e3,
            p99=waits[int(len(waits) * 0.99)] * 1e3,
            slowest=waits[-1] * 1e3,
            most=max(memory) / 1e6,
            left=memory[-1] / 1e6,
            held=held,
        )


COLUMNS = (
    "attack",
    "quiet p99 ms",
    "p50 ms",
    "p99 ms",
    "slowest ms",
    "within bounds",
    "most MB",
    "MB at the end",
    "connections left",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--only", nargs="*", choices=list(ATTACKS), help="these attacks; by default all")
    given = parser.parse_args()
    SOURCE.address = INNOCENT
    table = Table(title=f"Other players' wait while one attacks, {SPANS} times {given.seconds:g} s")
    for column in COLUMNS:
        table.add_column(column, justify="left" if column == "attack" else "right")
    names = given.only or list(ATTACKS)
    with Progress() as progress:
        bar = progress.add_task("attacks", total=len(names))
        for name in names:
            found = asyncio.run(suffer(name, given.seconds))
            table.add_row(
                name,
                *(f"{each:.1f}" for each in (found.quiet, found.p50, found.p99, found.slowest)),
                "yes" if found.is_fine else "no",
                f"{found.most:.0f}",
                f"{found.left:.0f}",
                str(found.held),
            )
            progress.advance(bar)
    Console().print(table)


if __name__ == "__main__":
    main()
