"""Players with a real browser: they know what the pages show them, and do what one can click there."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from playwright.async_api import Browser, ConsoleMessage, Page, WebSocket, async_playwright
from playwright.async_api import Error as PageError

from tests.e2e.chromium import FLAGS, complaint
from tests.tournament.players import Player
from tools.browser import find_or_install

GLANCE_SECONDS = 0.1
OWN_LINE = "/api/me/socket"
"""The one that every page has."""
CLICK_MILLISECONDS = 1_500
"""A click that has nothing left to hit is given up after this: the page has gone on meanwhile."""
PATIENCE_MILLISECONDS = 20_000
SIZES = [(1280, 800), (390, 844)]
LOOK = """() => {
    const of = name => document.querySelector(`[data-testid="${name}"]`);
    const text = name => of(name)?.textContent.replaceAll(/\\s+/g, ' ').trim() ?? '';
    const lines = [...document.querySelectorAll('[data-testid=standings] tbody tr')];
    const nameIn = cell => {
        const name = (cell.firstElementChild ?? cell).cloneNode(true);
        // The mark of a guest, and its word.
        for (const each of name.querySelectorAll('svg, .visually-hidden')) each.remove();
        return name.textContent.trim();
    };
    return {
        path: location.pathname,
        shown: [...document.querySelectorAll('[data-testid]')].map(each => each.dataset.testid),
        told: [text('tournament-live'), text('tournament-next')],
        now: of('now-title') && `Round ${of('tournament').dataset.round}: ${text('now-title')}`,
        toTable: of('to-table')?.getAttribute('href') ?? null,
        dice: document.querySelectorAll('[data-testid^=die-][aria-disabled=false][data-fate=tray]').length,
        isReady: of('commit')?.ariaDisabled === 'false',
        standings: lines.map(line => [
            nameIn(line.querySelector('.who')),
            line.querySelector('.points').textContent.trim(),
        ]),
    };
}"""
YOU_PLAY = re.compile(r"Round (\d+): you play (.+?)(?: \(guest\))?\.?$", re.IGNORECASE)
NOTHING_MORE = {"The tournament is over.", "You’re no longer taking part."}

Glance = dict[str, Any]


class PagePlayer(Player):
    """A player at a page. With ``stays`` they go from table to table, otherwise by the tournament's page."""

    def __init__(self, address: str, random: Random, page: Page, stays: bool) -> None:
        super().__init__(address, random)
        self.page = page
        self.stays = stays
        self.met: dict[int, str] = {}
        """The player's opponent in each round, as the page shows it."""
        self.standings: list[list[str]] = []
        """Names and points at the end, as the page has them."""
        self.tables: list[str] = []
        self.moves = 0
        self.lines: list[Line] = []
        page.set_default_timeout(PATIENCE_MILLISECONDS)
        page.on("pageerror", lambda error: self.complaints.append(f"a page failed: {error}"))
        page.on("console", self._heard)
        page.on("websocket", lambda socket: self.lines.append(Line(socket)))

    def _heard(self, message: ConsoleMessage) -> None:
        self.complaints += [f"a page said: {each}" for each in complaint(message.type, message.text)]

    @property
    def tables_opened(self) -> int:
        """At how many tables the page has been connected."""
        return len({line.path for line in self.lines if line.path.startswith("/api/tables/")})

    async def join(self, tournament: str) -> None:
        self.tournament = tournament
        await self.page.goto(f"http://{self.guest.address}/e/{tournament}")
        await self.page.get_by_test_id("tournament-join").click()
        await self.page.get_by_test_id("joined").wait_for()

    async def play(self) -> None:
        """Follow the page, until it shows who has won."""
        while not self.standings:
            glance: Glance = await self.page.evaluate(LOOK)
            self._read(glance)
            try:
                await self._act(glance, set(glance["shown"]))
            except PageError as error:
                if self.page.is_closed():
                    raise
                # The element to click is gone, since the game went on or a clock ran out: try again.
                if "Timeout" not in str(error):
                    self.complaints.append(f"a click failed: {error}")
            await asyncio.sleep(GLANCE_SECONDS)

    def _read(self, glance: Glance) -> None:
        for said in [*glance["told"], glance["now"] or ""]:
            if found := YOU_PLAY.match(said):
                self.met[int(found[1])] = found[2]

    async def _act(self, glance: Glance, shown: set[str]) -> None:
        """The one thing that one would do next, if there is any."""
        if "winner" in shown:
            self.standings = glance["standings"]
        elif "tournament-join" in shown and "now" in shown:
            # Set aside, after two games in a row that a bot has ended.
            await self._click("tournament-join")
        elif "take-back" in shown:
            await self._click("take-back")
        elif "next-table" in shown:
            await self._click("next-table")
        elif glance["toTable"] not in [None, *self.tables]:
            self.tables.append(glance["toTable"])
            await self._click("to-table")
        elif "to-tournament" in shown and "result" in shown:
            if glance["path"] not in self.tables:
                self.tables.append(glance["path"])
            if not self.stays or NOTHING_MORE & set(glance["told"]):
                await self._click("to-tournament")
        elif glance["dice"]:
            lying = self.page.locator("[data-testid^=die-][aria-disabled=false][data-fate=tray]")
            for _ in range(glance["dice"]):
                await lying.first.click(timeout=CLICK_MILLISECONDS)
        elif glance["isReady"]:
            await self._click("commit")
            self.moves += 1

    async def _click(self, what: str) -> None:
        await self.page.get_by_test_id(what).first.click(timeout=CLICK_MILLISECONDS)


