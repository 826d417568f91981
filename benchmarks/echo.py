"""The floor beside which sockets are measured: a Litestar server that only sends back what it hears.

It runs as ``quincunx serve`` does: the same uvicorn, the same protocol implementations, no compression.
"""

from __future__ import annotations

import socket
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, websocket


@websocket("/echo")
async def echo(socket: WebSocket[Any, Any, Any]) -> None:
    await socket.accept()
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        await socket.send_text(message["text"])


def main() -> None:
    listening = socket.create_server(("127.0.0.1", 0), backlog=1024)
    config = uvicorn.Config(
        Litestar([echo], openapi_config=None, logging_config=None),
        http="httptools",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
    )
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
