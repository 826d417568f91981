"""The floor under our server: the same framework on the same web server, set up alike, doing nothing.

``/echo`` sends each frame back; ``/talk`` answers each frame with others as large as those that follow a
move. Run as a program it prints its address, as ``quincunx serve`` does.
"""

from __future__ import annotations

import socket
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, get, websocket

ANSWERS = ("a" * 60, "v" * 3_000, "v" * 3_000)
"""Frames of about the size that follows a move: an acknowledgement, and a view for each of two players."""


@websocket("/echo")
async def echo(socket: WebSocket[Any, Any, Any]) -> None:
    await socket.accept()
    while (message := await socket.receive())["type"] == "websocket.receive":
        await socket.send_text(message["text"] or "")


@websocket("/talk")
async def talk(socket: WebSocket[Any, Any, Any]) -> None:
    await socket.accept()
    while (await socket.receive())["type"] == "websocket.receive":
        for answer in ANSWERS:
            await socket.send_text(answer)


@get("/", sync_to_thread=False)
def page() -> str:
    return "Nothing."


def main() -> None:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(1024)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
    config = uvicorn.Config(
        Litestar([echo, talk, page], openapi_config=None, logging_config=None),
        http="httptools",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
    )
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
