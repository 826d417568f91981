"""``quincunx bot --login``: a program gets its token by a confirmation in the browser."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from quincunx.cli.bots import login as command
from quincunx.cli.bots import tokens
from quincunx.cli.bots.bot import bot
from quincunx.client import Client
from quincunx.client.login import Login
from tests.client.test_client import Account
from tests.server.support import Guest, Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("login") / "data")
    yield running
    running.stop()


@pytest.fixture
def guest(server: Server) -> Iterator[Guest]:
    one = Guest(server)
    yield one
    one.close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user's settings."""
    monkeypatch.setattr(tokens, "user_config_path", lambda *_, **__: tmp_path / "config")
    monkeypatch.setattr("webbrowser.open", lambda _: True)
    return tmp_path / "config"


def confirm(guest: Guest, link: str) -> None:
    """Confirm as the page does."""
    digest, _, name = link.partition("#")[2].partition(".")
    body: dict[str, Any] = {"name": unquote(name), "scopes": ["read", "play"], "digest": digest}
    assert guest.http.post("/api/account/tokens", json=body).status_code == 201


async def test_a_confirmed_program_plays(server: Server, guest: Guest) -> None:
    Account(guest, "Owner of Bots")
    login = Login(server.url, "my bot.py / 2")
    assert login.token not in login.link
    waiting = asyncio.create_task(login.confirmed(seconds=30, poll_seconds=0.05))
    await asyncio.sleep(0.2)
    assert not waiting.done()
    await asyncio.to_thread(confirm, guest, login.link)
    assert await waiting == "Owner of Bots"
    async with asyncio.timeout(60), Client(server.url, login.token) as client:
        assert await client.me() == "Owner of Bots"


async def test_an_unconfirmed_program_ends(server: Server) -> None:
    assert await Login(server.url, "bot").confirmed(seconds=0.3, poll_seconds=0.05) is None


def test_the_command_stores_the_token_for_its_user_alone(
    server: Server, guest: Guest, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    Account(guest, "Stores Tokens")
    monkeypatch.setattr("webbrowser.open", lambda link: confirm(guest, link))
    assert bot(login=f"{server.url}/learn") == 0
    said = capsys.readouterr().out
    assert f"Bots with --server {server.url} play as Stores Tokens" in said
    file = folder / tokens.FILE
    assert str(file) in said
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    stored = tokens.stored_token(server.url)
    assert stored is not None
    assert stored.startswith("qx_")
    assert stored not in said
    tokens.store_token("https://club.example", "qx_other")
    assert tokens.stored_token(server.url) == stored
    # The level's bot uses it; that it gets further than the token shows in its next complaint.
    assert bot("master", server=server.url, workers=0) == 1
    assert "needs a worker process" in capsys.readouterr().err


def test_nothing_is_stored_where_nothing_was_confirmed(
    server: Server, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    async def never(_: Login) -> None:
        return None

    monkeypatch.setattr(command.Login, "confirmed", never)
    assert bot(login=server.url) == 1
    assert "didn’t confirm within ten minutes" in capsys.readouterr().err
    assert not folder.exists()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"login": "ftp://club.example"}, "isn’t a server address"),
        ({"login": "http://127.0.0.1:9"}, "Can’t reach"),
        ({"level": "master", "server": "https://club.example"}, "Get one with --login"),
        ({}, "Choose a level"),
    ],
)
def test_a_command_that_cannot_go_on_says_why(
    given: dict[str, str], sentence: str, folder: Path, capsys: Any
) -> None:
    assert bot(**given) in (1, 2)
    assert sentence in capsys.readouterr().err


def test_a_damaged_file_is_named(folder: Path, capsys: Any) -> None:
    folder.mkdir()
    (folder / tokens.FILE).write_text("[1, 2", "utf-8")
    assert bot("master", server="https://club.example") == 1
    assert f"{folder / tokens.FILE} is damaged" in capsys.readouterr().err
    assert (folder / tokens.FILE).read_text("utf-8") == "[1, 2"
