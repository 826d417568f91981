"""Ways back into an account in the browser, on a server of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.axe import assert_accessible_in_both_themes
from tests.e2e.conftest import serving
from tests.e2e.test_pages import assert_fits
from tests.e2e.test_people import PASSWORD, arrive, ask
from tests.e2e.test_worker import until
from tests.e2e.windows import NewPage, pages
from tests.servers.mail_server import MailServer, mail_server, text_of

PAGES = "https://club.example"
"""The server's port is not known before it runs, so its links begin with this."""
COMMAND = (sys.executable, "-c", "from quincunx.cli.main import main; main()")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("recovery")


@pytest.fixture(scope="module")
def letters() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


@pytest.fixture(scope="module")
def its_address(data: Path, letters: MailServer) -> Iterator[str]:
    settings = {
        "QUINCUNX_MAIL": f"smtp://127.0.0.1:{letters.port}",
        "QUINCUNX_MAIL_FROM": "games@club.example",
        "QUINCUNX_PAGES": PAGES,
    }
    with serving(data, **settings) as running:
        yield running


@pytest.fixture
def new_page(browser: Browser, its_address: str) -> Iterator[NewPage]:
    yield from pages(browser, its_address)


def operator(data: Path, address: str, *words: str) -> str:
    """The output of the operator's command."""
    command = [*COMMAND, "admin", *words, "--data", str(data)]
    environment = {**os.environ, "QUINCUNX_PAGES": address, "LANG": "C"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.nightly
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
    expect(phone.get_by_test_id("failure")).to_contain_text("already been used")


def link_in(message: EmailMessage) -> str:
    """The path of the link in a message."""
    found = re.search(rf"^{PAGES}(/\S+)$", text_of(message), re.MULTILINE)
    assert found, text_of(message)
    return found[1]


@pytest.mark.nightly
def test_an_address_is_confirmed_and_brings_its_owner_back(new_page: NewPage, letters: MailServer) -> None:
    page, phone = new_page(width=390, height=664), new_page(width=390, height=664, refused=True)
    arrive(page)
    ask(page, "POST", "/api/account", {"name": "Dunlin at Low Tide", "password": PASSWORD})
    page.goto("/me/account")
    section = page.get_by_test_id("mail")
    expect(section).to_contain_text("you get back in if you lose everything else")
    page.get_by_test_id("mail-field").fill("Dunlin@Sea.Example")
    page.get_by_test_id("give-address").click()
    expect(page.get_by_test_id("mail-pending")).to_contain_text("Dunlin@sea.example")
    assert_fits(page)
    assert_accessible_in_both_themes(page)
    message = letters.next(1)
    assert (message["To"], message["From"]) == ("Dunlin@sea.example", "games@club.example")

    # A program that opens links, as those of mail servers do, confirms nothing.
    arrive(phone)
    phone.goto(link_in(message))
    expect(phone.get_by_test_id("confirm-address")).to_be_visible()
    assert "#" not in phone.url, "the secret stays in no history"
    page.reload()
    expect(page.get_by_test_id("mail-pending")).to_be_visible()
    assert_fits(phone)
    assert_accessible_in_both_themes(phone)
    phone.get_by_test_id("confirm-address").click()
    expect(phone.get_by_test_id("confirmed")).to_contain_text("Dunlin at Low Tide")
    page.reload()
    expect(page.get_by_test_id("mail-address")).to_contain_text("Dunlin@sea.example")
    page.get_by_test_id("mail-tells_changes").uncheck()
    page.reload()
    expect(page.get_by_test_id("mail-tells_changes")).not_to_be_checked()
    assert_accessible_in_both_themes(page)

    phone.get_by_test_id("guest-name").click()
    phone.get_by_test_id("to-sign-in").click()
    expect(phone.get_by_test_id("sign-in-name")).to_have_count(0)
    phone.get_by_test_id("link-address").fill("dunlin@sea.example")
    phone.get_by_test_id("mail-link").click()
    expect(phone.get_by_test_id("link-sent")).to_contain_text("a link is on its way")
    assert_accessible_in_both_themes(phone)
    phone.get_by_test_id("by-name").click()
    expect(phone.get_by_test_id("sign-in-name")).to_be_visible()
    phone.goto(link_in(letters.next(2)))
    expect(phone.locator("h1")).to_have_text("Sign in by e-mail")
    assert_fits(phone)
    assert_accessible_in_both_themes(phone)
    phone.get_by_test_id("enter").click()
    expect(phone.get_by_test_id("entered")).to_contain_text("Dunlin at Low Tide")
    phone.get_by_test_id("to-account").click()
    expect(phone.get_by_test_id("device").first).to_contain_text("by a link in an e-mail")
    phone.get_by_test_id("remove-address").click()
    phone.get_by_test_id("remove-address").click()
    expect(phone.get_by_test_id("remove-address")).to_have_count(0)
    assert letters.next(3)["To"] == "Dunlin@sea.example"


@pytest.mark.nightly
def test_an_operator_bans_from_the_page_and_the_record_says_so(
    new_page: NewPage, data: Path, its_address: str
) -> None:
    page, rude = new_page(width=390, height=664), new_page(refused=True)
    arrive(page)
    ask(page, "POST", "/api/account", {"name": "Wren of the Watch", "password": PASSWORD})
    arrive(rude)
    ask(rude, "POST", "/api/account", {"name": "Rude Rook", "password": PASSWORD})
    operator(data, its_address, "operator", "Wren of the Watch")
    page.evaluate(until("fetch('/api/me').then(me => me.json()).then(me => me.is_operator)"))
    page.goto("/moderation")
    page.get_by_test_id("moderation-people").click()
    page.get_by_test_id("search-people").fill("rude rook")
    person = page.get_by_test_id("moderated-person").filter(has_text="Rude Rook")
    person.get_by_test_id("ban").click()
    person.get_by_test_id("ban-reason").fill("Insults")
    person.get_by_test_id("ban-now").click()
    expect(person.get_by_test_id("banned")).to_be_visible()
    assert_fits(page)
    assert_accessible_in_both_themes(page, "people")
    page.get_by_test_id("moderation-acts").click()
    expect(page.get_by_test_id("act").first).to_contain_text("Rude Rook")
    assert_accessible_in_both_themes(page, "the record")
    # Others do not see the page.
    other = new_page()
    arrive(other)
    other.goto("/moderation")
    expect(other.get_by_test_id("moderation-people")).to_have_count(0)
