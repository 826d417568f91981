"""Notifications in words, on a device and by mail."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from quincunx.club.mail import new_mail, notice_mail
from quincunx.club.reach.notifications import KINDS, Event, NotificationChoices, phrase, push_of, texts_of
from quincunx.texts.catalogue import languages

EVENT = Event(
    "ada",
    "weekly",
    "week-1",
    phrase("weekly"),
    (phrase("running", count=3), phrase("waiting", count=1)),
    "/tables",
    3_600,
)


@pytest.mark.parametrize(
    ("language", "title", "body"),
    [
        ("en", "Your turn-based games this week", "3 games in progress · 1 waits for you"),
        ("de", "Deine Fernpartien dieser Woche", "3 laufende Partien · 1 wartet auf dich"),
    ],
)
def test_a_message_to_a_device_is_in_its_language_and_opens_its_page(
    language: str, title: str, body: str
) -> None:
    message = push_of(EVENT, language)
    assert json.loads(message.body) == {"title": title, "body": body, "path": "/tables"}
    assert (message.seconds, message.is_urgent) == (3_600, False)


def test_a_newer_message_about_the_same_event_replaces_the_older() -> None:
    topic = push_of(EVENT, "en").topic
    assert push_of(replace(EVENT, title=phrase("time", game="Cinco")), "de").topic == topic
    assert push_of(replace(EVENT, id="week-2"), "en").topic != topic
    assert len(topic) <= 32, "longer ones are refused by push services"
    assert topic.replace("-", "").replace("_", "").isalnum()


@pytest.mark.parametrize("language", languages())
def test_the_body_begins_with_a_capital_letter(language: str) -> None:
    soon = replace(EVENT, title=phrase("tournament", name="Cup"), body=(phrase("begins", count=5),))
    title, body = texts_of(soon, language)
    assert "Cup" in title
    assert "5" in body
    assert body[0] == body[0].upper()
    assert texts_of(replace(soon, body=()), language) == (title, "")


def test_english_words() -> None:
    soon = replace(EVENT, title=phrase("tournament", name="Cup"), body=(phrase("begins", count=5),))
    assert texts_of(soon, "en") == ("Cup starts soon", "In 5 minutes")


def test_each_kind_has_a_way() -> None:
    ways = {kind: NotificationChoices().way(kind) for kind in KINDS}
    assert {kind for kind, way in ways.items() if way == "off"} == {"friend", "weekly"}
    assert set(ways.values()) == {"push", "off"}


def test_a_mailed_notification_ends_with_how_to_end_it() -> None:
    row = new_mail("id", "notice", "ada@home.example", "ada", "en", 0)
    links = ("https://club.example/t/1", "https://club.example/stop", "https://club.example/me")
    mail = notice_mail(row, "club.example", "It’s your turn", "Against Bob", links)
    assert (mail.to, mail.subject, mail.language) == ("ada@home.example", "It’s your turn", "en")
    assert mail.unsubscribe == links[1]
    assert mail.text.strip().split("\n\n") == [
        "Against Bob",
        links[0],
        "To stop e-mails of this kind, open:",
        links[1],
        "To choose what we notify you of, open:",
        links[2],
    ]
    assert notice_mail(row, "club.example", "Title", "", links).text.startswith(links[0])
