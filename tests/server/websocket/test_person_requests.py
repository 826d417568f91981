"""Requests on a person's own socket, and the news that they bring: the shell alone, on a client that the test
plays."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from structlog.testing import capture_logs

from quincunx.club.limits import SEEKS
from quincunx.club.ports import StoreUnavailable
from quincunx.club.rows import PersonRow
from quincunx.club.tournament.state import Known
from quincunx.club.tournament.talk.state import Act, Line, Talk
from quincunx.club.tournament.view import view
from quincunx.core.game import encode
from quincunx.core.reason import refused
from quincunx.games.cinco.types import CincoOptions
from quincunx.node.events.tournament_views import Shown
from quincunx.node.node import Tables
from quincunx.server.errors import INTERNAL
from quincunx.server.observability.callers import HEADER
from quincunx.server.observability.watch import Watch
from quincunx.server.people.budgets import Budgets
from quincunx.server.people.identity import Identity
from quincunx.server.people.open_sockets import Sockets
from quincunx.server.services import KEY
from quincunx.server.transport.limits import Limits
from quincunx.server.transport.socket_transport import SOCKET_TRANSPORT
from quincunx.server.websocket.connection import AnySocket, Shared
from quincunx.server.websocket.person_socket import PersonConnection, own_socket
from quincunx.table.commands import SitDown
from quincunx.table.seats.person import Person
from quincunx.table.session import person_session
from quincunx.table.wire.lists import Seek
from tests.club.tournament.ladders.support import OnLadder
from tests.node.conftest import world as world  # the fixture
from tests.node.fakes import StillClock
from tests.node.support import World, until
from tests.server.websocket.shells import Client, Matchmaker, Tournaments, services, shell
from tests.table.support import ALICE, BOB, CAROL, promise

SEEK = {
    "type": "seek",
    "options": msgspec.json.decode(encode(CincoOptions())),
    "pace": {"type": "live", "total": 300, "increment": 5},
}


class Visit:
    """One socket of a person, while it is open."""

    def __init__(self, node: Tables) -> None:
        self.node = node
        self.client = Client()
        self.tournaments = Tournaments()
        self.matchmaker = Matchmaker()
        self.watch = Watch()
        self.sockets = Sockets()
        self.plays: Callable[[], None] = lambda: None
        self.people = (ALICE,)
        self.shell: PersonConnection
        self.running: asyncio.Task[None]

    async def begin(self) -> None:
        shared = Shared(self.node, self.sockets, self.watch, lambda: self.plays())
        self.shell = shell(self.client, shared, services(self.tournaments, self.matchmaker), self.people)
        self.running = asyncio.create_task(self.shell.run(cast(Any, self.client)))
        await until(lambda: bool(self.client.frames("my_tables")))

    def say(self, **frame: Any) -> None:
        self.shell.on_message(msgspec.json.encode(frame))

    async def told(self, kind: str, count: int = 1) -> dict[str, Any]:
        """The frame of this kind with this number."""
        await until(lambda: len(self.client.frames(kind)) >= count)
        return self.client.frames(kind)[count - 1]

    async def end(self) -> None:
        self.client.hang_up()
        await self.running

    def count(self, metric: str, **labels: str) -> float | None:
        return self.watch.metrics.registry.get_sample_value(f"quincunx_{metric}_total", labels)


@pytest.fixture
async def visit(world: World) -> AsyncIterator[Visit]:
    visit = Visit(await world.node())
    yield visit
    await visit.end()


# ---- the search for a game ---------------------------------------------------------------------------------


async def test_a_search_starts_and_ends_on_this_socket(visit: Visit) -> None:
    await visit.begin()
    visit.say(**SEEK)
    assert await visit.told("seeking") == {"type": "seeking", "is_on": True, "level": "strong"}
    (asked,) = visit.matchmaker.seeking
    assert asked == (ALICE, msgspec.json.decode(msgspec.json.encode(SEEK), type=Seek), visit.shell)
    visit.say(type="stop_seeking")
    assert await visit.told("seeking", 2) == {"type": "seeking", "is_on": False, "level": None}
    assert visit.matchmaker.stopped == [(ALICE.id, visit.shell)]


async def test_a_search_ends_with_an_opponent_and_with_the_socket(visit: Visit) -> None:
    await visit.begin()
    visit.say(**SEEK)
    await visit.told("seeking")
    visit.shell.seeking_ended()
    assert (await visit.told("seeking", 2))["is_on"] is False
    assert visit.matchmaker.stopped == []
    await visit.end()
    assert visit.matchmaker.stopped == [(ALICE.id, visit.shell)]


async def test_a_person_who_may_not_play_cannot_seek(visit: Visit) -> None:
    def plays() -> None:
        raise refused("forbidden", "needs-account", "You need an account to play here.")

    visit.plays = plays
    await visit.begin()
    with capture_logs() as lines:
        visit.say(**SEEK)
        told = await visit.told("refused")
    assert (told["key"], told["reason"]["code"]) == (None, "needs-account")
    assert visit.matchmaker.seeking == []
    assert visit.count("refusals", kind="forbidden") == 1
    assert "seeking_failed" not in [line["event"] for line in lines]


async def test_searches_of_one_person_are_limited(visit: Visit) -> None:
    await visit.begin()
    for _ in range(round(SEEKS.burst) + 1):
        visit.say(**SEEK)
    assert (await visit.told("refused"))["reason"]["code"] == "too-fast"
    assert len(visit.matchmaker.seeking) == SEEKS.burst
    visit.sockets.wish(BOB.id)


@pytest.mark.parametrize(
    ("fault", "code"), [(StoreUnavailable("away"), "people-unavailable"), (LookupError(), "internal")]
)
async def test_a_search_that_fails_is_refused_and_logged(visit: Visit, fault: Exception, code: str) -> None:
    visit.matchmaker.fault = fault
    await visit.begin()
    with capture_logs() as lines:
        visit.say(**SEEK)
        told = await visit.told("refused")
    assert told["reason"]["code"] == code
    assert [(line["event"], line["exc_info"]) for line in lines] == [("seeking_failed", fault)]
    assert visit.client.frames("seeking") == []


# ---- lists -------------------------------------------------------------------------------------------------


async def test_the_lobby_is_told_while_it_is_followed(world: World, visit: Visit) -> None:
    await visit.begin()
    visit.say(type="follow", lobby=True)
    assert (await visit.told("lobby"))["whole"]
    visit.say(type="follow", lobby=False)
    await until(lambda: not visit.node.open_tables._followers)
    visit.say(type="follow", lobby=True)
    assert (await visit.told("lobby", 2))["whole"], "it is told from the beginning"
    await visit.end()
    assert not visit.node.open_tables._followers


async def test_a_person_with_several_ids_is_told_about_the_tables_of_all(world: World, visit: Visit) -> None:
    """A guest who has become an account plays on at the guest's tables."""
    before = await world.make(visit.node)
    visit.people = (CAROL, BOB)
    await visit.begin()
    assert [line["id"] for line in (await visit.told("my_tables"))["tables"]] == [before]
    table = await world.make(visit.node)
    await until(lambda: any(_line(frame, table) for frame in visit.client.frames("my_tables")))
    await visit.end()
    assert not any(visit.node.mine.is_followed(person.id) for person in visit.people)


