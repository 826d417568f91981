"""What is kept about people, row by row.

Times are milliseconds since 1970. Secrets (of sessions, tokens, links, recovery codes) come as their SHA-256
alone.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.club.results.ratings import Rating
from quincunx.club.results.results import Ending, Result


class PersonRow(msgspec.Struct, frozen=True):
    """Somebody. ``name_key`` is ``None`` for a guest, and unique among accounts."""

    id: str
    name: str
    made_at: int
    seen_at: int
    name_key: str | None = None
    has_played: bool = False
    """Whether they ever did more than look."""
    banned_at: int | None = None
    ban_reason: str | None = None
    """For operators."""
    deleted_at: int | None = None
    became: str | None = None
    """The account that this guest has become part of."""
    era: int = 0
    """Raised when all sessions end or a way in is closed: a sign-in that began in an older era fails."""


class SessionRow(msgspec.Struct, frozen=True):
    """One device. ``id`` may be shown to its owner; ``hash`` is that of the cookie."""

    id: str
    hash: bytes
    person: str
    made_at: int
    seen_at: int
    device: str
    how: str
    """How it came about: ``guest``, ``cookie``, ``passkey``, ``password``, ``code`` or ``link``."""
    signed_in_at: int | None = None
    """When a passkey, a password or a recovery code was shown on it last."""


class Authority(msgspec.Struct, frozen=True):
    """The session or the token on whose word something is changed. The store checks it in the transaction
    that makes the change, whatever a cache says."""

    key: bytes
    """SHA-256 of the cookie or the token."""
    person: str
    shown_since: int | None = None
    """The session must have shown a credential at this time or later; 0: ever."""
    not_by_link: bool = False
    """The session must not have come by a link, unless it has shown a credential since."""
    era: int | None = None
    """The person's era must still be this one."""


class PasskeyRow(msgspec.Struct, frozen=True):
    """A passkey. ``rp`` is the server's name for which it was made."""

    id: bytes
    person: str
    public_key: bytes
    count: int
    rp: str
    name: str
    made_at: int
    used_at: int | None = None


class TokenRow(msgspec.Struct, frozen=True):
    """What a program has."""

    id: str
    hash: bytes
    person: str
    name: str
    scopes: tuple[str, ...]
    made_at: int
    used_at: int | None = None


OnceKind = Literal["link", "register", "sign_in"]


class Once(msgspec.Struct, frozen=True):
    """What is good once: a link to another device, or the challenge of a passkey."""

    hash: bytes
    kind: OnceKind
    until: int
    person: str | None = None


OPERATOR = "operator"
"""What the actor of a deed begins with who is none of the people."""
EVERYBODY = "everybody"
"""The person named by an act that concerns all people."""


class Deed(msgspec.Struct, frozen=True):
    """Something that an operator has done, or that changed what opens an account."""

    at: int
    actor: str
    act: str
    person: str
    note: str = ""


class Known(msgspec.Struct, frozen=True):
    """Whom a secret stands for."""

    person: PersonRow
    also: tuple[str, ...] = ()
    """Guests that have become part of this account: seats name them still."""
    session: SessionRow | None = None
    token: TokenRow | None = None


class Credentials(msgspec.Struct, frozen=True):
    """What opens an account."""

    passkeys: tuple[PasskeyRow, ...]
    has_password: bool
    codes_left: int


class RatingRow(msgspec.Struct, frozen=True):
    """Somebody's rating at one game and kind of seating."""

    person: str
    game: str
    kind: str
    rating: Rating
    games: int
    """How many it comes from."""
    ended_at: int
    """When the last of them ended."""


class RatingPoint(msgspec.Struct, frozen=True):
    """A rating after a game."""

    ended_at: int
    table: str
    rating: Rating


class Filter(msgspec.Struct, frozen=True):
    """Which of somebody's games; ``None`` is all."""

    game: str | None = None
    kind: str | None = None
    ending: Ending | None = None
    is_rated: bool | None = None
    against: str | None = None
    """With this person at the table."""
    before: tuple[int, str] | None = None
    """Which ended before this game did (:attr:`Result.order`), to page on."""
    viewer: tuple[str, ...] | None = None
    """Those alone that a person with these ids may see: at which anybody may watch, or they sat."""


class PersonGame(msgspec.Struct, frozen=True):
    """A game, and the seat at which somebody sat."""

    result: Result
    seat: int
    day: int | None = None
    """The day whose deal it was, counted from 1970 (UTC)."""


class Pairing(msgspec.Struct, frozen=True):
    """People who have found each other, and the table that is to be made for them."""

    table: str
    pool: str
    people: tuple[tuple[str, str], ...]
    """Ids and names."""
    made_at: int
