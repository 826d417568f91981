"""A club's view for a visitor, member or organiser. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from quincunx.club.clubs.commands import may_join
from quincunx.club.clubs.ports import ClubRow
from quincunx.club.clubs.standings import Played, head_to_head, standings
from quincunx.club.clubs.state import Actor, Club, Link, Member, Season
from quincunx.club.clubs.wire import (
    ClubAnnouncement,
    ClubLink,
    ClubNight,
    ClubPerson,
    ClubSeason,
    ClubStandings,
    ClubSummary,
    ClubTable,
    ClubView,
    ClubYou,
    HeadToHead,
    StandingsLine,
)
from quincunx.core.reason import refused
from quincunx.table.seats.person import handle_of

MEMBERS_ONLY: Final = "Only members of this club can see that."


def check_may_look(club: Club, person: str) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` for outsiders of a private club."""
    if club.settings.private and not club.belongs(person):
        raise refused("forbidden", "club-private", MEMBERS_ONLY)


def view(
    club: Club,
    actor: Actor,
    now: int,
    *,
    hidden: frozenset[str] = frozenset(),
    tables: tuple[ClubTable, ...] = (),
    is_server: bool = False,
) -> ClubView:
    """The club as this person may see it. ``hidden`` are people whose announcements they do not see, because
    one has blocked the other. ``tables`` are those for members."""
    own = club.member(actor.person)
    role = None if own is None else own.role
    you = ClubYou(
        role=role,
        has_asked=own is not None and own.standing == "asking",
        may_join=may_join(club, actor),
        needs_account=not actor.is_account,
    )
    shown = ClubView(
        name=club.name,
        settings=club.settings,
        made=club.made_at,
        now=now,
        count=len(club.belonging),
        you=you,
        is_server=is_server,
    )
    if club.settings.private and role is None:
        return shown
    is_staff = club.is_staff(actor.person)
    return ClubView(
        **{name: getattr(shown, name) for name in ("name", "settings", "made", "now", "count", "you")},
        is_server=is_server,
        calendar=calendar_path(club),
        members=tuple(_people(club, club.belonging)),
        asking=tuple(_people(club, _of(club, "asking"))) if is_staff else (),
        removed=tuple(_people(club, _of(club, "removed"))) if is_staff else (),
        links=tuple(map(link_view, (each for each in club.links if each.is_good(now)))) if is_staff else (),
        announcements=tuple(
            ClubAnnouncement(each.id, each.at, club.names[each.person], handle_of(each.person), each.text)
            for each in club.announcements
            if each.person in club.names and each.person not in hidden
        ),
        nights=tuple(
            ClubNight(each.id, each.title, each.begins, each.minutes)
            for each in club.nights
            if each.ends > now
        ),
        seasons=tuple(season_view(each) for each in reversed(club.seasons)),
        tables=() if role is None else tables,
    )


def calendar_path(club: Club) -> str:
    """The path of the calendar feed. That of a private club has a key, since calendars have no cookies."""
    key = f"?key={club.key}" if club.settings.private else ""
    return f"/c/{club.name}/calendar.ics{key}"


def link_view(link: Link) -> ClubLink:
    """A link to join, without its secret."""
    return ClubLink(link.id, link.uses, link.until)


def season_view(season: Season) -> ClubSeason:
    """A season."""
    return ClubSeason(season.number, season.name, season.began)


def summary(row: ClubRow) -> ClubSummary:
    """A line in a list."""
    role = None if row.standing is None else Member("", row.standing, 0).role
    is_hidden = row.settings.private and role is None
    return ClubSummary(
        name=row.name,
        title=row.settings.title,
        about=row.settings.about,
        count=row.count,
        joining=row.settings.joining,
        role=role,
        next_night=None if is_hidden else row.next_night,
        asking=row.asking if role in ("owner", "organiser") else 0,
    )


def season_of(club: Club, number: int | None) -> tuple[Season, int | None]:
    """A season, the current one by default, and its end. Raises :class:`~quincunx.core.reason.Refusal`."""
    number = club.seasons[-1].number if number is None else number
    for season, later in zip(club.seasons, (*club.seasons[1:], None), strict=True):
        if season.number == number:
            return season, None if later is None else later.began
    raise refused("unknown", "club-no-season", "The club has no such season.")


def season_standings(
    club: Club, season: Season, until: int | None, played: Sequence[Played], ratings: Mapping[str, int]
) -> ClubStandings:
    """The standings of a season, among people who belong to the club now."""
    known = [each for each in played if each.person in club.names]
    pairs = head_to_head(known)
    lines = tuple(
        StandingsLine(
            place=each.place,
            name=club.names[each.person],
            handle=handle_of(each.person),
            points=each.score.points,
            won=each.score.won,
            drew=each.score.drew,
            lost=each.score.lost,
            rating=ratings.get(each.person),
        )
        for each in standings(pairs)
    )
    against = tuple(
        HeadToHead(handle_of(one), handle_of(other), score.points, score.games)
        for (one, other), score in pairs.items()
    )
    return ClubStandings(season_view(season), until, lines, against)


def _of(club: Club, standing: str) -> list[Member]:
    return [each for each in club.members if each.standing == standing]


def _people(club: Club, members: Iterable[Member]) -> Iterable[ClubPerson]:
    for each in members:
        if each.person in club.names:
            role = each.role or "member"
            yield ClubPerson(club.names[each.person], handle_of(each.person), role, each.since)
