"""JSON messages between client and server about clubs."""

from __future__ import annotations

from typing import Literal

import msgspec

Role = Literal["owner", "organiser", "member"]
"""A member's role. A club has one owner."""
Joining = Literal["open", "request", "link"]
"""Ways to join without being refused. ``open``: any account joins. ``request``: an organiser approves.
``link``: only with a link made by an organiser. A link works in all three cases."""

# ---- to the server ---------------------------------------------------------------------------------------


class ClubSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a club."""

    title: str
    """1 to 40 characters."""
    about: str = ""
    """Up to 500 characters."""
    joining: Joining = "request"
    private: bool = False
    """True if only members see who belongs to the club and what it does."""
    listed: bool = True
    """True if the club is listed publicly; otherwise it is found only by its address."""


class NewClub(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A club to be created. ``name`` is the last part of its address: 3 to 24 letters, digits and hyphens."""

    name: str
    settings: ClubSettings


class JoinClub(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="join"):
    """Join the club, or ask to. ``link`` is the secret part of a link to join."""

    link: str | None = None


class LeaveClub(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="leave"):
    """Leave the club, or take back a request to join. The owner has to hand the club over first."""


class AnswerRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="answer"):
    """Approve or decline a request to join. Organisers and the owner may."""

    handle: str
    accept: bool


class SetRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="set_role"):
    """Make a member an organiser, or an organiser a plain member. Only the owner may."""

    handle: str
    role: Literal["organiser", "member"]


class HandOver(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="hand_over"):
    """Make another member the owner. The former owner becomes an organiser. Only the owner may."""

    handle: str


class RemoveMember(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="remove"):
    """Remove a member, who cannot join again. Organisers remove members; the owner also organisers."""

    handle: str


class LetBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="let_back"):
    """Allow a removed person to join again. Organisers and the owner may."""

    handle: str


class EditClub(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="edit"):
    """Change the settings. Only the owner may."""

    settings: ClubSettings


class Announce(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="announce"):
    """Add an announcement of 1 to 500 characters. Organisers and the owner may."""

    text: str


class DeleteAnnouncement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="delete_announcement"):
    """Delete an announcement. Organisers and the owner may."""

    id: str


class AddNights(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="add_nights"):
    """Add club nights, 1 to 26 at once. Organisers and the owner may."""

    title: str
    """1 to 60 characters."""
    begins: tuple[int, ...]
    """Their starts, in milliseconds since 1970, at most a year ahead."""
    minutes: int = 180
    """Their length, 15 minutes to a day."""


class CancelNight(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="cancel_night"):
    """Delete a club night. Organisers and the owner may."""

    id: str


class BeginSeason(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="begin_season"):
    """End the current season and begin a new one, named in 1 to 40 characters. Only the owner may."""

    name: str


class EndLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="end_link"):
    """Make a link to join useless. Organisers and the owner may."""

    id: str


class CloseClub(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="close"):
    """Delete the club with all that belongs to it. Games and ratings remain. Only the owner may."""


ClubCommand = (
    JoinClub
    | LeaveClub
    | AnswerRequest
    | SetRole
    | HandOver
    | RemoveMember
    | LetBack
    | EditClub
    | Announce
    | DeleteAnnouncement
    | AddNights
    | CancelNight
    | BeginSeason
    | EndLink
    | CloseClub
)
"""A person's commands to a club."""


class AskClubLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a new link to join."""

    uses: int = 20
    """1 to 500."""
    days: int = 14
    """Days until it ends, 1 to 90."""


# ---- to the client ---------------------------------------------------------------------------------------


class ClubPerson(msgspec.Struct, frozen=True):
    """A person of a club."""

    name: str
    handle: str
    role: Role
    """``member`` for people who have asked to join or were removed."""
    since: int
    """The time of joining (or asking, or removal), in milliseconds since 1970."""


class ClubAnnouncement(msgspec.Struct, frozen=True):
    """An announcement, with its author's name."""

    id: str
    at: int
    name: str
    handle: str
    text: str


class ClubNight(msgspec.Struct, frozen=True):
    """A club night. Its start is in milliseconds since 1970."""

    id: str
    title: str
    begins: int
    minutes: int


