"""The command as a real process, with the SDK's own client over standard input and output."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from quincunx.games import GAMES
from quincunx.mcp.tools import tools

if TYPE_CHECKING:  # importing it takes a second of each process of the tests
    from mcp import Client


@asynccontextmanager
async def connected(*flags: str) -> AsyncIterator[Client]:
    from mcp import Client, StdioServerParameters

    arguments = ["-m", "quincunx", "mcp", *flags]
    async with Client(StdioServerParameters(command=sys.executable, args=arguments)) as client:
        yield client


async def data(client: Client, tool: str, **arguments: Any) -> Any:
    """The data of an answer, which the client has checked against the tool's schema."""
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    assert answer.content[0].type == "text"
    return answer.structured_content


async def play_on(client: Client, found: Any) -> Any:
    while found["outcome"] is None:
        moves = await data(client, "legal_moves", game_id=found["game_id"])
        found = await data(client, "move", game_id=found["game_id"], move=moves["moves"][0])
    return found


async def test_both_games_are_played_to_the_end_by_a_real_client() -> None:
    async with connected("--seed", "7") as client:
        listed = (await client.list_tools()).tools
        assert [tool.name for tool in listed] == list(tools())
        assert {tool.name for tool in listed if tool.annotations and not tool.annotations.read_only_hint} == {
            *(f"new_{name}" for name in GAMES),
            "move",
            "delete_game",
        }
        for number, name in enumerate(GAMES, 1):
            done = await play_on(client, await data(client, f"new_{name}", opponents=["greedy"]))
            assert done["game_id"] == number
            assert done["outcome"]["winners"]
            record = await data(client, "record", game_id=number)
            assert record["record"].startswith("[Quincunx")
        assert list((await data(client, "list_games"))["games"]) == ["1", "2"]


@pytest.mark.nightly
async def test_bad_input_gets_an_error_and_the_server_goes_on() -> None:
    from mcp import MCPError

    async with connected() as client:
        found = await data(client, "new_cinco", first=0)
        for arguments in ({"game_id": 1, "move": "castle"}, {"game_id": 9, "move": "draw"}, {"move": 3}):
            answer = await client.call_tool("move", arguments)
            assert answer.is_error
            assert answer.content[0].type == "text"
        with pytest.raises(MCPError, match="There is no tool “fly”"):
            await client.call_tool("fly", {})
        assert await data(client, "view", game_id=1) == found


def test_without_the_sdk_one_line_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from quincunx.cli.main import run

    monkeypatch.setitem(sys.modules, "quincunx.mcp.server", None)
    monkeypatch.delitem(sys.modules, "quincunx.mcp.server", raising=False)
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert run(["mcp"]) == 2
    assert capsys.readouterr().err == "quincunx: More packages are needed: pip install 'quincunx[mcp]'\n"
