"""A person's way through the app, described once for all browsers: a short one, and the whole."""

from __future__ import annotations

import time

from tests.e2e.tours.driver import WIDTH, Driver, by_id, count, see, wait_for

PASSWORD = "seven quiet herons wading"
BOUNCE_S = 0.3
"""A second touch that comes sooner is taken for the bounce of a finger."""

IS_MY_TURN = """() => document.querySelector('[data-testid=result]') !== null
    || document.querySelector('[data-testid=draw], [data-testid=commit]') !== null
    && document.querySelector('[data-testid=status]')?.textContent.includes('Your turn')
    && !document.querySelector('[data-testid=hint]')?.textContent.includes('Sending')"""
HAS_MOVED_ON = "before => document.querySelector('[data-testid=table]')?.dataset.version !== before"
LIES = "[data-testid^=die-][aria-disabled=false]"
TOO_WIDE = "() => document.documentElement.scrollWidth - innerWidth"

IS_KEPT = """() => {
    const language = caches.open('quincunx-kept').then(kept => kept.match('/language'));
    language.then(found => (window.language = found));
    navigator.serviceWorker.getRegistration().then(found => (window.atWork = found?.active?.state));
    return window.language !== undefined && window.atWork === 'activated';
}"""

# A long tour keeps all that play without a connection needs, and then the app itself would be shown.
IS_NOT_WHOLE = """() => {
    const kept = caches.open('quincunx-kept').then(kept => kept.delete('/whole'));
    kept.then(() => (window.isNotWhole = true));
    return window.isNotWhole === true;
}"""


class Tour:
    """One person in one browser."""

    def __init__(self, driver: Driver, address: str) -> None:
        self._driver = driver
        self._address = address

    def open(self, path: str) -> None:
        """Load a page, which is no wider than the window."""
        self._driver.open(self._address + path)

    def fits(self) -> None:
        """The page is as wide as a phone, and nothing hangs out."""
        assert self._driver.run("() => innerWidth") == WIDTH
        assert self._driver.run(TOO_WIDE) <= 0

    def click(self, name: str) -> None:
        """Press an element by its name in tests."""
        self._driver.click(by_id(name))

    def press_by_key(self, name: str, key: str) -> None:
        """Give a button the focus and press a key."""
        see(self._driver, by_id(name))
        self._driver.run("css => document.querySelector(css).focus()", by_id(name))
        self._driver.press(key)

    def home(self) -> None:
        """Both games are there, and a name for a visitor."""
        self.open("/")
        for game in ("cinco", "cinqo"):
            see(self._driver, by_id(f"play-now-{game}"))
        see(self._driver, by_id("guest-name"))
        self.fits()

    def version(self) -> str:
        """The version of the table that is shown."""
        found: str = self._driver.run("() => document.querySelector('[data-testid=table]').dataset.version")
        return found

    def has_turn(self) -> bool:
        """Wait for this person's turn (true) or for the end of the game (false)."""
        wait_for(self._driver, IS_MY_TURN)
        return count(self._driver, by_id("result")) == 0

    def cinco_move(self) -> None:
        """One move in two touches of a space, or with the button where no space is reached."""
        before = self.version()
        if count(self._driver, "[data-testid^=card-]") == 0:
            for _ in range(2):
                self.click("draw")
        else:
            cards = "[...document.querySelectorAll('[data-testid^=card-]')]"
            highest = self._driver.run(f"() => {cards}.at(-1).dataset.testid")
            self.click(highest)
            lit = self._driver.run("() => document.querySelector('.space.lit')?.dataset.space ?? null")
            if lit is None:
                self.click("place")
            else:
                self._driver.click(f"[data-space='{lit}']")
                time.sleep(BOUNCE_S)
                self._driver.click(f"[data-space='{lit}']")
        wait_for(self._driver, HAS_MOVED_ON, before)

    def cinqo_move(self) -> None:
        """All dice of the tray go to the Rack, unless the other player has just won."""
        # The end of the turn before is shown for a while, and a touch ends that.
        something = f"{by_id('sum')}, {LIES}, {by_id('result')}"
        see(self._driver, something)
        while count(self._driver, by_id("sum")):
            self._driver.press("Escape")
            see(self._driver, something)
        if count(self._driver, by_id("result")):
            return
        before = self.version()
        self.click("keep-all")
        self.click("commit")
        wait_for(self._driver, HAS_MOVED_ON, before)

    def first_move(self, game: str) -> None:
        """From the home page to one move of a game."""
        self.open("/")
        self.click(f"play-now-{game}")
        assert self.has_turn()
        self.fits()
        self._play(game)

    def _play(self, game: str) -> None:
        if game == "cinco":
            self.cinco_move()
        else:
            self.cinqo_move()

    def whole_game(self, game: str) -> None:
        """From the first move to the result."""
        self.first_move(game)
        while self.has_turn():
            self._play(game)
        see(self._driver, by_id("result"))
        self.fits()

    def review(self) -> None:
        """From the result to the review."""
        self.click("to-review")
        see(self._driver, by_id("graph"), seconds=240)  # on a machine that compiles first
        self.fits()

    def lesson(self) -> None:
        """A step of a lesson, answered with keys alone."""
        self.open("/learn/cinqo?step=3")
        see(self._driver, by_id("case"))
        self._driver.press("2")
        self._driver.press("Enter")
        assert see(self._driver, by_id("answer"))
        self.press_by_key("show", " ")
        wait_for(
            self._driver, "() => document.querySelector('[data-testid=answer]').dataset.right === 'true'"
        )
        self.press_by_key("next", "Enter")
        wait_for(self._driver, "() => location.search.endsWith('step=4')")
        self.fits()

    def puzzle(self) -> None:
        """A puzzle, answered somehow."""
        self.open("/puzzles/cinqo?theme=box")
        see(self._driver, LIES)
        self.click("keep-all")
        self.click("commit")
        see(self._driver, by_id("answer"))
        self.fits()

    def account(self) -> None:
        """An account whose recovery codes stay when Escape is pressed again and again."""
        self.open("/")
        self.click("guest-name")
        self.click("keep")
        see(self._driver, by_id("new-password"))
        self._driver.fill(by_id("account-name"), f"Wren {time.time_ns() % 10**9}")
        self._driver.fill(by_id("new-password"), PASSWORD)
        self.click("make-account")
        self.click("get-codes")
        see(self._driver, by_id("codes"))
        for _ in range(3):
            self._driver.press("Escape")
        assert count(self._driver, f"dialog[open] {by_id('codes')} li") == 10
        self.click("codes-kept")
        wait_for(self._driver, "() => !document.querySelector('dialog[open]')")

    def keep_for_later(self) -> None:
        """Wait until the service worker has what it shows without a connection."""
        wait_for(self._driver, IS_KEPT)

    def offline(self) -> None:
        """The server is gone: the page says so."""
        wait_for(self._driver, IS_NOT_WHOLE)
        self.open("/rules/cinco")
        assert see(self._driver, "h1") == "You’re offline"
        self.fits()
