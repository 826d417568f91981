"""Play without a server: sizes, times to start, and time for a move of each level in the browser.
``python -m benchmarks.offline [--runs 5] [--positions 60]``

A real Chromium visits a real server and a static site. The slow phone has a quarter of this machine's
processor, for pages and workers alike, and a line of 1.44 Mbit/s with a round trip of 562 ms
(:mod:`benchmarks.support.slow_phone`). A start ends when the first move against a bot may be made:

- at a server, on a first visit with an empty cache, and on a later one;
- here without any network, after one visit of the home page, and once more later;
- here on a first visit of a static site, which fetches all that it needs.

The last table's bots play in the same browser, on the same positions, outside the app: the same interpreter,
wheel and sources, without the pages.
"""

from __future__ import annotations

import argparse
import functools
import inspect
import json
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from rich.console import Console
from rich.table import Table

from benchmarks.bundle import FLAGS, SLOW_CPU, begin, chromium
from benchmarks.support import positions
from benchmarks.support.processes import ROOT, quincunx
from benchmarks.support.slow_phone import SlowLine, slow_line, slow_processor
from quincunx.server import local_code
from quincunx.server.built_client import BUILT, BuiltFile
from quincunx.server.static_site import write_site

MOST_BYTES = 7_000_000
"""Bound of what the first local game fetches."""
MOST_OF_SERVER = 2.0
"""Bound of a start here after the first visit, in first moves at a server on the same phone."""
MOST_OF_GREEDY = 30.0
"""Bound of a move of a level below ``master``, in moves of ``greedy``."""
PAUSE = 0.6
"""A bot's shortest move, at a server and here."""
PARTS = ("local-play-*.js", "python.wasm-*.gz", "stdlib.zip-*.gz", "msgspec-*.whl")
PATIENCE_MS = 600_000
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"

KEEP = """async () => {
    const { active } = await navigator.serviceWorker.ready;
    const networks = () => caches.open('quincunx-shell').then(kept => kept.match('/local/networks.zip'));
    active.postMessage({ whole: true });
    while (!await networks()) await new Promise(done => setTimeout(done, 200));
}"""
LOAD = """async ([code, networks]) => {
    const { loadPyodide } = await import('/bench/pyodide.mjs');
    const python = await loadPyodide({ indexURL: '/bench/' });
    const unpacked = async (path, format, options) =>
        python.unpackArchive(await (await fetch(path)).arrayBuffer(), format, options);
    await unpacked('/bench/msgspec.whl', 'wheel');
    const extractDir = '/lib/python3.14/site-packages';
    await unpacked(code, 'zip', { extractDir });
    await unpacked(networks, 'zip', { extractDir });
    window.python = python;
}"""
TIME_BOTS = """
import json
from quincunx.games import GAMES
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions

def timed(count):
    found = []
    for options in (CincoOptions(), CinqoOptions()):
        game = GAMES[type(options).__struct_config__.tag]
        source = views(game, options, PLAYERS[game.name], Random(1))
        seen = [next(source) for _ in range(count)]
        names = ("greedy", *game.bots.levels)
        for name, (times, decisions) in zip(names, measure([game.bots.bot(name) for name in names], seen)):
            found.append((game.title, name, times, [each.simulations for each in decisions]))
    return json.dumps(found)
"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def static_host(folder: Path) -> Iterator[int]:
    """The port of a host of this folder's files, as ``python -m http.server`` serves them."""
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder))) as host:
        serving = threading.Thread(target=host.serve_forever)
        serving.start()
        try:
            yield host.server_port
        finally:
            host.shutdown()
            serving.join()


def write_bench(folder: Path) -> None:
    """Write what the bots' page loads: the interpreter and the wheel."""
    folder.mkdir()
    for name in (
        "pyodide.mjs",
        "pyodide.asm.mjs",
        "pyodide.asm.wasm",
        "python_stdlib.zip",
        "pyodide-lock.json",
    ):
        shutil.copy(PYODIDE / name, folder / name)
    shutil.copy(PYODIDE.parent / ".local" / "msgspec.whl", folder / "msgspec.whl")
    (folder / "index.html").write_text("<!doctype html><title>Bots</title>")


# ---- sizes -------------------------------------------------------------------------------------------------


def sizes() -> dict[str, int]:
    """Bytes that the first local game fetches from a server, compressed, and those that come later."""
    found: dict[str, int] = {}
    for pattern in PARTS:
        (path,) = (BUILT / "assets").glob(pattern)
        found[pattern.replace("-*", "")] = _sent(path.name, path.read_bytes())
    for name in (local_code.CODE, local_code.NETWORKS):
        found[name] = _sent(name, local_code.archive(name))
    return found


def _sent(name: str, content: bytes) -> int:
    return len(BuiltFile(name, content).gzip or content)


def show_sizes(console: Console) -> None:
    found = sizes()
    networks = found.pop(local_code.NETWORKS)
    rows = Table(title="What the first local game fetches from a server, compressed")
    rows.add_column("file")
    rows.add_column("bytes", justify="right")
    for name, size in found.items():
        rows.add_row(name, f"{size:,}")
    total = sum(found.values())
    rows.add_row("all", f"{total:,}")
    rows.add_row(f"of {MOST_BYTES:,}", f"{total / MOST_BYTES:.0%}")
    rows.add_row("later: bots’ networks", f"{networks:,}")
    console.print(rows)


# ---- times to start ----------------------------------------------------------------------------------------


