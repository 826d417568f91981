"""Clubs over HTTP: from a link to the season's table, with what strangers and members may not do."""

from __future__ import annotations

import csv
import io
import time
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import icalendar
import pytest

from quincunx.server.site.colours import DARK, Colours, readable
from tests.server.conftest import NewGuest
from tests.server.support import CINCO, PROMISE, Guest, Server, assert_refused

WORDS = ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")
_numbers = count()


@pytest.fixture
def new_account(new_guest: NewGuest) -> Any:
    def make() -> Guest:
        guest = new_guest()
        number = next(_numbers)
        name = f"Club Member {WORDS[number // 10]} {WORDS[number % 10]}"
        guest.register(name, "correct horse battery staple")
        return guest

    return make


def make(owner: Guest, name: str, **settings: Any) -> str:
    given = {"name": name, "settings": {"title": "Café, Quincunx; Berlin", "joining": "open", **settings}}
    answer = owner.http.post("/api/clubs", json=given)
    assert answer.status_code == 201, answer.text
    return name


def ask(guest: Guest, club: str, kind: str, **more: Any) -> Any:
    return guest.http.post(f"/api/clubs/{club}/commands", json={"type": kind, **more})


def do(guest: Guest, club: str, kind: str, **more: Any) -> dict[str, Any]:
    answer = ask(guest, club, kind, **more)
    assert answer.status_code == 200, answer.text
    return dict(answer.json() or {})


def view(guest: Guest, club: str) -> dict[str, Any]:
    return dict(guest.http.get(f"/api/clubs/{club}").json())


def test_a_club_from_its_link_to_its_seasons_table(new_account: Any, carol: Guest) -> None:
    owner, bob = new_account(), new_account()
    club = make(owner, "link-club", joining="link")
    assert_refused(ask(bob, club, "join"), 403, "club-by-link")
    made = owner.http.post(f"/api/clubs/{club}/links", json={"uses": 1, "days": 1}).json()
    path, _, secret = made["path"].partition("#")
    assert path == f"/c/{club}"
    assert_refused(ask(carol, club, "join", link=secret), 403, "club-by-account")
    assert do(bob, club, "join", link=secret)["you"]["role"] == "member"
    table = owner.make({**CINCO, "club": club, "listed": True})
    assert not owner.look(table)["settings"]["listed"]
    assert [each["id"] for each in view(bob, club)["tables"]] == [table]
    assert view(carol, club)["tables"] == []
    owner.sit(table, 0)
    refused = carol.command(table, {"type": "sit_down", "seat": 1, "commitment": "ab" * 32})
    assert_refused(refused, 403, "club-members-only")
    bob.sit(table, 1)
    assert owner.command(table, {"type": "resign", "seat": 0}).status_code == 200
    lines = standings(owner, club)
    assert [(each["name"], each["points"]) for each in lines] == [(bob.name, 1.0), (owner.name, 0.0)]
    file = owner.http.get(f"/api/clubs/{club}/standings.csv")
    assert file.headers["content-disposition"] == f'attachment; filename="{club}-1.csv"'
    first, second = csv.DictReader(io.StringIO(file.content.decode("utf-8-sig")))
    assert (first["name"], first["points"], first[owner.name], second[bob.name]) == (
        bob.name,
        "1",
        "1/1",
        "0/1",
    )
    games = carol.http.get(f"/api/clubs/{club}/games").json()["games"]
    assert [each["table"] for each in games] == [table]


def standings(guest: Guest, club: str) -> list[dict[str, Any]]:
    """The lines of the current season, once its first game is recorded. They are cached."""
    end = time.monotonic() + 20
    while not guest.http.get(f"/api/clubs/{club}/games").json()["games"]:
        assert time.monotonic() < end
        time.sleep(0.05)
    return list(guest.http.get(f"/api/clubs/{club}/standings").json()["lines"])


