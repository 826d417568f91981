"""A person's socket on a client that the test plays, and the services behind it, by hand."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import msgspec

from quincunx.club.ports import StoreUnavailable
from quincunx.club.tournament import commands
from quincunx.club.tournament.talk.state import Talk
from quincunx.club.tournament.view import view
from quincunx.node.events.tournament_views import Shown, no_such_tournament
from quincunx.node.node import Tables
from quincunx.server.observability.watch import Watch
from quincunx.server.people.open_sockets import Sockets
from quincunx.server.transport.socket_transport import Listener
from quincunx.server.websocket.admission import hang_up
from quincunx.server.websocket.connection import Shared
from quincunx.server.websocket.person_socket import PersonConnection
from quincunx.table.seats.person import Person
from quincunx.table.wire.lists import Seek
from tests.club.tournament.support import plan
from tests.node.fakes import StillClock
from tests.table.support import ALICE


class Client:
    """A client that is connected, and its line."""

    def __init__(self) -> None:
        self.is_clear = True
        self.told: list[bytes] = []
        self.is_paused = False
        self.closed: tuple[int, str] | None = None
        self.listener: Listener | None = None
        self._gone = asyncio.Event()

    def frames(self, kind: str) -> list[dict[str, Any]]:
        return [frame for frame in map(json.loads, self.told) if frame["type"] == kind]

    def listen(self, listener: Listener) -> None:
        self.listener = listener

    def push(self, text: bytes) -> None:
        self.told.append(text)

    async def receive(self) -> dict[str, str]:
        await self._gone.wait()
        return {"type": "websocket.disconnect"}

    async def close(self, code: int, reason: str) -> None:
        self.closed = (code, reason)
        self._gone.set()

    def pause(self) -> None:
        self.is_paused = True

    def resume(self) -> None:
        self.is_paused = False

    def hang_up(self) -> None:
        self._gone.set()


class Counted(Sockets):
    """Sockets that record what is spent, and let a person wait."""

    def __init__(self) -> None:
        super().__init__()
        self.spent: list[float] = []
        self.wait = 0.0

    def spend(self, person: str, work: float) -> float:
        self.spent.append(work)
        return self.wait


class Talks:
    """The chats of tournaments, by hand."""

    def __init__(self) -> None:
        self.of: dict[str, Talk] = {}

    async def current(self, id: str) -> Talk:
        return self.of.get(id, Talk())


class Tournaments:
    """Tournaments by hand, and those that are followed."""

    def __init__(self) -> None:
        self.followed: list[str] = []
        self.versions: dict[str, int] = {}
        self.cohosts: tuple[str, ...] = ()
        self.is_away = False
        self.change: Callable[[], None] = lambda: None
        self.talks = Talks()

    def follow(self, id: str, follower: PersonConnection) -> None:
        self.followed.append(id)
        self.change = follower.tournament_changed
        follower.tournament_changed()

    def unfollow(self, id: str, follower: PersonConnection) -> None:
        self.followed.remove(id)

    async def current_view(self, id: str) -> Shown:
        if self.is_away:
            raise StoreUnavailable("The store is away.")
        if id not in self.versions:
            raise no_such_tournament()
        made = commands.create_tournament(id, ALICE.id, plan(), 1)
        tournament = msgspec.structs.replace(made, version=self.versions[id], cohosts=self.cohosts)
        return Shown(tournament, view(tournament, (), 1), {}, None, tournament.version)


class Matchmaker:
    """A matchmaker that finds no opponent, and records what it is asked."""

    def __init__(self) -> None:
        self.seeking: list[tuple[Person, Seek, object]] = []
        self.stopped: list[tuple[str, object]] = []
        self.fault: Exception | None = None

    async def seek(self, person: Person, wish: Seek, client: object) -> str | None:
        if self.fault is not None:
            raise self.fault
        self.seeking.append((person, wish, client))
        return "strong"

    async def stop_seeking(self, person: str, client: object) -> None:
        self.stopped.append((person, client))


def services(
    tournaments: Tournaments | None = None, matchmaker: Matchmaker | None = None, **more: Any
) -> SimpleNamespace:
    """The services of a server that a person's socket uses."""
    shown = SimpleNamespace(views=tournaments or Tournaments())
    return SimpleNamespace(
        matchmaker=matchmaker or Matchmaker(), tournaments=shown, clock=StillClock(), **more
    )


def connection(
    client: Client, tables: Tables, sockets: Sockets, tournaments: Tournaments | None = None
) -> PersonConnection:
    """Alice's socket."""
    return shell(client, Shared(tables, sockets, Watch()), services(tournaments))


def shell(
    client: Client, shared: Shared, services: SimpleNamespace, people: tuple[Person, ...] = (ALICE,)
) -> PersonConnection:
    """The socket of the person with these ids."""
    line = cast(Any, client)
    return PersonConnection(line, partial(hang_up, line), shared, cast(Any, services), people)
