"""Ways back into an account in the browser, on a server of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.axe import assert_accessible_in_both_themes
from tests.e2e.conftest import NewPage, pages, serving
from tests.e2e.test_pages import assert_fits
from tests.e2e.test_people import PASSWORD, arrive, ask

COMMAND = (sys.executable, "-c", "from quincunx.cli.main import main; main()")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("recovery")


@pytest.fixture(scope="module")
def its_address(data: Path) -> Iterator[str]:
    with serving(data) as running:
        yield running


@pytest.fixture
def new_page(browser: Browser, its_address: str) -> Iterator[NewPage]:
    yield from pages(browser, its_address)


def operator(data: Path, address: str, *words: str) -> str:
    """What the operator's command prints."""
    command = [*COMMAND, "admin", *words, "--data", str(data)]
    environment = {**os.environ, "QUINCUNX_PAGES": address, "LANG": "C"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()


def test_the_operators_link_leads_back_into_an_account(
    new_page: NewPage, data: Path, its_address: str
) -> None:
    page, phone = new_page(), new_page(width=390, height=664, refused=True)
    arrive(page)
    ask(page, "POST", "/api/account", {"name": "Plover in the Rain", "password": PASSWORD})
    link = operator(data, its_address, "link", "Plover in the Rain")
    arrive(phone)
    phone.goto(link)
    expect(phone.locator("h1")).to_have_text("Get back into your account")
    assert "#" not in phone.url, "the secret stays in no history"
    assert_fits(phone)
    assert_accessible_in_both_themes(phone)
    phone.get_by_test_id("enter").click()
    expect(phone.get_by_test_id("entered")).to_contain_text("Plover in the Rain")
    phone.get_by_test_id("to-account").click()
    expect(phone.get_by_test_id("change-password")).to_be_visible()
    assert (
        ask(
            phone,
            "PUT",
            "/api/account/password",
            {"password": "a very new one of words", "sign_out_others": False},
        )
        is None
    )

    page.goto("/community")
    expect(page.get_by_test_id("operator-link")).to_contain_text("made a link to sign in to your account")
    page.set_viewport_size({"width": 390, "height": 664})
    assert_fits(page)
    assert_accessible_in_both_themes(page)
    page.get_by_test_id("operator-link-read").click()
    expect(page.get_by_test_id("operator-link")).to_have_count(0)
    page.reload()
    expect(page.get_by_test_id("guest-name")).to_be_visible()
    assert ask(page, "GET", "/api/me")["operator_link_at"] is None

    phone.goto(link)
    phone.get_by_test_id("enter").click()
    expect(phone.get_by_test_id("failure")).to_contain_text("has been used")
