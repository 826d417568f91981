"""Commands to a club: roles, joining, and what each member may do."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace

from quincunx.club.clubs import commands, rules
from quincunx.club.clubs.state import Actor, Club, Link, Member
from quincunx.club.clubs.wire import (
    AddNights,
    Announce,
    AnswerRequest,
    AskClubLink,
    BeginSeason,
    CancelNight,
    CloseClub,
    ClubCommand,
    ClubSettings,
    DeleteAnnouncement,
    EditClub,
    EndLink,
    HandOver,
    JoinClub,
    LeaveClub,
    LetBack,
    RemoveMember,
    SetRole,
)
from quincunx.core.reason import Refusal
from quincunx.table.seats.person import handle_of

NOW = 1_800_000_000_000
DAY = commands.DAY
_ids = count()


def new_id() -> str:
    return f"id{next(_ids)}"


def club(joining: Any = "open", **standings: Any) -> Club:
    """A club of Ada's with these other people."""
    made = commands.create_club("chess-cafe", ClubSettings("Café", joining=joining), "ada", NOW, new_id)
    others = tuple(Member(person, standing, NOW + 1) for person, standing in standings.items())
    return replace(made, members=(*made.members, *others))


def decide(club: Club, command: ClubCommand, person: str, now: int = NOW, **more: Any) -> Club:
    after = commands.decide(club, command, Actor(person, **{"is_account": True, **more}), now, new_id)
    assert after is not None
    return after


def refusal(club: Club, command: ClubCommand, person: str, **more: Any) -> str:
    with pytest.raises(Refusal) as refused:
        decide(club, command, person, **more)
    return refused.value.reason.code


def standing(club: Club, person: str) -> str | None:
    found = club.member(person)
    return None if found is None else found.standing


def test_anyone_joins_an_open_club_once_and_leaves_it() -> None:
    joined = decide(club(), JoinClub(), "bob")
    assert standing(joined, "bob") == "member"
    assert decide(joined, JoinClub(), "bob") is joined
    assert refusal(club(), JoinClub(), "bob", is_account=False) == "club-by-account"
    assert refusal(club(), JoinClub(), "bob", is_apart=True) == "club-closed-to-you"
    assert standing(decide(joined, LeaveClub(), "bob"), "bob") is None
    assert refusal(joined, LeaveClub(), "ada") == "club-owner-stays"


def test_a_request_waits_for_an_organiser() -> None:
    asked = decide(club("request", eve="organiser"), JoinClub(), "bob")
    assert standing(asked, "bob") == "asking"
    assert not asked.belongs("bob")
    bob = handle_of("bob")
    assert refusal(asked, AnswerRequest(bob, True), "bob") == "club-not-staff"
    assert standing(decide(asked, AnswerRequest(bob, True), "eve"), "bob") == "member"
    declined = decide(asked, AnswerRequest(bob, False), "eve")
    assert standing(declined, "bob") is None
    assert refusal(declined, AnswerRequest(bob, True), "eve") == "club-nobody"
    full = replace(asked, members=(*asked.members, *(Member(f"p{n}", "asking", 0) for n in range(100))))
    assert refusal(full, JoinClub(), "zoe") == "club-asked-often"


def test_a_link_lets_its_number_of_people_in_until_it_ends() -> None:
    link = Link("l1", commands.secret_hash("secret"), "ada", uses=1, until=NOW + DAY)
    linked = commands.add_link(club("link"), AskClubLink(1, 1), Actor("ada", is_account=True), link, NOW)
    assert refusal(linked, JoinClub(), "bob") == "club-by-link"
    assert refusal(linked, JoinClub("wrong"), "bob") == "club-link-ended"
    assert refusal(linked, JoinClub("secret"), "bob", now=NOW + DAY) == "club-link-ended"
    joined = decide(linked, JoinClub("secret"), "bob")
    assert standing(joined, "bob") == "member"
    assert decide(joined, JoinClub("secret"), "bob") is joined, "a member uses nothing up"
    assert refusal(joined, JoinClub("secret"), "zoe") == "club-link-ended"
    with pytest.raises(Refusal):
        commands.add_link(joined, AskClubLink(), Actor("bob", is_account=True), link, NOW)


def test_removed_people_stay_out_until_they_are_let_back() -> None:
    here = club(bob="member", eve="organiser", max="organiser")
    bob, eve = handle_of("bob"), handle_of("eve")
    removed = decide(here, RemoveMember(bob), "eve")
    assert refusal(removed, JoinClub(), "bob") == "club-closed-to-you"
    assert standing(decide(removed, LeaveClub(), "bob"), "bob") == "removed"
    assert standing(decide(decide(removed, LetBack(bob), "eve"), JoinClub(), "bob"), "bob") == "member"
    assert refusal(here, RemoveMember(eve), "max") == "club-not-owner"
    assert refusal(here, RemoveMember(handle_of("ada")), "eve") == "club-not-owner"
    assert refusal(here, RemoveMember(eve), "eve") == "not-yourself"
    assert standing(decide(here, RemoveMember(eve), "ada"), "eve") == "removed"