class Line:
    """One socket of a page."""

    def __init__(self, socket: WebSocket) -> None:
        self.path = re.sub(r"^ws://[^/]+", "", socket.url)
        self.opened = time.monotonic()
        self.closed: float | None = None
        socket.on("close", self._close)

    def _close(self, _: WebSocket) -> None:
        self.closed = time.monotonic()


def broken(player: PagePlayer, killed: float) -> list[tuple[str, float | None]]:
    """The sockets to the killed node that were open at its end, each with the seconds until it was open
    again; ``None`` if the page did not reopen it."""
    return [
        (
            line.path,
            min(
                (
                    each.opened - killed
                    for each in player.lines
                    if each.path == line.path and each.opened > killed
                ),
                default=None,
            ),
        )
        for line in player.lines
        if line.opened < killed < (line.closed or killed + 1)
    ]


def against(player: PagePlayer, view: dict[str, Any], rounds: list[dict[str, Any]], own: int) -> list[str]:
    """The differences between page and server: the opponents, and the results."""
    names = {line["player"]: line["name"] for line in view["standings"]}
    wrong = []
    for each in rounds:
        game = next((game for game in each["games"] if own in game["players"]), None)
        if game is None:
            wrong.append(f"round {each['round']}: {own} was not paired")
            continue
        others = [names[other] for other in game["players"] if other != own]
        if others and player.met.get(each["round"]) != others[0]:
            wrong.append(f"round {each['round']} of {own}: the page had {player.met.get(each['round'])!r}")
    expected = [[line["name"], _points(line["points"])] for line in view["teams"] or view["standings"]]
    if player.standings != expected:
        wrong.append(f"the page's standings of {own}: {player.standings}, not {expected}")
    if not player.moves:
        wrong.append(f"player {own} never moved")
    return wrong


def _points(points: float) -> str:
    whole = int(points)
    return str(whole) if points == whole else f"{whole or ''}½"


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    path = await asyncio.to_thread(find_or_install)  # before Playwright starts: it looks by Playwright, too
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            await browser.close()


async def page_player(browser: Browser, address: str, random: Random, number: int) -> PagePlayer:
    """The first with a window on a desk, who stays at the tables; the next with a phone."""
    width, height = SIZES[number % len(SIZES)]
    context = await browser.new_context(
        viewport={"width": width, "height": height}, locale="en-GB", reduced_motion="reduce"
    )
    return PagePlayer(address, random, await context.new_page(), stays=number % 2 == 0)
