"""E-mail addresses, and the words of messages."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from quincunx.club.mail import (
    CHANGES,
    AddressRow,
    Mail,
    change_mail,
    checked_address,
    confirm_mail,
    known_language,
    new_mail,
    sign_in_mail,
    told_mail,
)
from quincunx.core.reason import Refusal
from quincunx.texts.catalogue import languages

SITE = "club.example"
NAME = "Ada of Žižkov"


@pytest.mark.parametrize(
    ("typed", "address", "key"),
    [
        ("ada@home.example", "ada@home.example", "ada@home.example"),
        ("  Ada.L+games@Home.EXAMPLE ", "Ada.L+games@home.example", "ada.l+games@home.example"),
        ("ada@bücher.example", "ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example"),
    ],
)
def test_addresses(typed: str, address: str, key: str) -> None:
    assert checked_address(typed) == (address, key)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "ada",
        "@home.example",
        "ada@",
        "ada@localhost",
        "ada@192.0.2.1",
        "ada@[192.0.2.1]",
        "a b@home.example",
        "ada@home.example\nBcc: eve@home.example",
        "ada@home.example, eve@home.example",
        '"ada"@home.example',
        "ada..l@home.example",
        ".ada@home.example",
        "ada@-home.example",
        "ada@home..example",
        "a@b@home.example",
        "a" * 65 + "@home.example",
        "ada@" + "a." * 130 + "example",
        "ada@" + "ü" * 250 + ".example",
        "ádá@home.example",
    ],
)
def test_invalid_addresses(typed: str) -> None:
    with pytest.raises(Refusal) as caught:
        checked_address(typed)
    assert caught.value.reason.code == "bad-address"


@given(st.text(max_size=80) | st.emails())
def test_an_address_is_one_line_of_ascii_and_stays_what_it_is(typed: str) -> None:
    try:
        address, key = checked_address(typed)
    except Refusal:
        return
    assert address.isascii()
    assert address.isprintable()
    assert not set(address) & set(' ,;<>"()[]\\')
    assert address.count("@") == 1
    assert checked_address(address) == (address, key)
    assert checked_address(key) == (key, key)


@pytest.mark.parametrize("language", languages())
def test_every_message_is_said_in_every_language(language: str) -> None:
    row = new_mail("id", "sign_in", "ada@home.example", None, language, 0)
    link = "https://club.example/enter/mail#secret"
    mails = [
        sign_in_mail(row, SITE, [(NAME, link)]),
        confirm_mail(row, SITE, NAME, link),
        *(
            told_mail(new_mail("id", kind, "a@b.example", "ada", language, 0, act), SITE, NAME, link)
            for kind, act in (("moved", ""), ("removed", ""), *(("changed", act) for act in CHANGES))
        ),
    ]
    for mail in mails:
        assert link in mail.text.splitlines()
        for said in (mail.subject, mail.text):
            assert SITE in said or NAME in said
            assert "{{" not in said
            assert not re.search(r"\bmail\.\w", said), "a key without a text"
        assert "\n" not in mail.subject
    assert len({mail.text for mail in mails}) == len(mails)


def test_a_link_to_sign_in_comes_with_its_terms() -> None:
    row = new_mail("id", "sign_in", "ada@home.example", None, "en", 0)
    assert sign_in_mail(row, SITE, [("Ada", "https://club.example/1")]) == Mail(
        "ada@home.example",
        "Your link to sign in at club.example",
        "Here is the link you asked for. It signs you in at club.example:\n\n"
        "https://club.example/1\n\n"
        "It works once, within 15 minutes.\n\n"
        "If you didn’t ask for this, ignore this message. Nothing happens without the link.\n",
        "en",
    )


def test_an_address_is_confirmed_for_a_named_account() -> None:
    row = new_mail("id", "confirm", "ada@home.example", "ada", "en", 0)
    mail = confirm_mail(row, SITE, "Ada", "https://club.example/1")
    assert mail.subject == "Confirm your e-mail address for club.example"
    assert mail.text == (
        "The account “Ada” at club.example would like to use this e-mail address. If that’s you, confirm it "
        "here:\n\nhttps://club.example/1\n\nThe link works once, within a day.\n\n"
        "If you didn’t ask for this, ignore this message. Nothing happens without the link.\n"
    )


def test_a_change_is_told_with_the_account_and_the_site() -> None:
    row = new_mail("id", "changed", "ada@home.example", "ada", "en", 0, "rename")
    mail = told_mail(row, SITE, "Ada", "https://club.example/me")
    assert mail.subject == "Your account “Ada” at club.example"
    assert mail.text == (
        "Your account is called “Ada” now.\n\n"
        "If it wasn’t you, sign in here, end what you don’t know, and change your ways to sign in:\n\n"
        "https://club.example/me\n"
    )
    moved = told_mail(replace(row, kind="moved"), SITE, "Ada", "https://club.example/me")
    assert moved.text.startswith("The account “Ada” at club.example has another e-mail address now. ")


def test_several_accounts_of_an_address_are_told_apart() -> None:
    row = new_mail("id", "sign_in", "ada@home.example", None, "en", 0)
    mail = sign_in_mail(row, SITE, [("Ada", "https://club.example/1"), ("Bob", "https://club.example/2")])
    assert "Ada\nhttps://club.example/1" in mail.text
    assert "Bob\nhttps://club.example/2" in mail.text


def test_a_change_is_told_to_those_who_want_it() -> None:
    known = AddressRow("ada", "ada@home.example", "ada@home.example", None, "nl")
    mail = change_mail(known, "rename", 5, "id")
    assert mail is not None
    assert (mail.address, mail.person, mail.note, mail.language) == (
        "ada@home.example",
        "ada",
        "rename",
        "nl",
    )
    for other in (
        AddressRow("ada", None, None, "ada@home.example", "nl"),
        AddressRow("ada", "ada@home.example", "ada@home.example", None, "nl", tells_changes=False),
    ):
        assert change_mail(other, "rename", 5, "id") is None
    assert change_mail(known, "guest_brought", 5, "id") is None


def test_an_unknown_language_is_english() -> None:
    assert [known_language(each) for each in ("fr", "../fr", "xx", "")] == ["fr", "en", "en", "en"]


def test_a_message_is_in_the_language_of_its_address() -> None:
    link = "https://club.example/enter/mail#secret"
    rows = [new_mail("id", "sign_in", "ada@home.example", None, each, 0) for each in languages()]
    for mails in (
        [sign_in_mail(row, SITE, [(NAME, link)]) for row in rows],
        [confirm_mail(row, SITE, NAME, link) for row in rows],
        [told_mail(replace(row, kind="changed", note="rename"), SITE, NAME, link) for row in rows],
    ):
        assert len({mail.text for mail in mails}) == len({mail.subject for mail in mails}) == len(rows)
        assert [mail.language for mail in mails] == list(languages())
