"""Chromium for tours, driven by Playwright."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

from tests.e2e.tours.driver import HEIGHT, WIDTH, Driver


class PlaywrightDriver:
    """A page of Playwright."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._errors: list[str] = []
        page.on("pageerror", lambda error: self._errors.append(str(error)))

    def open(self, address: str) -> None:
        self._page.goto(address)

    def click(self, css: str) -> None:
        self._page.locator(css).first.click()

    def fill(self, css: str, text: str) -> None:
        self._page.locator(css).first.fill(text)

    def press(self, key: str) -> None:
        self._page.keyboard.press(key)

    def run(self, script: str, argument: object = None) -> Any:
        return self._page.evaluate(script, argument)

    def errors(self) -> list[str]:
        return self._errors


@contextmanager
def chromium(browser: Browser) -> Iterator[Driver]:
    """A page in the Chromium of all tests: a process runs one Playwright only."""
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, locale="en-GB")
    yield PlaywrightDriver(page)
    page.close()
