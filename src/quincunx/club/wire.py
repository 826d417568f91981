"""JSON messages between client and server about people.

Data for the browser's own passkey functions are passed on unchanged. The options go through
``PublicKeyCredential.parse…OptionsFromJSON`` to ``navigator.credentials``, and the answer comes back as its
``toJSON()`` gives it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from quincunx.club.accounts.me import Me as Me
from quincunx.club.accounts.me import Rename as Rename
from quincunx.club.accounts.tokens import Scope
from quincunx.club.puzzles.wire import PuzzleStanding
from quincunx.club.results.results import Ending
from quincunx.club.results.statistics import Statistics
from quincunx.core.values import OptionsData, Seat

Json = Annotated[dict[str, Any], msgspec.Meta(description="As the browser has it.")]
How = Literal["guest", "passkey", "password", "code", "link", "operator", "mail"]
Link = Literal["link", "operator", "mail"]


# ---- to the client ---------------------------------------------------------------------------------------


class Device(msgspec.Struct, frozen=True):
    """A browser or program on which the caller is signed in."""

    id: str
    device: str
    """The device's own name for itself: “Firefox on Android”; empty if unknown."""
    since: int
    seen: int
    """The time of its last use, to the hour."""
    how: How
    """The method by which it signed in."""
    is_this: bool


class Devices(msgspec.Struct, frozen=True):
    devices: tuple[Device, ...]


class Passkey(msgspec.Struct, frozen=True):
    """A passkey of the caller."""

    id: str
    name: str
    since: int
    used: int | None


class MailChoices(msgspec.Struct, frozen=True):
    """The e-mail address of an account, and what is mailed to it."""

    address: str | None
    pending: str | None
    """An address that waits for its confirmation."""
    signs_in: bool
    """True if links to sign in are mailed on request."""
    tells_changes: bool
    """True if changes of the account's credentials are mailed."""


class Account(msgspec.Struct, frozen=True):
    """The credentials of the caller's account."""

    name: str
    since: int
    passkeys: tuple[Passkey, ...]
    has_password: bool
    codes_left: int
    """The number of unused recovery codes."""
    is_fresh: bool
    """True if the caller has just signed in on this device, and may change the credentials."""
    mail: MailChoices | None = None
    """The account's e-mail; ``None`` if this server sends none."""


class PasskeyOptions(msgspec.Struct, frozen=True):
    """Options for the browser to create or request a passkey; valid once, for five minutes."""

    options: Json


class Codes(msgspec.Struct, frozen=True):
    """Ten recovery codes, each valid once. They are shown only this once."""

    codes: tuple[str, ...]


class AccountMade(msgspec.Struct, frozen=True):
    me: Me
    codes: tuple[str, ...]


class SignedIn(msgspec.Struct, frozen=True):
    me: Me
    brought: bool
    """True if the seats that the caller had here as a guest now belong to the account."""


class DeviceLink(msgspec.Struct, frozen=True):
    """*Use this on another device*: a link that signs in its opener as the caller. Valid once, until the
    given time."""

    url: str
    """The secret follows ``#``, so that browsers do not send it. The page reads it from there."""
    qr: str
    """The link as a QR code, an SVG picture; empty if the server's name is too long for one."""
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
    """A new token. ``secret`` is shown only this once."""

    token: Token
    secret: str


# ---- to the server ---------------------------------------------------------------------------------------


class MakeAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Turn the calling guest into an account, with a password or a passkey just created by the browser.
    ``codes``: with ten recovery codes; without, the account has none until it asks for some."""

    name: str
    password: str | None = None
    passkey: Json | None = None
    codes: bool = True


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sign in with a passkey alone, or with a name and a password or a recovery code. ``bring``: the seats
    that the caller has here as a guest move to the account."""

    passkey: Json | None = None
    name: str | None = None
    password: str | None = None
    code: str | None = None
    bring: bool = False


class EnterByLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sign in with the secret of a link, the part after ``#``. ``kind`` is ``link`` for a
    :class:`DeviceLink`, ``operator`` for a link from the server's operator and ``mail`` for a mailed one.
    ``bring`` as in :class:`SignIn`."""

    link: str
    bring: bool = False
    kind: Link = "link"


class UseInvitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of an invitation link, the part after ``#``."""

    invitation: Annotated[str, msgspec.Meta(max_length=200)]


class AskMail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An e-mail address, and the language of what is mailed to it."""

    address: Annotated[str, msgspec.Meta(max_length=300)]
    language: Annotated[str, msgspec.Meta(max_length=20)] = "en"


class ConfirmAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a link that confirms an e-mail address, the part after ``#``."""

    link: str


class AddressConfirmed(msgspec.Struct, frozen=True):
    """The account that has the address now, by its name."""

    name: str


class ChooseMail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Choose what is mailed; see :class:`MailChoices`."""

    signs_in: bool
    tells_changes: bool


class AskPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Request options for a passkey of an account with this name. Without it, the caller's own name is
    used."""

    name: str | None = None


class AddPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    passkey: Json
    name: str = "Passkey"


class ChangePassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Change the password. ``present`` may be omitted by a caller who has just signed in. All other devices
    are signed out unless the request says otherwise."""

    password: str
    present: str | None = None
    sign_out_others: bool = True


class AskToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Create a token. With ``digest``, the SHA-256 of a secret in hexadecimal, a program that made the secret
    itself gets access, and the secret never leaves it."""

    name: str
    scopes: tuple[Scope, ...]
    digest: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")] | None = None


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
    against_you: tuple[Statistics, ...] | None
    """Statistics of their games with the caller at the table. ``None`` on the caller's own page, and for a
    caller without a cookie."""
    puzzles: tuple[PuzzleStanding, ...] = ()
    """Their records at puzzles, for games of which they have answered any."""
    may_invite: bool = False
    """True if the caller may invite them: they have played together, or it is a program's account."""
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
