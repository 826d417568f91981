"""Requirements of browsers for an app that is installed, by the names of the audits that Lighthouse had until
version 12."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.test_local_play import cut_off
from tests.e2e.test_local_play import pytestmark as needs_msgspec
from tests.e2e.test_worker import visited
from tests.e2e.windows import NewPage

PHONE = {"width": 390, "height": 844}
PICTURE_SIZE = """async path => {
    const picture = await createImageBitmap(await (await fetch(path)).blob());
    return `${picture.width}x${picture.height}`;
}"""


@pytest.fixture(scope="module")
def page(new_page_for_module: NewPage) -> Page:
    """A phone's page with an active service worker."""
    return visited(new_page_for_module, **PHONE)


def told(page: Page, method: str) -> Any:
    """The result of one of the browser's own checks."""
    return page.context.new_cdp_session(page).send(method)


def manifest_of(page: Page) -> Any:
    """The manifest as the browser has read it."""
    found = told(page, "Page.getAppManifest")
    assert found["errors"] == []
    return json.loads(found["data"])


def sizes(manifest: Any, purpose: str) -> set[str]:
    """The sizes of the icons with a purpose that are PNG files."""
    icons = (icon for icon in manifest["icons"] if icon["type"] == "image/png")
    return {icon["sizes"] for icon in icons if purpose in icon.get("purpose", "any").split()}


def test_installable_manifest(page: Page) -> None:
    manifest = manifest_of(page)
    found = told(page, "Page.getInstallabilityErrors")["installabilityErrors"]
    # A browser with its own windows says of every page of a test that it is in a private one.
    assert {each["errorId"] for each in found} <= {"in-incognito"}
    assert manifest["name"]
    assert manifest["short_name"]
    assert manifest["start_url"]
    assert manifest["display"] == "standalone"
    assert not manifest.get("prefer_related_applications")
    assert sizes(manifest, "any") >= {"192x192"}
    assert page.evaluate("isSecureContext")


def test_service_worker(page: Page) -> None:
    page.reload()
    expect(page.get_by_test_id("play-now-cinco")).to_be_visible()
    assert page.evaluate("navigator.serviceWorker.controller.state") == "activated"
    scope = page.evaluate("navigator.serviceWorker.ready.then(found => found.scope)")
    start = told(page, "Page.getAppManifest")["url"].removesuffix("manifest.webmanifest")
    assert start.startswith(scope)


def test_splash_screen(page: Page) -> None:
    manifest = manifest_of(page)
    assert manifest["background_color"] == manifest["theme_color"]
    assert "512x512" in sizes(manifest, "any")


def test_themed_omnibox(page: Page) -> None:
    colours = page.locator("meta[name=theme-color]").evaluate_all("all => all.map(({content}) => content)")
    assert manifest_of(page)["theme_color"] in colours
    assert page.evaluate("all => all.every(each => CSS.supports('color', each))", colours)


def test_maskable_icon(page: Page) -> None:
    assert "512x512" in sizes(manifest_of(page), "maskable")


def test_apple_touch_icon(page: Page) -> None:
    path = page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert page.evaluate(PICTURE_SIZE, path) == "180x180"


def test_viewport_and_content_width(page: Page) -> None:
    viewport = page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "width=device-width" in viewport
    assert page.evaluate("document.documentElement.scrollWidth === innerWidth")


def test_pictures_of_the_manifest_have_their_sizes(page: Page) -> None:
    manifest = manifest_of(page)
    more = [icon for shortcut in manifest["shortcuts"] for icon in shortcut["icons"]]
    for picture in (*manifest["icons"], *manifest["screenshots"], *more):
        if picture["type"] == "image/png":
            assert page.evaluate(PICTURE_SIZE, f"/{picture['src']}") == picture["sizes"]
        else:
            assert page.request.get(f"/{picture['src']}").ok


@pytest.mark.nightly
@needs_msgspec
def test_offline_start_url_and_shortcuts(new_page: NewPage) -> None:
    page = cut_off(new_page)
    manifest = manifest_of(page)
    names = [each["name"] for each in manifest["shortcuts"]]
    assert names == ["Play Cinco", "Play Cinq-O", "Daily challenge", "Puzzles"]
    for address in (manifest["start_url"], *(each["url"] for each in manifest["shortcuts"])):
        answer = page.goto(address.removeprefix("."))
        assert answer is not None
        assert answer.status == 200
        assert answer.from_service_worker
        expect(page.get_by_role("heading", level=1)).not_to_have_text("You’re offline")
