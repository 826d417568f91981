"""A bot on a server in one call, and the client's plain arguments."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from quincunx.client import Client, Refused, RemoteTable, table_settings
from quincunx.client.choosers import LocalBot
from quincunx.client.playing import accept_challenges, play
from quincunx.engines.players import BadEntry
from quincunx.engines.program import Fault
from quincunx.table.events import DailyPace, LivePace, SeatSetup
from tests.client.test_client import Account
from tests.server.support import Guest, Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("run") / "data")
    yield running
    running.stop()


NewAccount = Callable[[str], Account]


@pytest.fixture
def account(server: Server) -> Iterator[NewAccount]:
    guests: list[Guest] = []

    def make(name: str) -> Account:
        guests.append(Guest(server))
        return Account(guests[-1], name)

    yield make
    for guest in guests:
        guest.close()


class Events:
    """Remembers what happened to a bot."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.is_ready = asyncio.Event()
        self.is_over = asyncio.Event()

    def ready(self, account: str) -> None:
        self.seen.append(f"ready {account}")
        self.is_ready.set()

    def game_over(self, table: RemoteTable, faults: list[str]) -> None:
        self.seen.append(f"over {table.id} {faults} {table.verdict}")
        self.is_over.set()

    def failed(self, table: str, error: Exception) -> None:
        self.seen.append(f"failed {table} {error}")


def first(view: Any) -> Any:
    return view.moves[0]


async def on_table(server: Server, host: Account, guest: Account, bot: Any, game: str = "cinqo") -> Events:
    """A bot's game against ``random``, to its end."""
    events = Events()
    chooser = LocalBot(bot)
    playing = asyncio.create_task(play(chooser, events, server.url, guest.token, pause=0.0))
    try:
        async with asyncio.timeout(120), Client(server.url, host.token) as client:
            await events.is_ready.wait()
            options = {"goal": "rounds", "rounds": 1} if game == "cinqo" else {}
            table = await client.make(game, [f"@{guest.handle}", "random"], **options)
            over = asyncio.create_task(events.is_over.wait())
            await asyncio.wait((over, playing), return_when=asyncio.FIRST_COMPLETED)
            over.cancel()
            if playing.done():
                await playing
            assert events.seen[-1] == f"over {table} [] kept"
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        chooser.close()
    return events


async def test_a_function_is_enough(server: Server, account: NewAccount) -> None:
    host, guest = account("Host of Bots"), account("First Move")
    assert (await on_table(server, host, guest, first)).seen[0] == "ready First Move"


@pytest.mark.nightly
async def test_a_program_plays_at_its_tables(server: Server, account: NewAccount, tmp_path: Path) -> None:
    host, guest = account("Host of Programs"), account("A Program")
    command = f'cmd:"{sys.executable}" -m quincunx bot random'
    await on_table(server, host, guest, command)


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        (lambda view: 1 / 0, "crashed: ZeroDivisionError"),
        (lambda view: "up", "Expected: "),
        (lambda view: {"type": "play", "card": 91, "space": None}, "illegal: "),
    ],
    ids=["crashed", "garbage", "illegal"],
)
async def test_a_faulty_bot_says_so_at_once(
    bot: Any, sentence: str, server: Server, account: NewAccount, request: pytest.FixtureRequest
) -> None:
    name = str(request.node.callspec.id)
    host, guest = account(f"Host {name}"), account(f"Bot {name}")
    with pytest.raises(Fault, match=sentence):
        await on_table(server, host, guest, bot, "cinco")


@pytest.mark.parametrize("bot", ["no-such-level", "py:no_such_module:bot", "cmd:", 7])
def test_an_invalid_bot_is_refused_before_anything_else(bot: Any) -> None:
    with pytest.raises(BadEntry):
        LocalBot(bot)


@pytest.mark.nightly
async def test_a_program_answers_a_challenge_on_a_ladder(server: Server, account: NewAccount) -> None:
    top, low, third = (account(f"Ladder {name}") for name in ("Bot", "Person", "Neighbour"))
    given: dict[str, Any] = {
        "name": "Ladder",
        "format": "ladder",
        "wait": 86_400,
        "reach": 3,
        "options": {"game": "cinqo"},
        "pace": {"type": "live", "total": 300, "increment": 5},
    }
    made = top.guest.http.post("/api/tournaments", json=given)
    assert made.status_code == 201, made.text
    ladder = made.json()["id"]
    commands = f"/api/tournaments/{ladder}/commands"
    events = Events()
    playing = asyncio.create_task(play(LocalBot("random"), events, server.url, top.token, tournament=ladder))
    try:
        async with asyncio.timeout(60), Client(server.url, low.token) as client:
            await events.is_ready.wait()
            for one, command in ((low, "join"), (third, "join"), (top, "start")):
                answer = one.guest.http.post(commands, json={"type": command})
                assert answer.status_code == 200, answer.text
            views = client.follow(ladder)
            await anext(views)
            with pytest.raises(ValueError, match="already"):
                await anext(client.follow("another"))
            low.guest.http.post(commands, json={"type": "challenge", "player": 1})
            view = await anext(views)
            while not (view.ladder and view.ladder.games):
                view = await anext(views)
            assert view.ladder.challenges == ()
            await views.aclose()
            with pytest.raises(Refused, match="no such tournament"):
                await anext(client.follow("none"))
            assert not playing.done()
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    assert top.guest.http.post(commands, json={"type": "end"}).status_code == 200


