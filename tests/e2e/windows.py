"""Windows of the tests' browser: new ones, and used ones in which one newcomer after another arrives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

from playwright.sync_api import Browser, Error, Page

from tests.e2e.chromium import complaint

NewPage = Callable[..., Page]

REST = "/health/live"
"""A page of the server that runs nothing, on which a window waits for its next person."""
FORGET = """async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const {name} of await indexedDB.databases()) indexedDB.deleteDatabase(name);
}"""
OF_PAGE = ("add_init_script", "route_web_socket")
OF_CONTEXT = (*OF_PAGE, "route", "set_offline", "new_page", "grant_permissions")
CLOCK = ("install", "fast_forward", "run_for", "pause_at", "set_fixed_time", "set_system_time")
"""Calls whose effect a window would keep for its next person."""


class Window:
    """A page in a browser context of its own, and the errors that it reports."""

    def __init__(self, browser: Browser, address: str, options: dict[str, Any]) -> None:
        self.errors: list[str] = []
        self.is_refused = False
        context = browser.new_context(base_url=address, **options)
        self.page = context.new_page()
        self.page.set_default_timeout(20_000)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self._on_console(message.type, message.text))

    def _on_console(self, kind: str, text: str) -> None:
        self.errors.extend(complaint(kind, text, self.is_refused))

    def close(self) -> None:
        """Close the page, and forget its person."""
        self.page.context.close()


class UsedWindows:
    """Windows that tests use one after another.

    A page costs half as much there as in a new window: it has a process, and the scripts are cached."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._free: list[tuple[dict[str, Any], Window]] = []

    def take(self, size: dict[str, int], media: dict[str, Any], options: dict[str, Any]) -> Window:
        """A window for a newcomer, used before if one of this kind is free."""
        for found in self._free:
            if found[0] == options:
                self._free.remove(found)
                window = found[1]
                break
        else:
            window = Window(self._browser, self._address, options)
            _forbid(window.page, OF_PAGE)
            _forbid(window.page.context, OF_CONTEXT)
            _forbid(window.page.clock, CLOCK)
        window.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        window.page.emulate_media(**media)
        return window

    def give_back(self, window: Window, options: dict[str, Any]) -> None:
        """Forget the window's person, and keep the window if it can be led to :data:`REST`."""
        if window.page.is_closed():
            window.close()
            return
        window.page.unroute_all(behavior="ignoreErrors")
        try:
            window.page.goto(REST)
        except Error:  # the page goes elsewhere by itself just now, and cancels this
            window.close()
            return
        window.page.evaluate(FORGET)
        window.page.mouse.move(0, 0)
        window.page.context.clear_cookies()
        window.errors.clear()
        self._free.append((options, window))


def _forbid(owner: object, calls: tuple[str, ...]) -> None:
    """Let these calls fail."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError(f"{calls} would outlast the test in a used window: new_page(fresh=True)")

    for call in calls:
        setattr(owner, call, refuse)


def pages(browser: Browser, address: str, used: UsedWindows | None = None) -> Iterator[NewPage]:
    """Opens pages of people who do not know each other; a page that reports an error fails its test."""
    errors: list[str] = []
    with ExitStack() as ends:

        def make(
            width: int = 1280, height: int = 800, *, refused: bool = False, fresh: bool = False, **more: Any
        ) -> Page:
            """``refused``: its test asks for what is refused, and looks at how the page says so.
            ``fresh``: its test looks at a first visit, or changes the browser."""
            size = {"width": width, "height": height}
            media = {"reduced_motion": "reduce", "color_scheme": more.pop("color_scheme", "light")}
            media["forced_colors"] = more.pop("forced_colors", "none")
            # Pages alone, unless a test is about what stands between them and the server.
            options = {"locale": "en-GB", "service_workers": "block", **more}
            if fresh or used is None or {"service_workers", "permissions"} & more.keys():
                window = Window(browser, address, {"viewport": size, **media, **options})
                ends.callback(window.close)
            else:
                window = used.take(size, media, options)
                ends.callback(used.give_back, window, options)
            window.is_refused = refused
            ends.callback(lambda: errors.extend(window.errors))
            return window.page

        yield make
    assert not errors, errors
