"""Programs on a real server: the Python client, the example, and our own bots from elsewhere."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quincunx.client import Client, Closed, Refused
from quincunx.core.game import encode
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.commands import Resign
from quincunx.table.events import SeatSetup, TableSettings
from tests.server.support import Guest, Server

ROOT = Path(__file__).parents[2]
NewGuest = Callable[[Server], Guest]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("client") / "data")
    yield running
    running.stop()


@pytest.fixture
def new_guest() -> Iterator[NewGuest]:
    """Makes guests whose lines are closed when the test ends."""
    guests: list[Guest] = []

    def make(at: Server) -> Guest:
        guests.append(Guest(at))
        return guests[-1]

    yield make
    for guest in guests:
        guest.close()


class Account:
    """A person with an account, and a token for a program."""

    def __init__(self, guest: Guest, name: str, *scopes: str) -> None:
        self.guest = guest
        http = self.guest.http
        made = http.post("/api/account", json={"name": name, "password": "seven quiet herons at dawn"})
        assert made.status_code == 201, made.text
        http.headers["cookie"] = made.headers["set-cookie"].split(";")[0]
        answer = http.post("/api/account/tokens", json={"name": "Bot", "scopes": scopes or ("play", "read")})
        assert answer.status_code == 201, answer.text
        self.token = str(answer.json()["secret"])
        self.token_id = str(answer.json()["token"]["id"])
        self.handle = str(http.get("/api/people/me").json()["handle"])


@asynccontextmanager
async def client_of(server: Server, account: Account) -> AsyncIterator[Client]:
    async with asyncio.timeout(60), Client(server.url, account.token) as client:
        yield client


def plan(options: Any, *seats: SeatSetup) -> TableSettings:
    return TableSettings(encode(options), seats)


ME, RANDOM = SeatSetup("me"), SeatSetup("bot", "random")


async def play_out(client: Client, table: str, random: Random) -> str:
    """Sit down, and play at random to the end."""
    async with client.at(table) as here:
        async for view in here.updates():
            if here.kept_for_me is not None:
                await here.sit(here.kept_for_me)
            elif (seat := here.my_turn) is not None:
                await here.move(seat, random.choice(here.game.bots.choices(view.game)))
        assert here.view is not None
        assert here.verdict == "kept"
        assert await client.verify(here) == []
        return here.view.status


@pytest.mark.parametrize(
    "options", [CincoOptions(first=0), CinqoOptions(2, "rounds", 2)], ids=["cinco", "cinqo"]
)
async def test_a_program_plays_a_game_to_its_end(new_guest: NewGuest, server: Server, options: Any) -> None:
    account = Account(new_guest(server), f"Player of {type(options).__name__}")
    async with client_of(server, account) as client:
        assert await client.me() == account.guest.http.get("/api/me").json()["name"]
        table = await client.make(plan(options, ME, RANDOM))
        assert await play_out(client, table, Random(1)) == "ended"
        assert (await client.record(table)).startswith("[Quincunx ")


async def test_many_tables_go_on_over_one_socket(new_guest: NewGuest, server: Server) -> None:
    async with client_of(server, Account(new_guest(server), "Many Hands")) as client:
        tables = [await client.make(plan(CinqoOptions(2, "rounds", 1), ME, RANDOM)) for _ in range(5)]
        ended = await asyncio.gather(*(play_out(client, table, Random(1)) for table in tables))
        assert ended == ["ended"] * 5


async def test_a_refusal_says_why(new_guest: NewGuest, server: Server) -> None:
    account = Account(new_guest(server), "Too Early")
    async with client_of(server, account) as client:
        table = await client.make(plan(CincoOptions(first=0), ME, SeatSetup("open")))
        async with client.at(table) as here:
            async for _ in here.updates():
                with pytest.raises(Refused, match="not your seat") as caught:
                    await here.do(Resign(0))
                assert caught.value.reason.code == "not-your-seat"
                break
        with pytest.raises(Refused) as late:
            await client.record(table)
        assert late.value.reason.code == "not-over"
        with pytest.raises(Refused, match="no such table"):
            await play_out(client, "there-is-no-such-table", Random(1))


async def test_without_a_good_token_it_ends_and_says_so(new_guest: NewGuest, server: Server) -> None:
    async with asyncio.timeout(20), Client(server.url, "qx_nonsense") as client:
        with pytest.raises(Refused):
            await client.me()
        with pytest.raises(Closed):
            async for _ in client.changes():
                pass
    for wrong in ("https://example.org:port", "https://example.org:0"):
        with pytest.raises(ValueError, match="isn’t a server address"):
            Client(wrong, "qx_nonsense")
    with pytest.raises(ValueError, match="isn’t a server address"):
        Client("ftp://example.org", "token")


async def test_a_token_that_may_only_read_does_not_play(new_guest: NewGuest, server: Server) -> None:
    account = Account(new_guest(server), "Only Eyes", "read")
    async with client_of(server, account) as client:
        with pytest.raises(Refused) as caught:
            await client.make(plan(CincoOptions(), ME, RANDOM))
        assert caught.value.reason.kind == "forbidden"


async def bad_gateway(port: int) -> None:
    """A server that answers like a proxy without a server behind it, and then sends nothing more."""
    has_said = asyncio.Event()

    async def say(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
        writer.close()
        has_said.set()

    async with await asyncio.start_server(say, "127.0.0.1", port):
        await has_said.wait()


async def test_a_lost_connection_comes_back_and_what_was_asked_has_one_effect(
    new_guest: NewGuest, tmp_path: Path
) -> None:
    server = Server(tmp_path / "data")
    account = Account(new_guest(server), "Steady")
    port = int(server.host.rpartition(":")[2])
    async with client_of(server, account) as client:
        table = await client.make(plan(CincoOptions(first=0), ME, RANDOM))
        async with client.at(table) as here:
            async for view in here.updates():
                if here.kept_for_me is not None:
                    await here.sit(here.kept_for_me)
                elif (seat := here.my_turn) is not None:
                    move = here.game.bots.choices(view.game)[0]
                    server.stop()
                    asked = asyncio.create_task(here.move(seat, move))
                    await bad_gateway(port)
                    server = await asyncio.to_thread(Server, tmp_path / "data", port=port)
                    ack = await asked
                    assert ack.version == view.version + 1
                    break
    server.stop()


@pytest.mark.nightly
async def test_a_tournament_is_followed_across_a_lost_connection(new_guest: NewGuest, tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    host = Account(new_guest(server), "Follower")
    tournament = tournament_of(host)
    async with client_of(server, host) as client:
        views = client.follow(tournament)
        assert (await anext(views)).standings == ()
        server.stop()
        port = int(server.host.rpartition(":")[2])
        server = await asyncio.to_thread(Server, tmp_path / "data", port=port)
        await client.join(tournament)
        async with asyncio.timeout(60):
            while not (await anext(views)).standings:
                pass
        await views.aclose()
    server.stop()


COMMANDS = {
    "ours": [sys.executable, "-m", "quincunx", "bot", "random", "--workers", "0", "--server"],
    "the example": [sys.executable, "examples/net_bot.py"],
}
GAME = {"game": "cinqo", "players": 2, "goal": "rounds", "rounds": 1, "first": 1}


@pytest.mark.parametrize("whose", COMMANDS)
def test_a_bot_from_elsewhere_takes_its_seat_and_moves(
    new_guest: NewGuest, server: Server, whose: str
) -> None:
    bot, host = Account(new_guest(server), f"Bot that is {whose}"), new_guest(server)
    environment = {**os.environ, "QUINCUNX_TOKEN": bot.token}
    words = [*COMMANDS[whose], server.url]
    with subprocess.Popen(words, cwd=ROOT, env=environment, stdout=subprocess.PIPE) as process:
        try:
            seats = [{"kind": "me"}, {"kind": "invited", "handle": bot.handle}]
            table = host.make({"options": GAME, "seats": seats})
            host.sit(table, 0)
            end = time.monotonic() + 30
            while (view := host.look(table))["status"] != "playing" or view["game"]["to_move"] != 0:
                assert time.monotonic() < end, view
                time.sleep(0.05)
            assert view["seats"][1]["kind"] == "person"
            assert [turn["seat"] for turn in view["game"]["history"]][:1] == [1]
            # A bot of the server's has to play for it: it takes its seat back.
            assert bot.guest.command(table, {"type": "stand_up", "seat": 1}).status_code == 200
            while (seat := host.look(table)["seats"][1])["kind"] != "person":
                assert time.monotonic() < end, seat
                time.sleep(0.05)
        finally:
            process.terminate()


def tournament_of(account: Account) -> str:
    options = {"game": "cinqo", "players": 2, "goal": "rounds", "rounds": 1}
    pace = {"type": "live", "total": 60, "increment": 1}
    given = {"name": "Programs", "format": "round_robin", "options": options, "pace": pace}
    made = account.guest.http.post("/api/tournaments", json=given)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


@pytest.mark.nightly
async def test_programs_play_at_a_tournament(new_guest: NewGuest, server: Server) -> None:
    accounts = [Account(new_guest(server), f"Tournament Bot {number}") for number in range(3)]
    tournament = tournament_of(accounts[0])
    commands = f"/api/tournaments/{tournament}/commands"
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(client_of(server, each)) for each in accounts]
        for client in clients:
            await client.join(tournament)
            await client.join(tournament)
        begun = accounts[0].guest.http.post(commands, json={"type": "start"}).json()
        game, free = begun["current"]["games"]
        assert free["table"] is None
        first, second = (clients[player - 1] for player in game["players"])
        tables = [await anext(client.changes()) for client in (first, second)]
        assert {line.id for line in tables} == {game["table"]}
        random = Random(1)
        ended = [play_out(client, game["table"], random) for client in (first, second)]
        assert await asyncio.gather(*ended) == ["ended"] * 2
        with pytest.raises(Refused, match="no such tournament"):
            await first.join("none")
    accounts[0].guest.http.post(commands, json={"type": "end"})


def test_a_bot_joins_a_tournament_by_its_link(
    new_guest: NewGuest, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    from quincunx.cli.bots.bot import bot

    account = Account(new_guest(server), "Bot by Link")
    for link in ("tonight", f"{server.url}/e/"):
        assert bot("random", tournament=link, token=account.token, workers=0) == 1
        assert "looks like https://" in capsys.readouterr().err
    assert bot("random", tournament=f"{server.url}/e/none", token=account.token, workers=0) == 1
    assert "no such tournament" in capsys.readouterr().err
    tournament = tournament_of(account)
    words = [sys.executable, "-m", "quincunx", "bot", "random", "--workers", "0"]
    words += ["--tournament", f"{server.url}/e/{tournament}"]
    environment = {**os.environ, "QUINCUNX_TOKEN": account.token}
    with subprocess.Popen(words, cwd=ROOT, env=environment, stdout=subprocess.PIPE) as process:
        try:
            end = time.monotonic() + 30
            while not account.guest.http.get(f"/api/tournaments/{tournament}").json()["standings"]:
                assert time.monotonic() < end
                time.sleep(0.05)
        finally:
            process.terminate()


def test_a_bot_without_a_token_or_a_server_says_what_it_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    from quincunx.cli.bots.bot import bot

    assert bot("random", server="http://127.0.0.1:9") == 1
    assert "QUINCUNX_TOKEN" in capsys.readouterr().err
    assert bot("random", server="http://127.0.0.1:9", token="qx_token", workers=0) == 1
    assert "Can’t reach" in capsys.readouterr().err
    assert bot("random", server="gopher://x", token="qx_token", workers=0) == 1
    assert "isn’t a server address" in capsys.readouterr().err
