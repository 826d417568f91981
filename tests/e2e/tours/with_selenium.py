"""WebKit for tours: Debian's WebKitGTK, driven by its own WebDriver."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from selenium.webdriver.webkitgtk.webdriver import WebDriver

from tests.e2e.tours.driver import HEIGHT, WIDTH, Driver, place_of

WINDOW = Path(__file__).with_name("webkit_window.py")
KEYS = {"Enter": Keys.ENTER, "Escape": Keys.ESCAPE, " ": Keys.SPACE, "Tab": Keys.TAB}


class SeleniumDriver:
    """A window of Selenium."""

    def __init__(self, driver: WebDriver) -> None:
        self._driver = driver
        self._errors: list[str] = []

    def open(self, address: str) -> None:
        self.errors()
        self._driver.get(address)

    def click(self, css: str) -> None:
        # WebKit's own way to press an element knows none of SVG's.
        actions = ActionBuilder(self._driver)
        actions.pointer_action.move_to_location(*place_of(self, css)).click()
        actions.perform()

    def fill(self, css: str, text: str) -> None:
        field = self._driver.find_element(By.CSS_SELECTOR, css)
        field.clear()
        field.send_keys(text)

    def press(self, key: str) -> None:
        ActionChains(self._driver).send_keys(KEYS.get(key, key)).perform()

    def run(self, script: str, argument: object = None) -> Any:
        return self._driver.execute_script(f"return ({script})(arguments[0])", argument)

    def errors(self) -> list[str]:
        # The window notes them in each page, and the next page begins without any.
        self._errors += self.run("() => (window.uncaught ?? []).splice(0)")
        return self._errors


@contextmanager
def screen() -> Iterator[str]:
    """An X server without a screen, by its name."""
    reading, writing = os.pipe()
    size = f"{WIDTH}x{HEIGHT}x24"
    words = ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp"]
    server = subprocess.Popen(words, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as said:
            yield f":{said.readline().strip()}"
    finally:
        server.terminate()
        server.wait(20)


@contextmanager
def webkit(path: str) -> Iterator[Driver]:
    """A page in WebKit."""
    options = Options()
    options.binary_location = str(WINDOW)
    options.add_argument(f"{WIDTH}x{HEIGHT}")
    with screen() as name:
        service = Service(path, env={**os.environ, "DISPLAY": name, "LANGUAGE": "en_GB", "LC_ALL": "C.UTF-8"})
        driver = webdriver.WebKitGTK(options=options, service=service)
        try:
            yield SeleniumDriver(driver)
        finally:
            driver.quit()
