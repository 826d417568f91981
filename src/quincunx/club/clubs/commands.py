"""Commands to a club: each gives a new state or a refusal. Pure.

A club always has one owner. Commands that change nothing return the same object, so sending one twice is
harmless.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Final

from msgspec.structs import replace

from quincunx.club.clubs import rules
from quincunx.club.clubs.state import Actor, Announcement, Club, Link, Member, Night, Season, Standing
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
from quincunx.core.reason import Refusal, refused
from quincunx.table.seats.person import checked_text

DAY: Final = 24 * 3_600_000
FIRST_SEASON: Final = "1"
_OWNERS: Final = (SetRole, HandOver, EditClub, BeginSeason, CloseClub)
_ANYBODY: Final = (JoinClub, LeaveClub)


def create_club(name: str, settings: ClubSettings, owner: str, now: int, new_id: Callable[[], str]) -> Club:
    """Create a club with its first season. Raises :class:`~quincunx.core.reason.Refusal`."""
    return Club(
        name=rules.checked_club_name(name),
        settings=rules.checked_settings(settings),
        made_at=now,
        key=new_id(),
        members=(Member(owner, "owner", now),),
        seasons=(Season(1, FIRST_SEASON, now),),
    )


def with_owner(club: Club, person: str, now: int) -> Club:
    """The club with another owner, whom the server's operator names. The former one becomes an organiser."""
    former = next(each for each in club.members if each.standing == "owner")
    if former.person == person:
        return club
    known = club.member(person)
    since = known.since if known is not None and known.role is not None else now
    return _with(_with(club, replace(former, standing="organiser")), Member(person, "owner", since))


def decide(
    club: Club, command: ClubCommand, actor: Actor, now: int, new_id: Callable[[], str]
) -> Club | None:
    """The club after a person's command; ``None`` if it is closed. Raises
    :class:`~quincunx.core.reason.Refusal`."""
    own = club.member(actor.person)
    if isinstance(command, _OWNERS):
        if own is None or own.standing != "owner":
            raise refused("forbidden", "club-not-owner", "Only the owner of the club can do that.")
    elif not isinstance(command, _ANYBODY) and not club.is_staff(actor.person):
        raise not_staff()
    match command:
        case CloseClub():
            return None
        case JoinClub(link=link):
            return _join(club, actor, link, now)
        case LeaveClub():
            return _leave(club, own)
        case AnswerRequest(handle=handle, accept=accept):
            return _answer(club, handle, accept, now)
        case SetRole(handle=handle, role=role):
            return _with(club, replace(_other(club, handle, actor), standing=role))
        case HandOver(handle=handle):
            heir = replace(_other(club, handle, actor), standing="owner")
            return _with(_with(club, replace(own or heir, standing="organiser")), heir)
        case RemoveMember(handle=handle):
            return _remove(club, handle, actor, now)
        case LetBack(handle=handle):
            return _without(club, handle, "removed")
        case EditClub(settings=settings):
            return replace(club, settings=rules.checked_settings(settings))
        case _:
            return _arrange(club, command, actor, now, new_id)


def _arrange(club: Club, command: ClubCommand, actor: Actor, now: int, new_id: Callable[[], str]) -> Club:
    """Commands about announcements, nights, seasons and links."""
    match command:
        case Announce(text=text):
            said = Announcement(new_id(), now, actor.person, checked_text(text))
            kept = (said, *club.announcements)[: rules.MOST_ANNOUNCEMENTS]
            return replace(club, announcements=kept)
        case DeleteAnnouncement(id=id):
            return replace(club, announcements=tuple(each for each in club.announcements if each.id != id))
        case AddNights():
            return _add_nights(club, command, now, new_id)
        case CancelNight(id=id):
            return replace(club, nights=tuple(each for each in club.nights if each.id != id))
        case BeginSeason(name=name):
            return _begin_season(club, name, now)
        case EndLink(id=id):
            return replace(club, links=tuple(each for each in club.links if each.id != id))
        case _:
            raise AssertionError(command)


def add_link(club: Club, asked: AskClubLink, actor: Actor, link: Link, now: int) -> Club:
    """The club with a new link to join. Raises :class:`~quincunx.core.reason.Refusal`."""
    if not club.is_staff(actor.person):
        raise not_staff()
    rules.check_link(asked)
    good = tuple(each for each in club.links if each.is_good(now))
    if len(good) >= rules.MOST_LINKS:
        sentence = f"The club has {rules.MOST_LINKS} links already; end one of them first."
        raise refused("conflict", "club-links", sentence, most=rules.MOST_LINKS)
    return replace(club, links=(*good, link))


def secret_hash(secret: str) -> bytes:
    """The stored hash of a link's secret."""
    return sha256(secret[:200].encode("utf-8", "surrogatepass")).digest()


def may_join(club: Club, actor: Actor) -> bool:
    """True if the person could join, or ask to, without a link."""
    return (
        club.member(actor.person) is None
        and not actor.is_apart
        and club.settings.joining != "link"
        and len(club.belonging) < rules.MOST_MEMBERS
    )


def not_staff() -> Refusal:
    """The refusal of a command that only organisers and the owner may give."""
    return refused("forbidden", "club-not-staff", "Only organisers and the owner of the club can do that.")


