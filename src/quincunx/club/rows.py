"""Rows of the store of people.

Times are milliseconds since 1970. Secrets (of sessions, tokens, links, recovery codes) are only stored as
their SHA-256.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.club.results.ratings import Rating
from quincunx.club.results.results import Ending, Result


class PersonRow(msgspec.Struct, frozen=True):
    """A person. ``name_key`` is ``None`` for a guest, and unique among accounts."""

    id: str
    name: str
    made_at: int
    seen_at: int
    name_key: str | None = None
    has_played: bool = False
    """True if they ever did more than look."""
    banned_at: int | None = None
    ban_reason: str | None = None
    """The reason of a ban, for operators."""
    deleted_at: int | None = None
    became: str | None = None
    """The account into which this guest was merged."""
    era: int = 0
    """Raised when all sessions end or a credential is removed. A sign-in that began in an older era fails."""
    operator_link_at: int | None = None
    """Time of the operator's newest sign-in link for this account; ``None`` once its owner has read of it."""
    operator_at: int | None = None
    """Time at which this account became an operator; ``None`` if it is none."""


class SessionRow(msgspec.Struct, frozen=True):
    """One device. ``id`` may be shown to its owner; ``hash`` is that of the cookie."""

    id: str
    hash: bytes
    person: str
    made_at: int
    seen_at: int
    device: str
    how: str
    """The method that created the session: ``guest``, ``cookie``, ``passkey``, ``password``, ``code``,
    ``link``, ``operator`` or ``mail``."""
    signed_in_at: int | None = None
    """The time at which a passkey, a password, a recovery code, or a link from the operator or by e-mail
    was last shown on it."""


class Authority(msgspec.Struct, frozen=True):
    """The session or token that authorizes a change. The store checks it in the transaction of the change,
    whatever a cache says."""

    key: bytes
    """SHA-256 of the cookie or the token."""
    person: str
    shown_since: int | None = None
    """The session must have shown a credential at this time or later; 0: at any time."""
    not_by_link: bool = False
    """The session must not have been opened by a link, unless it has shown a credential since."""
    era: int | None = None
    """The person's era must still be this one."""
    is_operator: bool = False
    """The person must be an operator."""


class PasskeyRow(msgspec.Struct, frozen=True):
    """A passkey. ``rp`` is the server's name for which it was created (the relying party)."""

    id: bytes
    person: str
    public_key: bytes
    count: int
    rp: str
    name: str
    made_at: int
    used_at: int | None = None


class TokenRow(msgspec.Struct, frozen=True):
    """A program's access token."""

    id: str
    hash: bytes
    person: str
    name: str
    scopes: tuple[str, ...]
    made_at: int
    used_at: int | None = None


LinkKind = Literal["link", "operator", "mail"]
"""Links that sign in: from another device of the same person (``link``), from the operator, or by e-mail."""
OneTimeKind = Literal[LinkKind, "address", "register", "sign_in"]


class OneTimeSecret(msgspec.Struct, frozen=True):
    """A one-time secret: a link that signs in or confirms an address, or the challenge of a passkey."""

    hash: bytes
    kind: OneTimeKind
    until: int
    person: str | None = None
    note: str = ""
    """The e-mail address that a link confirms."""


OPERATOR = "operator"
"""Prefix of an actor in the audit log that is an operator and not a person."""
EVERYBODY = "everybody"
"""The person named by an audit entry that concerns all people."""
NEWCOMERS = "newcomers"
"""The person named by an audit entry about invitations to the server."""


class AuditEntry(msgspec.Struct, frozen=True):
    """An audit entry: an operator's action, or a change of an account's credentials."""

    at: int
    actor: str
    act: str
    person: str
    note: str = ""


class Known(msgspec.Struct, frozen=True):
    """The owner of a secret."""

    person: PersonRow
    aliases: tuple[str, ...] = ()
    """Guests merged into this account. Seats still name them."""
    session: SessionRow | None = None
    token: TokenRow | None = None


class Credentials(msgspec.Struct, frozen=True):
    """The credentials of an account."""

    passkeys: tuple[PasskeyRow, ...]
    has_password: bool
    codes_left: int


class RatingRow(msgspec.Struct, frozen=True):
    """A person's rating at one game and kind of seating."""

    person: str
    game: str
    kind: str
    rating: Rating
    games: int
    """The number of rated games."""
    ended_at: int
    """The time of the end of the last of them."""


class RatingPoint(msgspec.Struct, frozen=True):
    """A rating after a game."""

    ended_at: int
    table: str
    rating: Rating


class Filter(msgspec.Struct, frozen=True):
    """Selection of a person's games; ``None`` selects all."""

    game: str | None = None
    kind: str | None = None
    ending: Ending | None = None
    is_rated: bool | None = None
    against: str | None = None
    """Only games with this person at the table."""
    before: tuple[int, str] | None = None
    """Only games that ended before this game (:attr:`Result.order`), for paging."""
    viewer: tuple[str, ...] | None = None
    """Only games that a person with these ids may see: watchable ones, and those at which they sat."""


class PersonGame(msgspec.Struct, frozen=True):
    """A game, and the seat at which a person sat."""

    result: Result
    seat: int
    day: int | None = None
    """The day of the daily challenge, counted from 1970 (UTC)."""


class SeekerRow(msgspec.Struct, frozen=True):
    """A person who seeks a game, as others may see them. They are not told the id."""

    person: str
    name: str
    is_guest: bool
    pool: str
    points: int
    """Their rating for that kind of game, in points."""
    since: int
    """Start of the search, in milliseconds since 1970."""


class Pairing(msgspec.Struct, frozen=True):
    """People whom the matchmaker has paired, and the name of the table to be created for them."""

    table: str
    pool: str
    people: tuple[tuple[str, str], ...]
    """Ids and names."""
    made_at: int
