"""``quincunx serve``: serve the games to browsers, with one command."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from quincunx.cli.files import fail
from quincunx.cli.reduced import warn_if_reduced
from quincunx.core.sentence import sentence
from quincunx.core.speech import in_words, os_error_message, t

if TYPE_CHECKING:
    from quincunx.server.settings import Settings

DEFAULT_PORT = 8420
PORTS_TRIED = 20
SWITCH_SECONDS = 0.0005
"""The interval after which a thread that computes gives way to another one that waits."""


def serve(
    *,
    host: Annotated[
        str, Parameter(help="Address to listen on: 0.0.0.0 for all of this machine.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None, Parameter(help=f"Port to listen on. Default: {DEFAULT_PORT}, or the next free port.")
    ] = None,
    data: Annotated[Path | None, Parameter(help="Data folder (games, people, keys).")] = None,
    processes: Annotated[str | None, Parameter(show=False)] = None,
    open_: Annotated[bool, Parameter(name="--open", negative="", help="Open the browser.")] = False,
) -> int:
    """Start the game server.

    Everything is kept in one folder. With --host 0.0.0.0 others on your network can join by link.
    """
    from quincunx.server.operations.data_folder import claimed_files, close_to_others, files_of, locked_folder
    from quincunx.server.settings import from_environment

    def start() -> int:
        listening = _listen(host, port)
        settings = from_environment(data)
        address = _address(host, listening.getsockname()[1])
        _logged(settings)
        _warn_about_unknown_settings()

        def greet() -> None:
            _greet(settings, address, open_)

        with locked_folder(settings.data), claimed_files(files_of(settings)):
            close_to_others(settings)
            _finish_restore(settings)
            return _run(_serve(settings, listening, host, greet))

    if processes is not None:
        sentence = t(
            "--processes no longer exists. For more cores, run several nodes with PostgreSQL "
            "(QUINCUNX_DATABASE) and Valkey (QUINCUNX_BUS) behind a proxy, as docs/hosting.md describes."
        )
        return fail(sentence, code=2)
    return _run_or_print_error(start, f"{host}:{port}")


def _finish_restore(settings: Settings) -> None:
    """Continue an interrupted restore."""
    import structlog

    from quincunx.server.operations import restoring

    state = asyncio.run(restoring.finish(settings))
    if state is not None:
        structlog.get_logger("quincunx.server").warning("restore_was_interrupted", in_place=state)


def _logged(settings: Settings) -> None:
    from quincunx.server.observability import logs

    logs.set_up(settings.log == "human")


def _warn_about_unknown_settings() -> None:
    """Warn about unknown settings: a misspelt name would have no effect and go unnoticed."""
    import structlog

    from quincunx.server.settings import mistyped

    for name, meant in mistyped(os.environ).items():
        structlog.get_logger("quincunx").warning("unknown_setting", name=name, meant=meant)


def _run_or_print_error(start: Callable[[], int], place: str) -> int:
    """Return the result of ``start``; on an error, print its sentence to the error stream and return 1."""
    from quincunx.adapters.secret_file import DamagedSecret
    from quincunx.club.ports import StoreUnavailable
    from quincunx.node.ports import JournalUnavailable
    from quincunx.server.settings import BadSetting

    try:
        return start()
    except (BadSetting, DamagedSecret, JournalUnavailable, StoreUnavailable) as error:
        return fail(in_words(error))
    except OSError as error:
        return fail(f"{os_error_message(error)}: {error.filename or place}.")


def _run(serving: Coroutine[None, None, int]) -> int:
    with contextlib.suppress(KeyboardInterrupt):
        return asyncio.Runner(loop_factory=_loop()).run(serving)
    return 0


def _greet(settings: Settings, address: str, open_browser: bool) -> None:
    how = t("(Press Ctrl-C to stop; games are saved in {{folder}})", folder=settings.data)
    warn_if_reduced()
    print(f"{t('Quincunx is at {{address}}', address=address)}   {how}", flush=True)
    if open_browser:
        threading.Timer(0.5, webbrowser.open, [address]).start()


async def _serve(settings: Settings, listening: socket.socket, host: str, greet: Callable[[], None]) -> int:
    """Serve until a signal stops it. ``host`` is the address that clients connect to."""
    import uvicorn

    from quincunx.server.adapters import opened
    from quincunx.server.bootstrap import build
    from quincunx.server.http.pages.metrics_page import metrics_served
    from quincunx.server.observability.watch import Watch
    from quincunx.server.operations import restoring
    from quincunx.server.transport.connections import Connections
    from quincunx.server.transport.uvicorn_contract import configured

    watch = Watch()
    connections = Connections(settings.bounds, settings.proxies, watch.security.record_event)
    async with opened(settings, watch.metrics.group) as ports, metrics_served(settings, watch):
        app = build(settings, ports, host, watch, connections)
        config = configured(
            app,
            connections,
            access_log=False,
            timeout_graceful_shutdown=3,
            proxy_headers=False,  # server/callers decides which proxies to trust
        )
        restoring.forget_former(settings)  # both databases are open, and have the present schema
        greet()
        _limit_garbage_collection()
        _share_the_interpreter()
        await uvicorn.Server(config).serve(sockets=[listening])
    return 0


def _limit_garbage_collection() -> None:
    """Make garbage collections rare and small.

    Reference counting frees nearly everything that the server allocates. A collection would visit all objects
    of the libraries and all tables in memory, and delay every move for nothing.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def _share_the_interpreter() -> None:
    """Make computing threads yield to the event loop sooner.

    A move needs the interpreter about five times. While another thread computes, each of them waits for a
    whole switch interval, 5 ms by default: one replay of a long game made a move take 45 ms.
    """
    sys.setswitchinterval(SWITCH_SECONDS)


def _loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return uvloop's factory, if uvloop is installed."""
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
                trouble = sentence("Can’t listen ({{1}})", error)
                raise OSError(error.errno, trouble, f"{host}:{each}") from error
        except OverflowError:
            listening.close()
            raise OSError(22, sentence("No such port"), f"{host}:{each}") from None
    raise AssertionError("unreachable")


def _address(host: str, port: int) -> str:
    shown = host
    if host in ("0.0.0.0", "::"):  # noqa: S104  # shown, not bound
        shown = _own_address() or "localhost"
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


def _own_address() -> str | None:
    """Return this machine's address in its own network. No packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None
