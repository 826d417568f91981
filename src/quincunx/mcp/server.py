"""The server over standard input and output, with the official SDK.

One thread computes, one call after another; the protocol is answered meanwhile.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from mcp import MCPError, types
from mcp.server import Server
from mcp.server.stdio import stdio_server

from quincunx import __version__
from quincunx.core.extras import MissingExtra
from quincunx.mcp.shelf import MOST_GAMES, Shelf
from quincunx.mcp.tools import Tool, tools

INSTRUCTIONS: Final = (
    "Play tabletop games against bots. Start a game with a tool whose name begins with new_; the answer has "
    "the position and how moves are written. Then call move until the game is over. view, legal_moves and "
    "advice show what your seat may know. review tells luck from play in an ended game. Seats count from 0. "
    f"There are at most {MOST_GAMES} games at once."
)


def build(shelf: Shelf) -> Server[dict[str, Any]]:
    """Return the server of these games."""
    table = tools()
    worker = ThreadPoolExecutor(1, "games")

    async def list_tools(_context: object, _params: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(each) for each in table.values()])

    async def call_tool(_context: object, params: types.CallToolRequestParams) -> types.CallToolResult:
        if (tool := table.get(params.name)) is None:
            raise MCPError(types.INVALID_PARAMS, f"There is no tool “{params.name[:40]}”.")
        run = asyncio.get_running_loop().run_in_executor
        try:
            data, text = await run(worker, tool.call, shelf, params.arguments or {})
        except (ValueError, MissingExtra) as error:
            return types.CallToolResult(content=[_text(str(error))], is_error=True)
        return types.CallToolResult(content=[_text(text)], structured_content=data)

    return Server(
        "quincunx",
        version=__version__,
        title="Quincunx",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _described(tool: Tool[Any]) -> types.Tool:
    return types.Tool(
        name=tool.name,
        description=tool.description,
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
        annotations=types.ToolAnnotations(
            read_only_hint=not tool.changes, destructive_hint=tool.deletes, open_world_hint=False
        ),
    )


def _text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)


async def serve(shelf: Shelf) -> None:
    """Serve these games until the client closes standard input."""
    server = build(shelf)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())
