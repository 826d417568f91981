"""Time to start: ``quincunx serve``, and the library. ``python -m benchmarks.startup``

Times run from the call of the command, on an empty folder and with nothing compiled. One ends when the first
page has arrived, the other when a bot has made its first move, its usual pause included. Engines are compiled
in the background, as on any machine. The floor is the same web server with nothing in it: the cost of Python,
the framework and the socket by themselves.

The library's rows are the processor time of an import in a fresh process, less that of a process that imports
nothing: ours beside msgspec and python-chess, in turns within one run. python-chess is measured if it is
installed (``.venv/bin/python -m uv pip install --group bench``).
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module

import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks.support.http import ask, new_cookie
from benchmarks.support.players import PROMISE
from benchmarks.support.processes import Running, bare, quincunx

SETTINGS = {
    "options": {"game": "cinco", "first": 0},
    "seats": [{"kind": "bot", "level": "keen"}, {"kind": "me"}],
}


async def first_page(server: Running) -> float:
    """Seconds from the call of the command to the first page."""
    await ask(server.host, server.port, "GET", "/")
    return time.perf_counter() - server.started


async def first_bot_move(server: Running) -> float:
    """Seconds from the call of the command until a person has created a table, sat down, and seen a bot's
    move."""
    cookie = await new_cookie(server.host, server.port)
    _, made = await ask(server.host, server.port, "POST", "/api/tables", cookie, SETTINGS)
    table = msgspec.json.decode(made)["id"]
    command = {"type": "sit_down", "seat": 1, "commitment": PROMISE}
    request = {"key": "sit", "version": 1, "command": command}
    await ask(server.host, server.port, "POST", f"/api/tables/{table}/commands", cookie, request)
    while True:
        _, raw = await ask(server.host, server.port, "GET", f"/api/tables/{table}", cookie)
        if msgspec.json.decode(raw)["game"]["to_move"] == 1:
            return time.perf_counter() - server.started
        await asyncio.sleep(0.005)


def median(runs: int, measure: Callable[[], float]) -> tuple[float, float]:
    """Median and slowest."""
    times = [measure() for _ in range(runs)]
    return statistics.median(times), max(times)


def floor() -> float:
    with bare() as server:
        return asyncio.run(first_page(server))


@contextmanager
def fresh() -> Iterator[Running]:
    """The server as it is installed, on a machine where it has never run."""
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache,
        quincunx(bot_pause=0.6, bot_workers=None, more={"XDG_CACHE_HOME": cache}) as server,
    ):
        yield server


def page() -> float:
    with fresh() as server:
        return asyncio.run(first_page(server))


def bot() -> float:
    with fresh() as server:
        return asyncio.run(first_bot_move(server))


PEER = "import chess; chess.Board()"
OURS = "import quincunx; quincunx.Cinco()"
PROGRAMS = {
    "nothing": "",
    "import msgspec": "import msgspec",
    "import quincunx": "import quincunx",
    PEER: PEER,
    OURS: OURS,
}


def processor_time(program: str) -> float:
    """Seconds of processor time of a fresh process that runs a program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", program], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def library(runs: int) -> dict[str, float]:
    """Seconds of each program, less those of Python itself; the median of runs in turns."""
    programs = dict(PROGRAMS)
    if not importlib.util.find_spec("chess"):
        del programs[PEER]
    if "Cinco" not in import_module("quincunx").__all__:
        del programs[OURS]
    times: dict[str, list[float]] = {name: [] for name in programs}
    for _ in range(runs):
        for name, program in programs.items():
            times[name].append(processor_time(program))
    medians = {name: statistics.median(found) for name, found in times.items()}
    nothing = medians.pop("nothing")
    return {name: found - nothing for name, found in medians.items()}


def show_library(runs: int) -> None:
    """Print the library's table."""
    found = library(runs)
    rows = Table(title=f"Processor time of a program, less Python's own; milliseconds, median of {runs}")
    rows.add_column("program")
    rows.add_column("ms", justify="right")
    for name, seconds in found.items():
        rows.add_row(name, f"{1000 * seconds:.1f}")
    rows.add_row("quincunx : msgspec", f"{found['import quincunx'] / found['import msgspec']:.2f} ×")
    if PEER in found and OURS in found:
        rows.add_row("Cinco() : Board()", f"{found[OURS] / found[PEER]:.2f} ×")
    Console().print(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--library", action="store_true", help="only the library")
    arguments = parser.parse_args()
    show_library(4 * arguments.runs)
    if arguments.library:
        return
    runs = arguments.runs
    rows = Table(title=f"From the call of the command; seconds, {runs} runs on empty folders")
    for column in ("until", "median", "slowest"):
        rows.add_column(column, justify="left" if column == "until" else "right")
    results = {}
    for name, measure in (("bare server: an answer", floor), ("first page", page), ("first bot move", bot)):
        results[name], slowest = median(runs, measure)
        rows.add_row(name, f"{results[name]:.2f}", f"{slowest:.2f}")
    ratio = results["first page"] / results["bare server: an answer"]
    rows.add_row("first page : bare server", f"{ratio:.2f} ×", "")
    Console().print(rows)


if __name__ == "__main__":
    main()
