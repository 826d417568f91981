"""JSON messages between client and server about people: who one is, other people, and their games."""

from __future__ import annotations

from typing import Annotated

import msgspec

from quincunx.club.puzzles.wire import PuzzleStanding
from quincunx.club.results.results import Ending
from quincunx.club.results.statistics import Statistics
from quincunx.core.values import OptionsData, Seat

# ---- to the client ---------------------------------------------------------------------------------------


class Me(msgspec.Struct, frozen=True):
    """The caller's identity."""

    name: str
    is_account: bool = False
    """True if the name is the caller's alone, and they can sign in elsewhere."""
    has_played: bool = False
    """True if the caller has done more than look. When such a guest signs in to an account, ``bring`` says
    whether their seats come along."""
    operator_link_at: int | None = None
    """The time at which the server's operator made a sign-in link for the caller's account; ``None`` if there
    was none, or the caller has read of it."""
    has_mail: bool = False
    """True if this server sends e-mail."""
    is_operator: bool = False
    """True if the caller is an operator of this server."""


class TextNode(msgspec.Struct, frozen=True):
    """A part of a text: an element of HTML with its parts, or plain text."""

    tag: str
    """Empty for plain text."""
    text: str
    href: str
    """The address of a link, which has been checked."""
    children: tuple[TextNode, ...]


class SiteText(msgspec.Struct, frozen=True):
    """A text of the server's operator, such as the imprint."""

    title: str
    """Empty if the text has no heading of its own."""
    nodes: tuple[TextNode, ...]
    language: str | None
    """``None`` if the text is for readers of all languages."""


# ---- to the server ---------------------------------------------------------------------------------------


# ---- blocking and reporting -------------------------------------------------------------------------------


class Block(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Block the person who has this seat at a table."""

    table: str
    seat: Seat


class Blocked(msgspec.Struct, frozen=True):
    """A person whom the caller has blocked. ``handles`` are all handles by which seats may name them."""

    handles: tuple[str, ...]
    name: str
    """Their name at that time."""
    since: int


class Blocks(msgspec.Struct, frozen=True):
    people: tuple[Blocked, ...]


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Report the person who has this seat at a table to the operator. The server adds their chat lines there;
    ``why`` may be empty."""

    table: str
    seat: Seat
    why: str = ""


# ---- results and ratings -----------------------------------------------------------------------------------


class PersonRating(msgspec.Struct, frozen=True):
    """A person's rating at one kind of seating."""

    game: str
    kind: str
    points: int
    margin: int
    """Half the width of the rating's 95 % interval, in points."""
    games: int


class PersonPage(msgspec.Struct, frozen=True):
    """A person's public page."""

    handle: str
    name: str
    since: int
    """The time of their first visit, in milliseconds since 1970."""
    is_account: bool
    is_you: bool
    ratings: tuple[PersonRating, ...]
    statistics: tuple[Statistics, ...]
    """Statistics of their newest games, at most some thousands."""
    with_you: tuple[Statistics, ...] | None
    """The caller's own statistics of games at which both sat. ``None`` on the caller's own page, and for a
    caller without a cookie."""
    puzzles: tuple[PuzzleStanding, ...] = ()
    """Their records at puzzles, for games of which they have answered any."""
    may_invite: bool = False
    """True if the caller may invite them: they have played together, or it is a program's account."""
    may_follow: bool = False
    """True if the caller may follow them."""
    is_followed: bool = False
    """True if the caller follows them."""
    is_program: bool = False
    """True if a program may play for them: they have created a token that allows it."""


class Members(msgspec.Struct, frozen=True):
    """The members among some people."""

    members: tuple[str, ...]
    """The handles, among those asked for, of people with an account. All others are guests, or unknown."""


class MetPerson(msgspec.Struct, frozen=True):
    """A person with whom the caller has finished a game."""

    handle: str
    name: str
    is_guest: bool = False
    """True if they have no account; their names are marked."""


class Met(msgspec.Struct, frozen=True):
    """People whom the caller may invite: at most fifty people with whom they have played, the most recent
    first."""

    people: tuple[MetPerson, ...]


class GameSeat(msgspec.Struct, frozen=True):
    """A seat of a finished game."""

    name: str | None
    level: str | None
    handle: str | None
    """The handle of the person's page; ``None`` for a bot, and for a deleted person."""
    side: int
    ending: Ending
    bot_moves: int
    change: int | None
    """The change of the person's rating by the game, in points."""


class FinishedGame(msgspec.Struct, frozen=True):
    """A game in a person's list."""

    table: str
    game: str
    kind: str | None
    options: OptionsData
    is_rated: bool
    ended: int
    termination: str
    seats: tuple[GameSeat, ...]
    seat: int
    """The person's seat."""
    opens_at: int | None = None
    """The time at which its replay and record become public, in milliseconds since 1970. Set only for a daily
    challenge whose day is not over."""


class FinishedGames(msgspec.Struct, frozen=True):
    """A person's games, newest first."""

    games: tuple[FinishedGame, ...]
    next: str | None
    """The value of ``before`` that requests the following games; ``None``: these are the last."""


class CurvePoint(msgspec.Struct, frozen=True):
    at: int
    points: int
    margin: int


class Curve(msgspec.Struct, frozen=True):
    """The history of a rating, oldest point first."""

    points: tuple[CurvePoint, ...]


class BestPerson(msgspec.Struct, frozen=True):
    """A line of the list of the strongest."""

    name: str
    handle: str
    rating: PersonRating
    is_guest: bool = False
    """True if they have no account; their names are marked."""


class BestPeople(msgspec.Struct, frozen=True):
    people: tuple[BestPerson, ...]


# ---- notifications -----------------------------------------------------------------------------------------


class PushState(msgspec.Struct, frozen=True):
    """The state of notifications on this device, which tell the caller that it is their turn."""

    key: str | None
    """The public key with which a browser subscribes at its push service (base64url); ``None``: this server
    sends no notifications."""
    is_on: bool
    is_current: bool = False
    """True if the browser subscribed with this key. Otherwise it must subscribe again some day."""


class PushKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    p256dh: Annotated[str, msgspec.Meta(max_length=100)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]


class PushAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The needed part of ``PushSubscription.toJSON()``."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1_024)]
    keys: PushKeys


class AskPush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Notify this device when it is the caller's turn."""

    subscription: PushAddress
    key: Annotated[str, msgspec.Meta(max_length=100)]
    """The server's key with which the browser subscribed."""
    language: Annotated[str, msgspec.Meta(max_length=20)]
