"""A club as outsiders, members and its staff see it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from quincunx.club.clubs.ports import ClubRow
from quincunx.club.clubs.standings import Played
from quincunx.club.clubs.state import Actor, Announcement, Club, Link, Member, Night, Season
from quincunx.club.clubs.view import (
    calendar_path,
    check_may_look,
    season_of,
    season_standings,
    summary,
    view,
)
from quincunx.club.clubs.wire import (
    ClubAnnouncement,
    ClubLink,
    ClubNight,
    ClubPerson,
    ClubSeason,
    ClubSettings,
    ClubSummary,
    ClubTable,
    ClubView,
    ClubYou,
    HeadToHead,
    StandingsLine,
)
from quincunx.core.reason import Refusal
from quincunx.table.seats.person import handle_of

NOW = 1_800_000_000_000
HOUR = 3_600_000
ADA, BOB, EVE, GUS, ZOE = (handle_of(each) for each in ("ada", "bob", "eve", "gus", "zoe"))
SETTINGS = ClubSettings("Café", joining="open")
PRIVATE = ClubSettings("Café", joining="open", private=True)
CLUB = Club(
    name="cafe",
    settings=SETTINGS,
    made_at=5,
    key="calendar-key",
    members=(
        Member("eve", "member", 30),
        Member("bob", "organiser", 20),
        Member("ada", "owner", 10),
        Member("gus", "asking", 40),
        Member("zoe", "removed", 50),
        Member("deleted", "member", 60),
    ),
    announcements=(
        Announcement("a3", 3, "deleted", "By somebody who is gone"),
        Announcement("a2", 2, "bob", "Welcome"),
        Announcement("a1", 1, "ada", "Hello"),
    ),
    nights=(
        Night("n1", "Over", NOW - 2 * HOUR, 120),
        Night("n2", "Now", NOW - HOUR, 120),
        Night("n3", "Next", NOW + HOUR, 90),
    ),
    seasons=(Season(1, "Spring", 100), Season(2, "Autumn", 200)),
    links=(
        Link("l1", b"1", "ada", 3, NOW + 1),
        Link("l2", b"2", "ada", 0, NOW + 1),
        Link("l3", b"3", "ada", 3, NOW),
    ),
    names={"ada": "Ada", "bob": "Bob", "eve": "Eve", "gus": "Gus", "zoe": "Zoe"},
)
TABLE = ClubTable("table", "waiting", "cinco", ("Ada",), 1, "Ada", 7)


def seen_by(person: str, club: Club = CLUB, **more: Any) -> ClubView:
    return view(club, Actor(person, is_account=True), NOW, tables=(TABLE,), **more)


def test_a_member_sees_the_club_and_its_tables() -> None:
    assert seen_by("eve") == ClubView(
        name="cafe",
        settings=SETTINGS,
        made=5,
        now=NOW,
        count=4,
        you=ClubYou(role="member"),
        calendar="/c/cafe/calendar.ics",
        members=(
            ClubPerson("Ada", ADA, "owner", 10),
            ClubPerson("Bob", BOB, "organiser", 20),
            ClubPerson("Eve", EVE, "member", 30),
        ),
        announcements=(
            ClubAnnouncement("a2", 2, "Bob", BOB, "Welcome"),
            ClubAnnouncement("a1", 1, "Ada", ADA, "Hello"),
        ),
        nights=(ClubNight("n2", "Now", NOW - HOUR, 120), ClubNight("n3", "Next", NOW + HOUR, 90)),
        seasons=(ClubSeason(2, "Autumn", 200), ClubSeason(1, "Spring", 100)),
        tables=(TABLE,),
    )


@pytest.mark.parametrize("person", ["ada", "bob"])
def test_the_staff_also_sees_requests_removed_people_and_links_that_work(person: str) -> None:
    member, staff = seen_by("eve"), seen_by(person)
    assert staff == replace(
        member,
        you=ClubYou(role="owner" if person == "ada" else "organiser"),
        asking=(ClubPerson("Gus", GUS, "member", 40),),
        removed=(ClubPerson("Zoe", ZOE, "member", 50),),
        links=(ClubLink("l1", 3, NOW + 1),),
    )


def test_an_outsider_sees_a_public_club_without_its_tables() -> None:
    stranger = seen_by("max")
    assert stranger == replace(seen_by("eve"), you=ClubYou(may_join=True), tables=())
    assert seen_by("gus").you == ClubYou(has_asked=True)
    assert seen_by("zoe").you == ClubYou()
    guest = view(CLUB, Actor("guest", is_account=False), NOW)
    assert guest.you == ClubYou(may_join=True, needs_account=True)
    apart = view(CLUB, Actor("max", is_account=True, is_apart=True), NOW)
    assert apart.you == ClubYou()


@pytest.mark.parametrize("person", ["max", "gus", "zoe"])
def test_an_outsider_sees_only_the_settings_of_a_private_club(person: str) -> None:
    private = replace(CLUB, settings=PRIVATE)
    shown = seen_by(person, private, is_server=True)
    assert shown == ClubView("cafe", PRIVATE, 5, NOW, 4, you=seen_by(person).you, is_server=True)
    with pytest.raises(Refusal) as refusal:
        check_may_look(private, person)
    assert refusal.value.reason.code == "club-private"
    check_may_look(CLUB, person)


def test_a_member_of_a_private_club_sees_it_with_the_key_of_its_calendar() -> None:
    private = replace(CLUB, settings=PRIVATE)
    check_may_look(private, "eve")
    assert seen_by("eve", private, is_server=True) == replace(
        seen_by("eve"), settings=PRIVATE, is_server=True, calendar="/c/cafe/calendar.ics?key=calendar-key"
    )
    assert calendar_path(CLUB) == "/c/cafe/calendar.ics"


def test_announcements_of_blocked_people_are_hidden() -> None:
    shown = seen_by("eve", hidden=frozenset({"bob"}))
    assert [each.id for each in shown.announcements] == ["a1"]


@pytest.mark.parametrize("standing", ["owner", "organiser", "member", "asking", "removed", None])
def test_a_line_of_a_list_tells_outsiders_of_a_private_club_no_night(standing: Any) -> None:
    row = ClubRow("cafe", replace(SETTINGS, about="Coffee"), 4, standing, next_night=9, asking=2)
    role = standing if standing in ("owner", "organiser", "member") else None
    line = ClubSummary(
        "cafe", "Café", "Coffee", 4, "open", role, 9, 2 if role in ("owner", "organiser") else 0
    )
    assert summary(row) == line
    private = replace(row, settings=replace(row.settings, private=True))
    assert summary(private) == replace(line, next_night=9 if role else None)


def test_a_season_lasts_until_the_next_and_the_current_one_is_usual() -> None:
    spring, autumn = CLUB.seasons
    assert season_of(CLUB, 1) == (spring, 200)
    assert season_of(CLUB, 2) == season_of(CLUB, None) == (autumn, None)
    for number in (0, 3):
        with pytest.raises(Refusal) as refusal:
            season_of(CLUB, number)
        assert refusal.value.reason.code == "club-no-season"


def test_the_standings_name_those_who_belong_to_the_club() -> None:
    games = [
        Played("t1", "ada", 0, "won"),
        Played("t1", "bob", 1, "lost"),
        Played("t2", "ada", 0, "drew"),
        Played("t2", "eve", 1, "drew"),
        Played("t3", "deleted", 0, "won"),
        Played("t3", "bob", 1, "lost"),
    ]
    shown = season_standings(CLUB, CLUB.seasons[0], 200, games, {"ada": 1_600, "deleted": 9_000})
    assert (shown.season, shown.until, shown.is_partial) == (ClubSeason(1, "Spring", 100), 200, False)
    assert shown.lines == (
        StandingsLine(1, "Ada", ADA, 1.5, 1, 1, 0, 1_600),
        StandingsLine(2, "Eve", EVE, 0.5, 0, 1, 0, None),
        StandingsLine(3, "Bob", BOB, 0.0, 0, 0, 1, None),
    )
    assert set(shown.pairs) == {
        HeadToHead(ADA, BOB, 1.0, 1),
        HeadToHead(BOB, ADA, 0.0, 1),
        HeadToHead(ADA, EVE, 0.5, 1),
        HeadToHead(EVE, ADA, 0.5, 1),
    }
