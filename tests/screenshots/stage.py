"""The stage of a scene: a server, and windows of people on it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.e2e.conftest import serving
from tests.e2e.play import SETTLED
from tests.e2e.test_people import PASSWORD, arrive_unseen, ask

SIZE = (1280, 800)
"""The size of a window until its first picture."""
STILL = f"""size => Promise.race([
    new Promise(done => setTimeout(done, 10_000)),
    (async () => {{
        await document.fonts.ready;
        await Promise.all([...document.images].map(each => each.decode().catch(() => undefined)));
        await Promise.allSettled(document.getAnimations().map(each => each.finished));
        await ({SETTLED})(size);
    }})(),
])"""
"""Resolves once fonts and images are there and nothing moves, or after ten seconds."""


def serve(data: Path, ends: ExitStack, **settings: str) -> str:
    """Start a server with these environment variables. Return its address, with a name instead of a number:
    passkeys need one."""
    settings = {"QUINCUNX_REVIEWS": "off", **settings}
    return ends.enter_context(serving(data, **settings)).replace("127.0.0.1", "localhost")


class Stage:
    """The server and the windows of one scene. They are closed with ``ends``."""

    def __init__(self, browser: Browser, address: str, ends: ExitStack, is_given: bool = False) -> None:
        self.address = address
        self._browser = browser
        self._ends = ends
        self._is_given = is_given
        self._data: str | None = None

    def start_server(self, **settings: str) -> None:
        """Give the scene an empty server of its own, with these environment variables. A server that the
        command line names is used for all scenes, and stays."""
        if self._is_given:
            return
        self._data = self._ends.enter_context(tempfile.TemporaryDirectory())
        self.address = serve(Path(self._data), self._ends, **settings)

    def administer(self, *words: str) -> None:
        """Run ``quincunx admin`` on the scene's own server."""
        if self._data is None:
            raise RuntimeError("Only a server of the scene's own can be administered.")
        command = [sys.executable, "-m", "quincunx", "admin", *words, "--data", self._data]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=os.environ)

    def window(self) -> Page:
        """Open an empty window of a newcomer. It is a guest's from its first request on."""
        context = self._browser.new_context(
            base_url=self.address,
            viewport={"width": SIZE[0], "height": SIZE[1]},
            device_scale_factor=1,
            reduced_motion="reduce",
            color_scheme="light",
            locale="en-GB",
            service_workers="block",
        )
        self._ends.callback(context.close)
        page = context.new_page()
        page.set_default_timeout(20_000)
        return page

    def guest(self, name: str) -> Page:
        """Open an empty window of a guest with this name."""
        page = self.window()
        arrive_unseen(page)
        ask(page, "PUT", "/api/me", {"name": name})
        return page

    def account(self, name: str) -> Page:
        """Open an empty window of an account with this name, or with a number after it if it is taken."""
        page = self.window()
        arrive_unseen(page)
        for full in (name, *(f"{name} {number}" for number in range(2, 100))):
            if "codes" in ask(page, "POST", "/api/account", {"name": full, "password": PASSWORD}):
                return page
        raise RuntimeError(f"The server refuses an account called {name}.")


def take_picture(page: Page, path: Path, size: tuple[int, int], mode: str) -> None:
    """Save a picture of the window in this size and colour scheme, once nothing moves."""
    width, height = size
    page.emulate_media(color_scheme="dark" if mode == "dark" else "light")
    page.set_viewport_size({"width": width, "height": height})
    page.mouse.move(0, 0)
    page.evaluate(STILL, [width, height])
    page.evaluate("scrollTo(0, 0)")
    page.evaluate(STILL, [width, height])
    page.screenshot(path=path, scale="css")