# ---- members ---------------------------------------------------------------------------------------------


def _join(club: Club, actor: Actor, secret: str | None, now: int) -> Club:
    own = club.member(actor.person)
    if own is not None and own.role is not None:
        return club
    if not actor.is_account:
        raise refused("forbidden", "club-by-account", "Only people with an account can join a club.")
    if (own is not None and own.standing == "removed") or actor.is_apart:
        raise refused("forbidden", "club-closed-to-you", "You can’t join this club.")
    hash = None if secret is None else secret_hash(secret)
    link = next((each for each in club.links if each.hash == hash and each.is_good(now)), None)
    if secret is not None and link is None:
        raise refused("conflict", "club-link-ended", "That link doesn’t work any more. Ask for a new one.")
    if link is not None:
        left = replace(link, uses=link.uses - 1)
        club = replace(club, links=tuple(left if each is link else each for each in club.links))
        return _admitted(club, actor.person, now)
    if club.settings.joining == "link":
        raise refused("forbidden", "club-by-link", "You can join this club only with a link from it.")
    if club.settings.joining == "open":
        return _admitted(club, actor.person, now)
    if own is not None:
        return club  # they have asked already
    if sum(each.standing == "asking" for each in club.members) >= rules.MOST_ASKING:
        raise refused("conflict", "club-asked-often", "Too many people have asked to join. Try again later.")
    return _with(club, Member(actor.person, "asking", now))


def _admitted(club: Club, person: str, now: int) -> Club:
    if len(club.belonging) >= rules.MOST_MEMBERS:
        raise refused("conflict", "club-full", "The club has no more room.")
    return _with(club, Member(person, "member", now))


def _leave(club: Club, own: Member | None) -> Club:
    if own is None or own.standing == "removed":
        return club
    if own.standing == "owner":
        sentence = "Hand the club over to another member first, or close it."
        raise refused("conflict", "club-owner-stays", sentence)
    return replace(club, members=tuple(each for each in club.members if each is not own))


def _answer(club: Club, handle: str, accept: bool, now: int) -> Club:
    asking = club.by_handle(handle)
    if asking is None or asking.standing != "asking":
        if accept and asking is not None and asking.role is not None:
            return club
        raise _nobody()
    if accept:
        return _admitted(club, asking.person, now)
    return _without(club, handle, "asking")


def _remove(club: Club, handle: str, actor: Actor, now: int) -> Club:
    other, own = _other(club, handle, actor), club.member(actor.person)
    if other.standing == "owner" or (other.standing == "organiser" and own and own.standing != "owner"):
        raise refused("forbidden", "club-not-owner", "Only the owner of the club can do that.")
    if sum(each.standing == "removed" for each in club.members) >= rules.MOST_REMOVED:
        raise refused("conflict", "club-full", "The club has no more room.")
    return _with(club, Member(other.person, "removed", now))


def _other(club: Club, handle: str, actor: Actor) -> Member:
    """Another member, by handle."""
    found = club.by_handle(handle)
    if found is None or found.role is None:
        raise _nobody()
    if found.person == actor.person:
        raise refused("conflict", "not-yourself", "That is you.")
    return found


def _nobody() -> Refusal:
    return refused("unknown", "club-nobody", "That person isn’t on the club’s list any more.")


def _with(club: Club, member: Member) -> Club:
    others = tuple(each for each in club.members if each.person != member.person)
    return replace(club, members=(*others, member))


def _without(club: Club, handle: str, standing: Standing) -> Club:
    found = club.by_handle(handle)
    kept = tuple(each for each in club.members if each is not found or each.standing != standing)
    return replace(club, members=kept)


# ---- nights and seasons ----------------------------------------------------------------------------------


def _add_nights(club: Club, asked: AddNights, now: int, new_id: Callable[[], str]) -> Club:
    rules.check_nights(asked, now)
    title = rules.checked_line(asked.title, rules.LONGEST_NIGHT, "club-night-title")
    known = {(each.begins, each.title) for each in club.nights}
    new = tuple(
        Night(new_id(), title, begins, asked.minutes)
        for begins in sorted(set(asked.begins))
        if (begins, title) not in known
    )
    kept = tuple(each for each in club.nights if each.begins > now - rules.PAST_NIGHTS)
    if sum(each.ends > now for each in (*kept, *new)) > rules.MOST_NIGHTS:
        sentence = f"The calendar has room for {rules.MOST_NIGHTS} nights."
        raise refused("conflict", "club-many-nights", sentence, most=rules.MOST_NIGHTS)
    return replace(club, nights=tuple(sorted((*kept, *new), key=lambda each: each.begins)))


def _begin_season(club: Club, name: str, now: int) -> Club:
    name = rules.checked_line(name, rules.LONGEST_TITLE, "club-season")
    newest = max(club.seasons, key=lambda each: each.number)
    if now - newest.began < DAY:
        return replace(club, seasons=(*club.seasons[:-1], replace(newest, name=name)))
    kept = club.seasons[1 - rules.MOST_SEASONS :]
    return replace(club, seasons=(*kept, Season(newest.number + 1, name, now)))
