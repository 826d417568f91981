"""A person's way through the app without a server, described once for all browsers and hosts."""

from __future__ import annotations

import time
from collections import defaultdict

from tests.e2e.conftest import ROOT
from tests.e2e.tours.driver import Driver, by_id, count, see, wait_for
from tests.e2e.tours.tour import BOUNCE_S, LIES, Tour

START_S = 120.0
"""A limit for starts of the interpreter on a busy machine."""
LEVELS = ("novice", "casual", "keen", "skilled", "expert")

KEEP = """() => {
    navigator.serviceWorker.ready.then(({active}) => {
        if (!window.isKeeping) active.postMessage({whole: true});
        window.isKeeping = true;
    });
    caches.open('quincunx-shell').then(kept => kept.keys()).then(all => {
        window.isKept = all.some(({url}) => url.endsWith('local/networks.zip'));
    });
    return window.isKept;
}"""
CHOOSE_LEVEL = """number => {
    const slider = document.querySelector('[data-testid=level]');
    if (!slider) return false;
    slider.value = number;
    slider.dispatchEvent(new Event('input', {bubbles: true}));
    return true;
}"""
PRESS = "css => document.querySelector(css)?.click() ?? document.querySelector(css) !== null"
SHOW_ENTRIES = """() => {
    indexedDB.open('quincunx-local').onsuccess = ({target}) => {
        const all = target.result.transaction('entries').objectStore('entries').getAll();
        all.onsuccess = () => {
            window.entries = all.result.map(({table, version, key}) => [table, version, key]);
            target.result.close();
        };
    };
    return window.entries;
}"""
DROP = """text => {
    const data = new DataTransfer();
    data.items.add(new File([text], "game.txt", {type: "text/plain"}));
    const say = type => document.body.dispatchEvent(
        new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));
    // The first one loads what listens to the others.
    if (!window.isHeld) say("dragenter");
    window.isHeld = true;
    say("dragover");
    if (!document.querySelector("[data-testid=drop-zone]")) return false;
    say("drop");
    return true;
}"""
IS_LOCAL = (
    "() => /\\/t\\/local-/.test(location.href) && document.querySelector('[data-testid=table]') !== null"
)


class LocalTour(Tour):
    """One person in one browser, whose network is cut after one visit."""

    def __init__(self, driver: Driver, address: str, is_site: bool = False) -> None:
        super().__init__(driver, address)
        self._is_site = is_site

    def open(self, path: str) -> None:
        if self._is_site and path != "/":
            path = f"/?{path.replace('?', '&')}"
        super().open(path)

    def visit(self) -> None:
        """The home page. At a static site the interpreter must start before there is a name."""
        self.open("/")
        see(self._driver, by_id("guest-name"), seconds=START_S)
        self.fits()

    def keep_everything(self) -> None:
        """Wait until all that is needed without a network is kept."""
        wait_for(self._driver, KEEP, seconds=START_S)

    def play_now(self, game: str) -> None:
        """From the home page to one move, with one click before it."""
        self.open("/")
        self.click(f"play-now-{game}")
        wait_for(self._driver, IS_LOCAL, seconds=START_S)
        assert self.has_turn()
        self.fits()
        self._play(game)

    def game_against(self, game: str, level: str) -> None:
        """A whole game against a bot of this level."""
        self.open(f"/new?game={game}")
        wait_for(self._driver, PRESS, by_id("players-2-2"))
        wait_for(self._driver, CHOOSE_LEVEL, LEVELS.index(level))
        self.click("make")
        wait_for(self._driver, IS_LOCAL, seconds=START_S)
        while self.has_turn():
            self._play(game)
        see(self._driver, by_id("result"))
        self.fits()

    def pass_and_play(self) -> None:
        """Six people around one device: each moves once."""
        self.open("/new?game=cinco&with=device")
        wait_for(self._driver, PRESS, by_id("players-6-2"))
        self.click("make")
        wait_for(self._driver, IS_LOCAL, seconds=START_S)
        for _ in range(6):
            see(self._driver, by_id("covered"))
            self.fits()
            assert count(self._driver, "[data-testid^=card-]") == 0
            self.click("uncover")
            see(self._driver, "[data-testid^=card-]")
            self.cinco_move()

    def puzzles(self, number: int) -> None:
        """Answer a number of puzzles arbitrarily."""
        self.open("/puzzles/cinqo?theme=box")
        for _ in range(number):
            see(self._driver, LIES, seconds=START_S)
            self.click("keep-all")
            self.click("commit")
            see(self._driver, by_id("answer"))
            self.click("next")
            wait_for(self._driver, "css => !document.querySelector(css)", by_id("answer"))
        self.fits()

    def record(self) -> None:
        """A record's file is dropped on the page: it is replayed and verified."""
        self.open("/rules/cinco")
        see(self._driver, "#rule-C2")
        text = (ROOT / "testdata" / "records" / "cinco-2in2.txt").read_text("utf-8")
        wait_for(self._driver, DROP, text)
        assert "follows from the seed" in see(self._driver, by_id("verified"), seconds=START_S)
        self.fits()

    def killed_in_the_middle_of_a_move(self, *moments: float) -> None:
        """The page goes away so many seconds after a move was sent; the game goes on."""
        self.open("/")
        self.click("play-now-cinco")
        wait_for(self._driver, IS_LOCAL, seconds=START_S)
        path = self._driver.run("() => location.href").removeprefix(self._address)
        for moment in moments:
            assert self.has_turn()
            self._begin_move()
            time.sleep(moment)
            super().open(path)
            wait_for(self._driver, IS_LOCAL, seconds=START_S)
        assert self.has_turn()
        self.cinco_move()

    def _begin_move(self) -> None:
        cards = "[...document.querySelectorAll('[data-testid^=card-]')]"
        self.click(self._driver.run(f"() => {cards}.at(-1).dataset.testid"))
        lit = self._driver.run("() => document.querySelector('.space.lit')?.dataset.space ?? null")
        if lit is not None:
            self._driver.click(f"[data-space='{lit}']")
            time.sleep(BOUNCE_S)
        self.click("place")

    def nothing_is_lost_or_doubled(self) -> None:
        """Every table's journal has each version and each command once."""
        tables: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for table, version, key in wait_for(self._driver, SHOW_ENTRIES):
            tables[table].append((version, key))
        for entries in tables.values():
            assert sorted(version for version, _ in entries) == [*range(1, len(entries) + 1)]
            assert len({key for _, key in entries}) == len(entries)
