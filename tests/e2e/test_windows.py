"""Used windows of the tests' browser: the next person finds nothing of the last one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Error, Page

from tests.e2e.test_people import arrive
from tests.e2e.windows import UsedWindows, pages

LASTING: list[Callable[[Page], object]] = [
    lambda page: page.add_init_script("window.isMarked = true"),
    lambda page: page.clock.install(),
    lambda page: page.clock.fast_forward(1_000),
    lambda page: page.context.set_offline(True),
]


def test_a_window_forgets_its_person_and_refuses_what_would_outlast_a_test(browser: Browser, address: str):
    used = UsedWindows(browser, address)
    with contextmanager(pages)(browser, address, used) as new_page:
        page = new_page()
        arrive(page)
        secrets = page.context.cookies()
        page.evaluate("localStorage.setItem('quincunx.finished-a-game', 'yes')")
        for change in LASTING:
            with pytest.raises(AssertionError, match="fresh=True"):
                change(page)
    with contextmanager(pages)(browser, address, used) as new_page:
        assert new_page(width=390, height=844, color_scheme="dark") is page
        arrive(page)
        assert page.context.cookies() != secrets
        assert page.evaluate("localStorage.getItem('quincunx.finished-a-game')") is None
        assert page.evaluate("[innerWidth, matchMedia('(prefers-color-scheme: dark)').matches]") == [
            390,
            True,
        ]
    page.context.close()


def test_a_window_whose_page_goes_elsewhere_by_itself_is_closed(
    browser: Browser, address: str, monkeypatch: pytest.MonkeyPatch
):
    used = UsedWindows(browser, address)
    with contextmanager(pages)(browser, address, used) as new_page:
        page = new_page()

        def cancelled(*_: object) -> None:
            raise Error("net::ERR_ABORTED")

        monkeypatch.setattr(page, "goto", cancelled)
    assert page.is_closed()
    with contextmanager(pages)(browser, address, used) as new_page:
        assert new_page() is not page