class ClubSeason(msgspec.Struct, frozen=True):
    """A season. It lasts until the next one begins."""

    number: int
    name: str
    began: int


class ClubLink(msgspec.Struct, frozen=True):
    """A link to join that still works. Its secret is shown once, to its maker."""

    id: str
    uses: int
    """Uses that are left."""
    until: int


class ClubLinkMade(msgspec.Struct, frozen=True):
    """A new link to join. ``path`` is its address on this server, with the secret."""

    path: str
    link: ClubLink


class ClubTable(msgspec.Struct, frozen=True):
    """A table for members: waiting, or with a game that runs."""

    id: str
    status: Literal["waiting", "playing"]
    game: str
    names: tuple[str, ...]
    """The names of the people who sit there."""
    free: int
    """The number of free seats."""
    host: str
    since: int


class ClubYou(msgspec.Struct, frozen=True):
    """The receiver's part in a club."""

    role: Role | None = None
    has_asked: bool = False
    may_join: bool = False
    """True if joining, or asking to, is possible now without a link."""
    needs_account: bool = False
    """True for guests and visitors, who need an account to join."""


class ClubView(msgspec.Struct, frozen=True):
    """A club as its receiver may see it. Outsiders of a private club get only its settings."""

    name: str
    settings: ClubSettings
    made: int
    now: int
    count: int
    """The number of members."""
    you: ClubYou
    is_server: bool = False
    """True if this server is this one club's."""
    calendar: str | None = None
    """The path of the calendar feed."""
    members: tuple[ClubPerson, ...] = ()
    """The owner first, then organisers, then members, each in the order of joining."""
    asking: tuple[ClubPerson, ...] = ()
    """Requests to join; only for organisers and the owner."""
    removed: tuple[ClubPerson, ...] = ()
    """Removed people; only for organisers and the owner."""
    links: tuple[ClubLink, ...] = ()
    """Links to join that still work; only for organisers and the owner."""
    announcements: tuple[ClubAnnouncement, ...] = ()
    """The newest first."""
    nights: tuple[ClubNight, ...] = ()
    """Club nights that have not ended, the next one first."""
    seasons: tuple[ClubSeason, ...] = ()
    """The newest first."""
    tables: tuple[ClubTable, ...] = ()
    """Tables for members, the newest first; only for members."""
    hook_stopped: int | None = None
    """For the club's staff: the time at which its webhook was switched off, because it failed."""


class ClubSummary(msgspec.Struct, frozen=True):
    """A line in a list of clubs."""

    name: str
    title: str
    about: str
    count: int
    joining: Joining
    role: Role | None = None
    next_night: int | None = None
    """The start of the next club night; hidden for outsiders of a private club."""
    asking: int = 0
    """Requests to join that wait for the receiver's answer."""


class Clubs(msgspec.Struct, frozen=True):
    """The receiver's clubs, and those that are listed publicly, the largest first."""

    mine: tuple[ClubSummary, ...]
    listed: tuple[ClubSummary, ...]
    may_create: bool = True
    """False if this server is one club, which its operator creates."""


class StandingsLine(msgspec.Struct, frozen=True):
    """A member's line in the standings of a season."""

    place: int
    """Members who are equal in everything share it."""
    name: str
    handle: str
    points: float
    """1 for each opponent beaten, ½ for each draw."""
    won: int
    drew: int
    lost: int
    rating: int | None
    """The rating for the kind of game that the member has most rated games of; ``None`` without any."""

    @property
    def games(self) -> int:
        """The number of opponents played."""
        return self.won + self.drew + self.lost


class HeadToHead(msgspec.Struct, frozen=True):
    """The score of one member against another in a season."""

    one: str
    """A handle; ``other`` has another one."""
    other: str
    points: float
    """The points of ``one``."""
    games: int


class ClubStandings(msgspec.Struct, frozen=True):
    """The standings of a season: games that ended in it, between members who may be watched."""

    season: ClubSeason
    until: int | None
    """The start of the next season; ``None`` for the current one."""
    lines: tuple[StandingsLine, ...]
    pairs: tuple[HeadToHead, ...]
    """Each pair of members who have met, in both directions."""
    is_partial: bool = False
    """True if the season has more games than are counted: then only the newest ones are."""
