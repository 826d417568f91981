"""Accessibility checks: any finding of axe on a page fails the calling test."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page, expect

from tests.examples import mostly_nightly

THOROUGHLY = pytest.mark.parametrize(
    "is_thorough", mostly_nightly([False, True], False), ids=["short", "thorough"]
)
"""A story whose every page and size is looked at by night, and whose most important ones in every change."""
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""Colour rules of axe. Its other colour rules require more than its rules on other subjects."""
AT_REST = "() => document.getAnimations().every(each => each.playState !== 'running')"


def assert_accessible(page: Page, name: str = "") -> None:
    """Nothing for axe to find. ``name`` says what is looked at, if a page is looked at more than once."""
    _assert_nothing(page, name, {})


def assert_accessible_in_both_themes(page: Page, name: str = "") -> None:
    """Nothing to find in the light, and nothing in the dark, where only colours are others; light again."""
    page.emulate_media(color_scheme="light")
    assert_accessible(page, name)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.wait_for_function(AT_REST)
    _assert_nothing(page, f"{name} in the dark", {"runOnly": COLOURS})
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def _assert_nothing(page: Page, name: str, options: dict[str, Any]) -> None:
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate("options => axe.run(options)", {"resultTypes": ["violations"], **options})
    results = AxeResults(found)
    assert results.violations_count == 0, f"{name}: {results.generate_report()}"