def test_a_club_has_one_owner_who_can_hand_it_over() -> None:
    here = club(bob="member", eve="organiser")
    bob = handle_of("bob")
    after = decide(here, HandOver(bob), "ada")
    assert [(each.person, each.standing) for each in after.belonging] == [
        ("bob", "owner"),
        ("ada", "organiser"),
        ("eve", "organiser"),
    ]
    for command in (SetRole(bob, "organiser"), HandOver(bob), CloseClub(), EditClub(here.settings)):
        assert refusal(here, command, "eve") == "club-not-owner"
    assert standing(decide(here, SetRole(bob, "organiser"), "ada"), "bob") == "organiser"
    assert commands.decide(here, CloseClub(), Actor("ada", is_account=True), NOW, new_id) is None


def test_an_owner_edits_the_settings_which_are_tidied() -> None:
    edited = decide(club(), EditClub(ClubSettings("  New   name ", joining="link")), "ada")
    assert edited.settings == ClubSettings("New name", joining="link")


def test_announcements_are_bounded() -> None:
    here = club(bob="member")
    assert refusal(here, Announce("Hello"), "bob") == "club-not-staff"
    for number in range(rules.MOST_ANNOUNCEMENTS + 1):
        here = decide(here, Announce(f"News {number}"), "ada")
    assert len(here.announcements) == rules.MOST_ANNOUNCEMENTS
    assert here.announcements[0].text == f"News {rules.MOST_ANNOUNCEMENTS}"


def test_nights_are_added_once_and_lie_ahead() -> None:
    weekly = AddNights("Club night", tuple(NOW + week * 7 * DAY for week in range(3)), 120)
    here = decide(decide(club(), weekly, "ada"), weekly, "ada")
    assert [each.begins for each in here.nights] == list(weekly.begins)
    assert here.nights[0].ends == NOW + 120 * 60_000
    assert decide(here, AddNights("Far", (NOW + rules.NIGHTS_AHEAD,)), "ada").nights[-1].title == "Far"
    for begins in (NOW - 1, NOW + rules.NIGHTS_AHEAD + 1):
        assert refusal(here, AddNights("Late", (begins,)), "ada") == "club-night-time"
    assert refusal(here, AddNights("None", ()), "ada") == "club-nights"
    assert refusal(here, AddNights(" ", (NOW,)), "ada") == "club-night-title"
    daily = [AddNights("Daily", tuple(NOW + hour + day * DAY for day in range(26))) for hour in range(4)]
    for each in daily[:3]:
        here = decide(here, each, "ada")
    assert refusal(here, daily[3], "ada") == "club-many-nights"


def test_a_season_ends_when_the_next_one_begins() -> None:
    renamed = decide(club(), BeginSeason("Spring"), "ada", now=NOW + DAY - 1)
    assert [(each.number, each.name) for each in renamed.seasons] == [(1, "Spring")]
    assert refusal(renamed, BeginSeason(" "), "ada") == "club-season"
    later = decide(renamed, BeginSeason("Autumn"), "ada", now=NOW + DAY)
    assert [(each.number, each.name, each.began) for each in later.seasons] == [
        (1, "Spring", NOW),
        (2, "Autumn", NOW + DAY),
    ]


@pytest.mark.parametrize("name", ["", "ab", "-abc", "abc-", "a" * 25, "a b", "café", "a/b"])
def test_a_clubs_address_is_plain(name: str) -> None:
    with pytest.raises(Refusal):
        rules.checked_club_name(name)
    assert rules.checked_club_name("Chess-Cafe") == "chess-cafe"


def test_texts_keep_their_lines_and_nothing_invisible() -> None:
    settings = ClubSettings("  The   Club ", about="One  two\n\n\n\nthree \n")
    checked = rules.checked_settings(settings)
    assert (checked.title, checked.about) == ("The Club", "One two\n\nthree")
    invisible = ClubSettings("Club", about="th\u200bree")
    bad_texts = [ClubSettings("Club", about="x" * length) for length in (501, 4_001)]
    for bad in (invisible, ClubSettings(""), ClubSettings("x" * 41), *bad_texts):
        with pytest.raises(Refusal):
            rules.checked_settings(bad)