async def test_a_bot_plays_on_when_its_tournament_is_gone(server: Server, account: NewAccount) -> None:
    bot, events = account("Left Over"), Events()
    async with Client(server.url, bot.token) as client:
        await accept_challenges(client, events, "gone")
    assert events.seen == ["failed gone There is no such tournament."]


def test_five_lines_and_the_command_play(server: Server, account: NewAccount, tmp_path: Path) -> None:
    """Both run until they are interrupted, and end without a traceback."""
    (tmp_path / "my.py").write_text("def bot(view):\n    return view.moves[0]\n", "utf-8")
    script = "import os, my, quincunx.client as q; q.run(my.bot, os.environ['URL'], os.environ['TOKEN'])"
    owner = account("Five Lines")
    environment = {**os.environ, "URL": server.url, "PYTHONPATH": "."}
    environment |= {"TOKEN": owner.token, "QUINCUNX_TOKEN": owner.token}
    for words in (["-c", script], ["-m", "quincunx", "bot", "py:my:bot", "--server", server.url]):
        with subprocess.Popen(
            [sys.executable, "-u", *words],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as running:
            assert running.stdout is not None
            assert "Five Lines" in running.stdout.readline()
            running.send_signal(signal.SIGINT)
            _, complaints = running.communicate(timeout=30)
        assert "Traceback" not in complaints
        assert running.returncode in (0, 130)


# ---- plain arguments -------------------------------------------------------------------------------------


def test_settings_in_plain_arguments() -> None:
    made = table_settings("cinco", ["me", "master", "@ada"], teams=3, clock=(5, 10), rated=False)
    assert made.seats == (SeatSetup("me"), SeatSetup("bot", "master"), SeatSetup("invited", handle="ada"))
    assert bytes(made.options) == b'{"game":"cinco","players":3,"teams":3,"joker":false,"first":null}'
    assert made.pace == LivePace(300, 10)
    assert table_settings("cinqo", clock=24).pace == DailyPace(24)
    assert table_settings("cinqo").pace is None
    for wrong in ({"game": "chess"}, {"game": "cinco", "jokers": True}, {"game": "cinqo", "goal": 7}):
        with pytest.raises(ValueError, match=r"There is no game|These are no options"):
            table_settings(**wrong)


async def test_two_who_seek_find_each_other_and_talk(server: Server, account: NewAccount) -> None:
    one, two = account("Seeker One"), account("Seeker Two")
    async with asyncio.timeout(90), Client(server.url, one.token) as ada, Client(server.url, two.token) as bo:
        tables = await asyncio.gather(ada.seek("cinco"), bo.seek("cinco"))
        assert tables[0] == tables[1]
        async with ada.at(tables[0]) as left, bo.at(tables[0]) as right:
            for here in (left, right):
                async for _ in here.updates():
                    if here.kept_for_me is not None:
                        await here.sit(here.kept_for_me)
                    break
            async for view in left.updates():
                if view.status == "playing":
                    break
            assert view.settings.rated
            await left.say("hello")
            with pytest.raises(Refused):
                await left.say("You will lose.")
            await left.resign()
            statuses = [view.status async for view in right.updates()]
            assert statuses[-1] == "ended"
            await right.say("A short game.")


async def test_an_impossible_search_or_invitation_says_why(server: Server, account: NewAccount) -> None:
    owner = account("Seeks in Vain")
    async with asyncio.timeout(60), Client(server.url, owner.token) as client:
        with pytest.raises(Refused):
            await client.seek("cinco", clock=(100_000, 0))
        with pytest.raises(ValueError, match="no options"):
            await client.seek("cinco", goal="rounds")
        with pytest.raises(Refused):
            await client.invite("nobody-at-all", "cinco")
        table = await client.make("cinco")
        async with client.at(table) as here:
            with pytest.raises(LookupError):
                await here.resign()