def _line(frame: dict[str, Any], table: str) -> dict[str, Any] | None:
    return next((line for line in frame["tables"] if line["id"] == table), None)


async def test_refused_channels_are_counted(visit: Visit) -> None:
    await visit.begin()
    visit.say(type="at", table="there-is-none", frame={"type": "hello"})
    assert (await visit.told("left"))["code"] == 4404
    assert visit.count("refusals", kind="unknown") == 1


async def test_a_table_on_this_socket_is_told_when_the_client_reads_again(world: World, visit: Visit) -> None:
    table = await world.make(visit.node, seated=False)
    await visit.begin()
    visit.say(type="at", table=table, frame={"type": "hello"})
    await until(lambda: len(visit.client.frames("at")) == 2)  # the table, and who is there
    visit.client.is_clear = False
    await world.do(visit.node, table, BOB, SitDown(1, promise(2)))
    await asyncio.sleep(0.01)
    assert len(visit.client.frames("at")) == 2
    visit.client.is_clear = True
    visit.shell.may_write()
    assert (await visit.told("at", 3))["frame"]["type"] == "update"


async def test_the_end_of_the_socket_ends_what_is_being_opened(world: World, visit: Visit) -> None:
    await visit.begin()
    world.journal.slow = 60.0
    visit.say(type="at", table="a-table-of-ten", frame={"type": "hello"})
    opening = visit.shell._channels._opening
    await until(lambda: bool(opening))
    (task,) = opening
    await visit.end()
    assert task.cancelled()


# ---- tournaments -------------------------------------------------------------------------------------------


def talk(*texts: str) -> Talk:
    """Lines by Alice, who hosts the tournament, and by Bob, whom she has silenced."""
    lines = tuple(Line(n, n, (ALICE, BOB)[n % 2].id, None, text) for n, text in enumerate(texts, 1))
    people = {each.id: Known(each.name) for each in (ALICE, BOB)}
    return Talk(len(lines) + 1, lines, (Act(9, 9, ALICE.id, "silence", BOB.id),), people)


async def test_a_tournaments_chat_is_told_once_and_then_each_new_line(visit: Visit) -> None:
    visit.tournaments.versions["one"] = 1
    visit.tournaments.talks.of = {"one": talk("Welcome!"), "other": talk("Not here", "nor here")}
    await visit.begin()
    visit.say(type="follow_tournament", tournament="one")
    shown = (await visit.told("tournament_talk"))["talk"]
    assert [line["text"] for line in shown["lines"]] == ["Welcome!"]
    visit.tournaments.versions["one"] = 2
    visit.tournaments.change()
    await visit.told("tournament", 2)
    assert len(visit.client.frames("tournament_talk")) == 1, "nothing was said"
    visit.tournaments.talks.of["one"] = talk("Welcome!", "Hello")
    visit.tournaments.change()
    shown = (await visit.told("tournament_talk", 2))["talk"]
    assert [line["text"] for line in shown["lines"]] == ["Welcome!", "Hello"]
    assert len(visit.client.frames("tournament")) == 2, "the tournament has not changed"


