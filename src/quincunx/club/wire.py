"""What clients and server say to each other about people, as JSON.

What a browser's own functions for passkeys take and give is carried as it is: the options go through
``PublicKeyCredential.parse…OptionsFromJSON`` to ``navigator.credentials``, and what it answers comes back as
its ``toJSON()`` has it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from quincunx.club.accounts.tokens import Scope
from quincunx.club.puzzles.wire import PuzzleStanding
from quincunx.club.results.results import Ending
from quincunx.club.results.statistics import Statistics
from quincunx.core.values import OptionsData, Seat

Json = Annotated[dict[str, Any], msgspec.Meta(description="As the browser has it.")]
How = Literal["guest", "passkey", "password", "code", "link"]


# ---- to the client ---------------------------------------------------------------------------------------


class Me(msgspec.Struct, frozen=True):
    """Who I am."""

    name: str
    is_account: bool = False
    """Whether the name is mine alone, and I can sign in elsewhere."""
    has_played: bool = False
    """Whether I have done more than look. A guest who has, and signs in to an account, says whether their
    seats come along (``bring``)."""


class Device(msgspec.Struct, frozen=True):
    """A browser or a program on which I am signed in."""

    id: str
    device: str
    """What it says it is: “Firefox on Android”; empty if it does not say."""
    since: int
    seen: int
    """When it was used last; to the hour."""
    how: How
    """How it came to be signed in."""
    is_this: bool


class Devices(msgspec.Struct, frozen=True):
    devices: tuple[Device, ...]


class Passkey(msgspec.Struct, frozen=True):
    """One of my passkeys."""

    id: str
    name: str
    since: int
    used: int | None


class Account(msgspec.Struct, frozen=True):
    """What opens my account."""

    name: str
    since: int
    passkeys: tuple[Passkey, ...]
    has_password: bool
    codes_left: int
    """Recovery codes that are still good."""
    is_fresh: bool
    """Whether I have just signed in on this device, and may change what opens the account."""


class PasskeyOptions(msgspec.Struct, frozen=True):
    """For the browser, to make or to ask for a passkey; good once, for five minutes."""

    options: Json


class Codes(msgspec.Struct, frozen=True):
    """Ten recovery codes, each good once. They are shown this one time."""

    codes: tuple[str, ...]


class AccountMade(msgspec.Struct, frozen=True):
    me: Me
    codes: tuple[str, ...]


class SignedIn(msgspec.Struct, frozen=True):
    me: Me
    brought: bool
    """Whether the seats that I had here as a guest are the account's now."""


class DeviceLink(msgspec.Struct, frozen=True):
    """*Use this on another device*: whoever opens it is me. Good once, and until then."""

    url: str
    """The secret stands behind ``#``, so that it is sent to nobody: the page takes it from there."""
    qr: str
    """The same as a QR code, an SVG picture; empty if the server's name is too long for one."""
    until: int


class Token(msgspec.Struct, frozen=True):
    id: str
    name: str
    scopes: tuple[Scope, ...]
    since: int
    used: int | None


class Tokens(msgspec.Struct, frozen=True):
    tokens: tuple[Token, ...]


class TokenMade(msgspec.Struct, frozen=True):
    """A new token. ``secret`` is shown this one time."""

    token: Token
    secret: str


# ---- to the server ---------------------------------------------------------------------------------------