def test_the_operator_names_another_owner_who_keeps_their_time_of_joining() -> None:
    here = club(bob="member", gus="asking")
    assert commands.with_owner(here, "ada", NOW + 9) is here
    after = commands.with_owner(here, "bob", NOW + 9)
    assert [(each.person, each.standing, each.since) for each in after.belonging] == [
        ("bob", "owner", NOW + 1),
        ("ada", "organiser", NOW),
    ]
    for person in ("gus", "zoe"):
        after = commands.with_owner(here, person, NOW + 9)
        assert after.member(person) == Member(person, "owner", NOW + 9)
        assert standing(after, "ada") == "organiser"


def test_joining_is_offered_to_those_who_could_join() -> None:
    def may_join(club: Club, person: str = "zoe", **more: Any) -> bool:
        return commands.may_join(club, Actor(person, **{"is_account": True, **more}))

    assert may_join(club("open"))
    assert may_join(club("request"))
    assert not may_join(club("link"))
    assert not may_join(club("open", zoe="asking"))
    assert not may_join(club("open", zoe="removed"))
    assert not may_join(club("open"), is_apart=True)
    crowd = {f"p{n}": "member" for n in range(rules.MOST_MEMBERS - 1)}
    assert not may_join(club("open", **crowd))
    crowd.popitem()
    assert may_join(club("open", **crowd))


def test_a_club_has_room_for_so_many() -> None:
    crowd = {f"p{n}": "member" for n in range(rules.MOST_MEMBERS - 2)}
    nearly = club("open", **crowd)
    full = decide(nearly, JoinClub(), "zoe")
    assert standing(full, "zoe") == "member"
    assert refusal(full, JoinClub(), "yan") == "club-full"
    gone = {f"p{n}": "removed" for n in range(rules.MOST_REMOVED)}
    assert refusal(club(bob="member", **gone), RemoveMember(handle_of("bob")), "ada") == "club-full"
    gone.popitem()
    assert (
        standing(decide(club(bob="member", **gone), RemoveMember(handle_of("bob")), "ada"), "bob")
        == "removed"
    )


def test_links_are_few_and_ended_ones_take_no_place() -> None:
    here, ada = club("link"), Actor("ada", is_account=True)
    for number in range(rules.MOST_LINKS):
        link = Link(f"l{number}", bytes([number]), "ada", uses=1, until=NOW + DAY)
        here = commands.add_link(here, AskClubLink(1, 1), ada, link, NOW)
    one_more = Link("more", b"more", "ada", uses=1, until=NOW + DAY)
    with pytest.raises(Refusal) as caught:
        commands.add_link(here, AskClubLink(1, 1), ada, one_more, NOW)
    assert (caught.value.reason.code, caught.value.reason.params) == (
        "club-links",
        {"most": rules.MOST_LINKS},
    )
    assert commands.add_link(here, AskClubLink(1, 1), ada, one_more, NOW + DAY).links == (one_more,)
    ended = decide(here, EndLink("l3"), "ada")
    assert [each.id for each in ended.links] == [f"l{n}" for n in range(rules.MOST_LINKS) if n != 3]


@pytest.mark.parametrize("asked", [(0, 1), (501, 1), (1, 0), (1, 91)])
def test_a_link_has_terms(asked: tuple[int, int]) -> None:
    for good in ((1, 1), (500, 90)):
        rules.check_link(AskClubLink(*good))
    with pytest.raises(Refusal) as caught:
        rules.check_link(AskClubLink(*asked))
    assert caught.value.reason.code == "club-link"


def test_announcements_and_nights_are_taken_back() -> None:
    here = club()
    for text in ("One", "Two", "Three"):
        here = decide(here, Announce(text), "ada")
    two = here.announcements[1]
    assert (two.person, two.at, two.text) == ("ada", NOW, "Two")
    assert [each.text for each in decide(here, DeleteAnnouncement(two.id), "ada").announcements] == [
        "Three",
        "One",
    ]
    here = decide(here, AddNights("Night", (NOW, NOW + DAY)), "ada")
    assert [each.begins for each in decide(here, CancelNight(here.nights[0].id), "ada").nights] == [NOW + DAY]


def test_of_seasons_and_nights_old_ones_go() -> None:
    here = club()
    for number in range(1, rules.MOST_SEASONS + 1):
        here = decide(here, BeginSeason(f"S{number}"), "ada", now=NOW + number * DAY)
    assert len(here.seasons) == rules.MOST_SEASONS
    assert (here.seasons[0].number, here.seasons[-1].number) == (2, rules.MOST_SEASONS + 1)
    here = decide(here, AddNights("Night", (NOW,)), "ada")
    kept = decide(
        here, AddNights("New", (NOW + rules.PAST_NIGHTS - 1,)), "ada", now=NOW + rules.PAST_NIGHTS - 1
    )
    assert [each.title for each in kept.nights] == ["Night", "New"]
    gone = decide(here, AddNights("New", (NOW + rules.PAST_NIGHTS,)), "ada", now=NOW + rules.PAST_NIGHTS)
    assert [each.title for each in gone.nights] == ["New"]
