"""``quincunx serve``: the games in the browser, from one command."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from quincunx.server.settings import Settings

DEFAULT_PORT = 8420
PORTS_TRIED = 20


def serve(
    *,
    host: str = "127.0.0.1",
    port: Annotated[int | None, Parameter(help=f"Default: {DEFAULT_PORT}, or the next free one.")] = None,
    data: Annotated[Path | None, Parameter(help="The folder of the journal.")] = None,
    open_: Annotated[bool, Parameter(name="--open", negative="", help="Open the browser.")] = False,
) -> int:
    """Serve the games to browsers.

    Everything is kept in one folder. With --host 0.0.0.0 others on your network can join by link.
    """
    from quincunx.adapters.secret_file import DamagedSecret
    from quincunx.node.ports import JournalUnavailable
    from quincunx.server import logs
    from quincunx.server.settings import BadSetting, from_environment

    try:
        listening = _listen(host, port)
        settings = from_environment(data)
        logs.set_up(settings.log == "human")
        address = _address(host, listening.getsockname()[1])
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.Runner(loop_factory=_loop()).run(_serve(settings, listening, host, address, open_))
    except (BadSetting, DamagedSecret, JournalUnavailable) as error:
        return _fail(str(error))
    except OSError as error:
        return _fail(f"{error.strerror or error}: {error.filename or f'{host}:{port}'}.")
    return 0


async def _serve(
    settings: Settings, listening: socket.socket, host: str, address: str, open_browser: bool
) -> None:
    """Serve until a signal stops it."""
    import uvicorn

    from quincunx.server.bootstrap import build
    from quincunx.server.connections import Connections
    from quincunx.server.guarded import guarded
    from quincunx.server.ports import opened

    settings.data.mkdir(parents=True, exist_ok=True)
    http, websocket = guarded(Connections(settings.bounds))
    async with opened(settings) as ports:
        config = uvicorn.Config(
            build(settings, ports, host),
            http=http,
            ws=websocket,
            ws_per_message_deflate=False,
            ws_max_size=64 * 1024,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=3,
            proxy_headers=settings.trust_proxy,
        )
        print(f"Quincunx is at {address}   (Ctrl-C stops it; games are kept in {settings.data})", flush=True)
        _spare_the_collector()
        if open_browser:
            threading.Timer(0.5, webbrowser.open, [address]).start()
        await uvicorn.Server(config).serve(sockets=[listening])


def _spare_the_collector() -> None:
    """Let the garbage collector look at little, and seldom.

    Nearly all that the server makes is let go of by counting references. Each look at all the objects of the
    libraries, and of the tables in memory, would hold up everybody's moves for nothing.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def _loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where there is one."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _listen(host: str, port: int | None) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    tried = [port] if port is not None else range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED)
    for each in tried:
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, each))
            listening.listen(1024)
            return listening
        except OSError as error:
            listening.close()
            if each == tried[-1]:
                raise OSError(error.errno, f"Cannot listen ({error.strerror})", f"{host}:{each}") from error
        except OverflowError:
            listening.close()
            raise OSError(22, "There is no such port", f"{host}:{each}") from None
    raise AssertionError("unreachable")


def _address(host: str, port: int) -> str:
    shown = host
    if host in ("0.0.0.0", "::"):  # noqa: S104  # shown, not bound
        shown = _own_address() or "localhost"
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


def _own_address() -> str | None:
    """This machine's address in its own network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def _fail(sentence: str) -> int:
    print(f"quincunx: {sentence}", file=sys.stderr)
    return 1