class Rename(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class MakeAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Make the guest that I am an account: with a password, or a passkey that the browser has just made."""

    name: str
    password: str | None = None
    passkey: Json | None = None


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By a passkey alone, or by a name with a password or a recovery code. ``bring``: the seats
    that I have here as a guest are the account's from now on."""

    passkey: Json | None = None
    name: str | None = None
    password: str | None = None
    code: str | None = None
    bring: bool = False


class EnterByLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a :class:`DeviceLink`: what stands behind ``#``. ``bring`` as in :class:`SignIn`."""

    link: str
    bring: bool = False


class AskPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For an account that is to be called so; my own name if it is absent."""

    name: str | None = None


class AddPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    passkey: Json
    name: str = "Passkey"


class ChangePassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``present`` may be absent by whoever has just signed in. All other devices are signed out unless told
    otherwise."""

    password: str
    present: str | None = None
    sign_out_others: bool = True


class AskToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    scopes: tuple[Scope, ...]


# ---- to be left in peace -----------------------------------------------------------------------------------


class Block(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Block whoever has this seat at a table."""

    table: str
    seat: Seat


class Blocked(msgspec.Struct, frozen=True):
    """Somebody whom I have blocked. ``handles`` are all by which seats may name them."""

    handles: tuple[str, ...]
    name: str
    """What they were called then."""
    since: int


class Blocks(msgspec.Struct, frozen=True):
    people: tuple[Blocked, ...]


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tell the operator of whoever has this seat at a table. What they have said there is added by the
    server; ``why`` may be empty."""

    table: str
    seat: Seat
    why: str = ""


# ---- results and ratings -----------------------------------------------------------------------------------


class PersonRating(msgspec.Struct, frozen=True):
    """How strong somebody is at one kind of seating."""

    game: str
    kind: str
    points: int
    margin: int
    """With a chance of 95 % the true value is no farther away than this."""
    games: int


class PersonPage(msgspec.Struct, frozen=True):
    """Somebody, as everybody may see them."""

    handle: str
    name: str
    since: int
    """When they came here first, in milliseconds since 1970."""
    is_account: bool
    is_you: bool
    ratings: tuple[PersonRating, ...]
    statistics: tuple[Statistics, ...]
    """Of their newest games, some thousands at most."""
    against_you: tuple[Statistics, ...] | None
    """Their games with whoever asks at the table; ``None`` on one's own page and for who has no cookie."""
    puzzles: tuple[PuzzleStanding, ...] = ()
    """How they do at puzzles, in games of which they have answered any."""
    may_invite: bool = False
    """Whether whoever asks may invite them: they have played together, or it is a program's account."""
    is_program: bool = False
    """Whether a program may play for them: they have made a token with which one can."""


class Members(msgspec.Struct, frozen=True):
    """Which of some people have an account."""

    members: tuple[str, ...]
    """Their handles, of those that were asked for; all others are guests, or not known."""


class MetPerson(msgspec.Struct, frozen=True):
    """Somebody with whom I have finished a game."""

    handle: str
    name: str
    is_guest: bool = False
    """Whether they have no account; their names are marked."""


class Met(msgspec.Struct, frozen=True):
    """People whom I may invite: those with whom I have played, fifty at most, whoever I played with last
    first."""

    people: tuple[MetPerson, ...]


class GameSeat(msgspec.Struct, frozen=True):
    """A seat of a finished game."""

    name: str | None
    level: str | None
    handle: str | None
    """Of the person, for their page; ``None`` for a bot, and for who is here no longer."""
    side: int
    ending: Ending
    bot_moves: int
    change: int | None
    """By how many points the game has changed the person's rating."""


class FinishedGame(msgspec.Struct, frozen=True):
    """A game in somebody's list."""

    table: str
    game: str
    kind: str | None
    options: OptionsData
    is_rated: bool
    ended: int
    termination: str
    seats: tuple[GameSeat, ...]
    seat: int
    """Theirs."""
    opens_at: int | None = None
    """When its replay and its record open, in milliseconds since 1970, if they are closed still: it was the
    deal of a day that is not over."""


class FinishedGames(msgspec.Struct, frozen=True):
    """Somebody's games, the newest first."""

    games: tuple[FinishedGame, ...]
    next: str | None
    """What to ask for as ``before`` for those that follow; ``None``: these are the last."""


class CurvePoint(msgspec.Struct, frozen=True):
    at: int
    points: int
    margin: int


class Curve(msgspec.Struct, frozen=True):
    """The way of a rating, the oldest point first."""

    points: tuple[CurvePoint, ...]


class BestPerson(msgspec.Struct, frozen=True):
    """A line of the list of the strongest."""

    name: str
    handle: str
    rating: PersonRating
    is_guest: bool = False
    """Whether they have no account; their names are marked."""


class BestPeople(msgspec.Struct, frozen=True):
    people: tuple[BestPerson, ...]


# ---- notices -----------------------------------------------------------------------------------------------


class PushState(msgspec.Struct, frozen=True):
    """Whether this device is told when it is my turn."""

    key: str | None
    """The public key with which a browser asks its push service (base64url); ``None``: this server tells
    nobody."""
    is_on: bool
    is_current: bool = False
    """Whether it was asked with this key; if not, it has to be asked anew some day."""


class PushKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    p256dh: Annotated[str, msgspec.Meta(max_length=100)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]


class PushAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of ``PushSubscription.toJSON()`` that is needed."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1_024)]
    keys: PushKeys


class AskPush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tell this device when it is my turn."""

    subscription: PushAddress
    key: Annotated[str, msgspec.Meta(max_length=100)]
    """The key of ours with which the browser has asked."""
    language: Annotated[str, msgspec.Meta(max_length=20)]
