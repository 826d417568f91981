"""Download size, and time to the first move on a slow phone. ``python -m benchmarks.bundle``

A real Chromium visits the real server with an empty cache. Sizes are bytes over the wire, headers included,
compressed as the server does it. The slow phone is Chromium with a quarter of this machine's speed and the
connection that its developer tools call Fast 3G: 1.44 Mbit/s, and a round trip of 562 ms for each request.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from rich.console import Console
from rich.table import Table

from benchmarks.support.processes import Running, quincunx

ROOT = Path(__file__).parents[1]
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
SLOW_CPU = 4
SLOW_LINE = {"offline": False, "downloadThroughput": 180_000, "uploadThroughput": 84_375, "latency": 562.5}
KINDS = {"script": "javascript", "styles": "css", "images": "image", "fonts": "font"}
TARGET = 100_000


def new_page(browser: Browser, server: Running) -> tuple[BrowserContext, Page]:
    """A page of a phone with an empty cache."""
    context = browser.new_context(
        base_url=f"http://{server.host}:{server.port}", viewport={"width": 390, "height": 844}
    )
    return context, context.new_page()


def begin(page: Page) -> None:
    """Go from the home page to the first turn against a bot."""
    page.get_by_test_id("play-now-cinco").click()
    page.wait_for_function(
        "() => document.querySelector('[data-testid=status]')?.textContent.includes('Your turn')"
        " && document.querySelector('[data-testid^=card-]')"
    )


def weigh(browser: Browser, server: Running) -> dict[str, dict[str, int]]:
    """Bytes over the wire, by kind, until the home page is loaded, and then until a table is."""
    context, page = new_page(browser, server)
    loaded: dict[str, int] = dict.fromkeys(["data", *KINDS], 0)
    kinds: dict[str, str] = {}

    def note(event: dict[str, Any]) -> None:
        kind = event["response"]["mimeType"]
        kinds[event["requestId"]] = next((name for name, word in KINDS.items() if word in kind), "data")

    def add(event: dict[str, Any]) -> None:
        loaded[kinds.get(event["requestId"], "data")] += int(event["encodedDataLength"])

    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.on("Network.responseReceived", note)
    tools.on("Network.loadingFinished", add)
    page.goto("/")
    page.wait_for_load_state("networkidle")
    home = dict(loaded)
    begin(page)
    page.wait_for_load_state("networkidle")
    context.close()
    return {"home": home, "with a table": loaded}


def patience(browser: Browser, server: Running) -> tuple[float, float]:
    """Seconds on the slow phone until the home page is usable, and until the first move may be made."""
    context, page = new_page(browser, server)
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", SLOW_LINE)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_CPU})
    start = time.perf_counter()
    page.goto("/", wait_until="commit")
    page.get_by_test_id("play-now-cinco").wait_for()
    home = time.perf_counter() - start
    begin(page)
    move = time.perf_counter() - start
    context.close()
    return home, move


def chromium() -> str:
    """The path of the tests' browser."""
    tool = [sys.executable, str(ROOT / "tools" / "browser.py")]
    return subprocess.run(tool, check=True, capture_output=True, text=True).stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    runs = parser.parse_args().runs
    with quincunx() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        weights = weigh(browser, server)
        waits = [patience(browser, server) for _ in range(runs)]
        browser.close()
    rows = Table(title="A first visit, bytes over the wire (code: script + styles)")
    columns = list(weights["home"])
    for column in ("", *columns, "code", f"of {TARGET // 1000} KB"):
        rows.add_column(column, justify="right" if column else "left")
    for name, loaded in weights.items():
        code = loaded["script"] + loaded["styles"]
        cells = [f"{loaded[column]:,}" for column in columns]
        rows.add_row(name, *cells, f"{code:,}", f"{code / TARGET:.0%}")
    home, move = (statistics.median(each) for each in zip(*waits, strict=True))
    rows.caption = (
        f"Slow phone (Fast 3G, a quarter of this CPU), median of {runs}: the home page after {home:.1f} s, "
        f"the first move after {move:.1f} s."
    )
    Console().print(rows)


if __name__ == "__main__":
    main()