def patience(page: Page, address: str = "/") -> float:
    """Seconds from an address to the first own move."""
    page.set_default_timeout(PATIENCE_MS)
    start = time.perf_counter()
    page.goto(address, wait_until="commit", timeout=PATIENCE_MS)
    begin(page)
    return time.perf_counter() - start


def phone(browser: Browser, port: int) -> BrowserContext:
    """A phone with an empty cache."""
    return browser.new_context(base_url=f"http://127.0.0.1:{port}", viewport={"width": 390, "height": 844})


def prepared(browser: Browser, line: SlowLine) -> BrowserContext:
    """A phone whose first visit is over: everything is kept."""
    line.is_fast = True
    context = phone(browser, line.port)
    page = context.new_page()
    page.goto("/")
    page.get_by_test_id("play-now-cinco").wait_for()
    page.evaluate(KEEP)
    page.close()
    line.is_fast = False
    return context


class Starts:
    """The ways to start. Each call is one start, with the processor as it is."""

    def __init__(self, browser: Browser, line: SlowLine, site_line: SlowLine) -> None:
        self._browser = browser
        self._line = line
        self._site_line = site_line
        self._visited: BrowserContext | None = None

    def _once(self, port: int, address: str = "/") -> float:
        context = phone(self._browser, port)
        found = patience(context.new_page(), address)
        context.close()
        return found

    def _again(self) -> float:
        """One more start of the phone that has visited the server."""
        assert self._visited is not None
        page = self._visited.new_page()
        found = patience(page)
        page.close()
        return found

    def visit(self) -> None:
        """Take another phone, and visit the server with it."""
        if self._visited is not None:
            self._visited.close()
        self._visited = prepared(self._browser, self._line)

    def server_first(self) -> float:
        return self._once(self._line.port)

    def server_again(self) -> float:
        return self._again()

    def here(self) -> float:
        assert self._visited is not None
        self._visited.set_offline(True)
        self._line.cut()
        try:
            return self._again()
        finally:
            self._line.mend()
            self._visited.set_offline(False)

    def here_first(self) -> float:
        return self._once(self._site_line.port)


ROWS: dict[str, Callable[[Starts], float]] = {
    "server, first visit": Starts.server_first,
    "server, later visit": Starts.server_again,
    "here, first game after one visit": Starts.here,
    "here, a later game": Starts.here,
    "here, first visit of a static site": Starts.here_first,
}
SERVER, _, FIRST, LATER, _ = ROWS


def show_starts(console: Console, starts: Starts, runs: int) -> None:
    times: dict[tuple[str, bool], list[float]] = {}
    for _ in range(runs):
        for is_slow in (True, False):
            starts.visit()
            for name, start in ROWS.items():
                with slow_processor(SLOW_CPU) if is_slow else nullcontext():
                    times.setdefault((name, is_slow), []).append(start(starts))
    rows = Table(title=f"Seconds to the first own move, median (slowest) of {runs}")
    rows.add_column("")
    for column in (f"slow phone, a {SLOW_CPU}th of the processor", "whole processor, same line"):
        rows.add_column(column, justify="right")
    for name in ROWS:
        cells = ((statistics.median(found), max(found)) for found in (times[name, True], times[name, False]))
        rows.add_row(name, *(f"{middle:.1f} ({most:.1f})" for middle, most in cells))
    for warm in (FIRST, LATER):
        ratios = (
            statistics.median(times[warm, slow]) / statistics.median(times[SERVER, slow])
            for slow in (True, False)
        )
        rows.add_row(
            f"“{warm}” : “{SERVER}”, at most {MOST_OF_SERVER:g}", *(f"{ratio:.2f}" for ratio in ratios)
        )
    console.print(rows)


# ---- bots --------------------------------------------------------------------------------------------------


def show_bots(console: Console, browser: Browser, port: int, count: int) -> None:
    page = phone(browser, port).new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto("/bench/")
    page.evaluate(LOAD, [f"/{local_code.CODE}", f"/{local_code.NETWORKS}"])
    program = inspect.getsource(positions) + TIME_BOTS
    page.evaluate("program => void window.python.runPython(program)", program)
    found = json.loads(page.evaluate(f"() => window.python.runPython('timed({count})')"))
    page.context.close()
    rows = Table(
        title=f"Time for a move in the browser, median (slowest) of {count} positions; "
        f"bound below master: {MOST_OF_GREEDY:g} × greedy"
    )
    for column in ("game", "bot", "ms", "mean ms", "mean × greedy", "simulations"):
        rows.add_column(column, justify="left" if column in ("game", "bot") else "right")
    greedy: dict[str, float] = {}
    for title, name, times, simulations in found:
        mean = statistics.fmean(times)
        greedy.setdefault(title, mean)
        searched = [each for each in simulations if each]
        rows.add_row(
            title if name == "greedy" else "",
            name,
            f"{statistics.median(times):.1f} ({max(times):.0f})",
            f"{mean:.1f}",
            f"{mean / greedy[title]:.1f}",
            f"{statistics.median(searched):,.0f}" if searched else "",
        )
    console.print(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--positions", type=int, default=60)
    given = parser.parse_args()
    console = Console()
    show_sizes(console)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "site"
        write_site(folder, None)
        write_bench(folder / "bench")
        host = stack.enter_context(static_host(folder))
        server = stack.enter_context(quincunx(bot_pause=PAUSE))
        line = stack.enter_context(slow_line(server.host, server.port))
        site_line = stack.enter_context(slow_line("127.0.0.1", host))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        stack.callback(browser.close)
        show_bots(console, browser, host, given.positions)
        show_starts(console, Starts(browser, line, site_line), given.runs)


if __name__ == "__main__":
    main()