@pytest.mark.parametrize("people", [(ALICE,), (CAROL, ALICE), (BOB,)])
async def test_a_tournament_and_its_chat_are_shown_as_this_person_sees_them(
    visit: Visit, people: Any
) -> None:
    visit.tournaments.versions["one"] = 1
    visit.tournaments.talks.of["one"] = talk("Welcome!", "Hello")
    visit.people = people
    await visit.begin()
    visit.say(type="follow_tournament", tournament="one")
    shown, chat = (await visit.told("tournament"))["tournament"], await visit.told("tournament_talk")
    is_host = ALICE in people
    assert (shown["you"]["is_host"], shown["now"]) == (is_host, StillClock().now())
    assert [line["is_yours"] for line in chat["talk"]["lines"]] == [not is_host, is_host]
    assert (chat["talk"]["is_silenced"], bool(chat["talk"]["silenced"])) == (not is_host, is_host)


async def test_on_a_ladder_a_player_is_told_whom_they_may_challenge(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = OnLadder(4)
    found = Shown(club.tournament, view(club.tournament, (), club.now), {}, club.ladder, 1)

    async def current_view(id: str) -> Shown:
        return found

    monkeypatch.setattr(visit.tournaments, "current_view", current_view)
    visit.people = (Person("p3", "Carol"),)
    await visit.begin()
    visit.say(type="follow_tournament", tournament=club.tournament.id)
    you = (await visit.told("tournament"))["tournament"]["you"]
    assert (you["player"], [each["player"] for each in you["rivals"]]) == (3, [2, 1])


async def test_a_new_host_is_told_the_hosts_chat(visit: Visit) -> None:
    visit.tournaments.versions["one"] = 1
    visit.tournaments.talks.of["one"] = talk("Welcome!")
    visit.people = (CAROL,)
    await visit.begin()
    visit.say(type="follow_tournament", tournament="one")
    assert (await visit.told("tournament_talk"))["talk"]["silenced"] == []
    visit.tournaments.cohosts = (CAROL.id,)
    visit.tournaments.versions["one"] = 2
    visit.tournaments.change()
    assert (await visit.told("tournament_talk", 2))["talk"]["silenced"] != []


async def test_news_that_the_store_cannot_give_is_asked_for_again(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(person_session, "RETRY_SECONDS", 0.01)
    visit.tournaments.versions["one"] = 1
    visit.tournaments.is_away = True
    await visit.begin()
    with capture_logs() as lines:
        visit.say(type="follow_tournament", tournament="one")
        await until(lambda: bool(lines))
        visit.tournaments.is_away = False
        await visit.told("tournament")
    assert {(line["event"], line["reason"]) for line in lines} == {
        ("own_tables_failed", "The store is away.")
    }


async def test_a_socket_that_can_get_no_news_is_closed(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its client reconnects; a socket that stays silent would look like an evening without moves."""

    async def fail(id: str) -> Any:
        raise LookupError

    monkeypatch.setattr(visit.tournaments, "current_view", fail)
    await visit.begin()
    with capture_logs() as lines:
        visit.say(type="follow_tournament", tournament="one")
        await visit.running
    assert [line["event"] for line in lines] == ["own_socket_failed"]
    assert visit.client.closed == (1011, INTERNAL.sentence)
    assert visit.tournaments.followed == []


# ---- the route ---------------------------------------------------------------------------------------------


async def test_the_route_serves_a_person_with_all_their_ids(visit: Visit) -> None:
    client, identity = visit.client, Identity(b"key", PersonRow(ALICE.id, ALICE.name, 0, 0), (BOB.id,))
    played: list[Identity] = []

    async def who(_: object) -> Identity:
        return identity

    async def accept(headers: dict[str, str]) -> None:
        assert headers == {HEADER: "a-request"}

    wired = services(
        visit.tournaments,
        visit.matchmaker,
        tables=visit.node,
        sockets=visit.sockets,
        watch=visit.watch,
        budgets=Budgets(Limits(20.0), who, is_secure=False),
        sessions=SimpleNamespace(is_known=lambda _: True),
        admission=SimpleNamespace(record_play=played.append),
    )
    socket = cast(Any, client)
    socket.scope = {"headers": [], "request_id": "a-request", "extensions": {SOCKET_TRANSPORT: client}}
    socket.app, socket.accept = SimpleNamespace(state={KEY: wired}), accept
    visit.running = asyncio.create_task(own_socket.fn(cast(AnySocket, socket)))
    await visit.told("my_tables")
    assert visit.node.mine.is_followed(ALICE.id)
    assert visit.node.mine.is_followed(BOB.id)
    assert client.listener is not None
    client.listener.on_message(msgspec.json.encode(SEEK))
    await visit.told("seeking")
    assert played == [identity]
    visit.sockets.end(b"key")
    await visit.running
    assert client.closed is not None
    assert client.closed[0] == 1012
