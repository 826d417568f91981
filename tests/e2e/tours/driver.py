"""A browser in the hands of a tour: the little that every browser can be told, by whatever drives it."""

from __future__ import annotations

import time
from typing import Any, Protocol

WIDTH, HEIGHT = 390, 664
"""A phone's window, in CSS pixels."""
PATIENCE_S = 60.0
"""A limit only keeps a tour that fails from hanging."""

CAN_BE_PRESSED = """css => {
    const found = document.querySelector(css);
    if (!found || found.disabled) return null;
    found.scrollIntoView({block: 'center', behavior: 'instant'});
    const {left, top, width, height} = found.getBoundingClientRect();
    const at = [left + width / 2, top + height / 2].map(Math.round);
    const hit = document.elementFromPoint(...at);
    const before = window.pressedAt;
    window.pressedAt = `${css} ${at}`;
    return found.contains(hit) && window.pressedAt === before ? at : null;
}"""


class Driver(Protocol):
    """One page of a browser, as wide as a phone."""

    def open(self, address: str) -> None:
        """Load a page."""

    def click(self, css: str) -> None:
        """Press the first such element, once it is there and can be pressed."""

    def fill(self, css: str, text: str) -> None:
        """Write into a field."""

    def press(self, key: str) -> None:
        """Press a key of the keyboard, by its name in ``KeyboardEvent.key``."""

    def run(self, script: str, argument: object = None) -> Any:
        """Return the result of a function of the page."""

    def errors(self) -> list[str]:
        """The errors that scripts of the page have not caught."""


def by_id(name: str) -> str:
    """The selector of an element with a test's name."""
    return f"[data-testid='{name}']"


def wait_for(driver: Driver, script: str, argument: object = None, seconds: float = PATIENCE_S) -> Any:
    """The first true value that a function of the page returns."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = driver.run(script, argument)
        if found:
            return found
        time.sleep(0.05)
    body = driver.run("() => `${location.href}\\n${document.body.innerText}`")
    raise AssertionError(f"never true: {script} {argument!r} at {body}")


def place_of(driver: Driver, css: str) -> tuple[int, int]:
    """The middle of an element, once that has stopped moving and nothing lies over it."""
    x, y = wait_for(driver, CAN_BE_PRESSED, css)
    return x, y


def see(driver: Driver, css: str, seconds: float = PATIENCE_S) -> str:
    """Wait until such an element is there; its text."""
    script = "css => { const found = document.querySelector(css); return found && [found.innerText ?? '']; }"
    text: str = wait_for(driver, script, css, seconds)[0]
    return text


def count(driver: Driver, css: str) -> int:
    """The number of such elements that are there now."""
    found: int = driver.run("css => document.querySelectorAll(css).length", css)
    return found