def test_the_calendar_is_one_that_calendars_read(new_account: Any, carol: Guest) -> None:
    owner = new_account()
    club = make(owner, "calendar-club", private=True)
    now = view(owner, club)["now"]
    begins = [now + 1_000 * 3_600 * 24 * day for day in (1, 8)]
    title = "Abend: Würfel, Karten; und noch viel mehr Würfel bis spät"
    after = do(owner, club, "add_nights", title=title, begins=begins, minutes=90)
    assert [each["begins"] for each in after["nights"]] == begins
    assert "calendar" not in view(carol, club) or view(carol, club)["calendar"] is None
    assert_refused(carol.http.get(f"/c/{club}/calendar.ics"), 403, "club-private")
    feed = carol.http.get(after["calendar"])
    assert feed.headers["content-type"] == "text/calendar; charset=utf-8"
    assert all(len(line) <= 75 for line in feed.content.split(b"\r\n"))
    events = icalendar.Calendar.from_ical(feed.content).walk("VEVENT")
    assert [str(each["SUMMARY"]) for each in events] == [f"{title} (Café, Quincunx; Berlin)"] * 2
    starts = [each["DTSTART"].dt for each in events]
    assert starts == [datetime.fromtimestamp(each // 1000, UTC) for each in begins]
    assert (events[0]["DTEND"].dt - starts[0]).total_seconds() == 90 * 60
    assert len({str(each["UID"]) for each in events}) == 2


def test_strangers_of_a_private_club_see_how_to_join_and_nothing_else(new_account: Any, carol: Guest) -> None:
    owner, bob = new_account(), new_account()
    club = make(owner, "private-club", private=True, joining="request")
    do(owner, club, "announce", text="Bring a board")
    seen = view(bob, club)
    assert seen["you"] == {"role": None, "has_asked": False, "may_join": True, "needs_account": False}
    assert (seen["members"], seen["announcements"], seen["count"]) == ([], [], 1)
    for path in ("games", "standings", "standings.csv"):
        assert_refused(bob.http.get(f"/api/clubs/{club}/{path}"), 403, "club-private")
    assert do(bob, club, "join")["you"]["has_asked"]
    assert_refused(ask(bob, club, "announce", text="Hi"), 403, "club-not-staff")
    (asking,) = view(owner, club)["asking"]
    do(owner, club, "answer", handle=asking["handle"], accept=True)
    shown = view(bob, club)
    assert [each["text"] for each in shown["announcements"]] == ["Bring a board"]
    assert [each["role"] for each in shown["members"]] == ["owner", "member"]
    assert (shown["asking"], shown["removed"], shown["links"]) == ([], [], [])
    assert_refused(carol.http.get("/api/clubs/no-such-club"), 404, "no-such-club")


def test_lists_limits_and_the_end_of_a_club(new_account: Any, carol: Guest) -> None:
    owner, bob = new_account(), new_account()
    assert_refused(
        carol.http.post("/api/clubs", json={"name": "guests", "settings": {"title": "G"}}),
        403,
        "club-by-account",
    )
    club = make(owner, "listed-club")
    taken = {"name": club, "settings": {"title": "Mine"}}
    assert_refused(bob.http.post("/api/clubs", json=taken), 409, "club-taken")
    do(bob, club, "join")
    lists = bob.http.get("/api/clubs").json()
    assert [each["name"] for each in lists["mine"]] == [club]
    assert club not in [each["name"] for each in lists["listed"]]
    assert club in [each["name"] for each in carol.http.get("/api/clubs").json()["listed"]]
    for _ in range(10):
        do(owner, club, "announce", text="Again")
    assert_refused(ask(owner, club, "announce", text="Again"), 429, "too-many-tries")
    assert_refused(ask(bob, club, "close"), 403, "club-not-owner")
    assert do(owner, club, "close") == {}
    assert_refused(bob.http.get(f"/api/clubs/{club}"), 404, "no-such-club")
    assert bob.http.get("/api/clubs").json()["mine"] == []


OWN = {
    "QUINCUNX_CLUB": "chess-cafe",
    "QUINCUNX_ACCESS": "accounts",
    "QUINCUNX_SITE_NAME": "Café <Chess>",
    "QUINCUNX_COLOUR": "#24588f",
    "QUINCUNX_IMPRINT": "https://club.example/imprint",
}


def test_a_server_that_is_one_club_of_accounts_says_so(tmp_path: Path) -> None:
    privacy = tmp_path / "privacy.md"
    privacy.write_text("# Data\n\nNone.")
    server = Server(tmp_path / "data", **OWN, QUINCUNX_PRIVACY=str(privacy))
    guest, member = Guest(server), Guest(server)
    try:
        page = guest.http.get("/", headers={"accept": "text/html"}).text
        tags = (
            f'<meta name="quincunx-{name}" content="{content}" />'
            for name, content in (
                ("club", "chess-cafe"),
                ("access", "accounts"),
                ("site-name", "Café &lt;Chess&gt;"),
                ("colours", " ".join(Colours("#24588f", readable("#24588f", DARK)).shown)),
                ("imprint", "https://club.example/imprint"),
                ("privacy", "/privacy"),
            )
        )
        assert "".join(tags) in page.partition("</head>")[0]
        assert "<title>Café &lt;Chess&gt;</title>" in page
        text = guest.http.get("/api/site/privacy?language=de").json()
        assert (text["title"], text["nodes"][0]["children"][0]["text"]) == ("Data", "None.")
        assert_refused(guest.http.get("/api/site/imprint"), 404, "not-found")
        assert_refused(guest.http.get("/api/site/other"), 400, "malformed")
        for path in ("/play", "/c", "/c/chess-cafe", "/privacy"):
            assert guest.http.get(path, headers={"accept": "text/html"}).text == page
        assert not guest.http.get("/api/clubs").json()["may_create"]
        club = {"name": "other", "settings": {"title": "Other"}}
        assert_refused(guest.http.post("/api/clubs", json=club), 403, "club-one-only")
        given = {"name": "Member", "password": "correct horse battery staple"}
        member.take_cookie(member.http.post("/api/account", json=given))
        with guest.open(member.make()) as socket:
            sit = {"type": "sit_down", "seat": 1, "commitment": PROMISE}
            answer = socket.command(sit, socket.hello()["version"], "sit")
            assert answer["reason"]["code"] == "needs-account"
    finally:
        guest.close()
        member.close()
        server.stop()
