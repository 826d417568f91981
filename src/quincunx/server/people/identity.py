"""The identity of a caller, from the credential of a request or a socket."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from quincunx.club.accounts.tokens import PREFIX, Scope, check_scope
from quincunx.club.rows import Authority, PersonRow, SessionRow, TokenRow
from quincunx.core.reason import Reason, Refusal
from quincunx.server.observability.callers import UNKNOWN, caller
from quincunx.server.transport.connections import network_of
from quincunx.table.seats.person import Person

BANNED: Final = Reason(
    "forbidden", "banned", "This server’s operator has closed it to you; if that is a mistake, ask them."
)
BAD_TOKEN: Final = Reason("unauthenticated", "bad-token", "That token is none, or is good no longer.")
LONGEST_SECRET: Final = 200


class BannedPerson(Refusal):
    """The refusal of a banned person, with their id."""

    def __init__(self, person: str) -> None:
        super().__init__(BANNED)
        self.person = person


@dataclass(frozen=True, slots=True)
class Identity:
    """A caller and their credential. ``key`` is the hash of the credential."""

    key: bytes = field(repr=False)
    row: PersonRow
    aliases: tuple[str, ...] = ()
    session: SessionRow | None = field(default=None, repr=False)
    token: TokenRow | None = field(default=None, repr=False)
    scopes: tuple[str, ...] | None = None
    """The scopes of a token; ``None`` without a token, for the person themselves."""

    @property
    def person(self) -> Person:
        return Person(self.row.id, self.row.name, _network())

    @property
    def people(self) -> tuple[Person, ...]:
        """The person under each id that seats may name; the first is their own."""
        return (self.person, *(Person(each, self.row.name, _network()) for each in self.aliases))

    @property
    def is_account(self) -> bool:
        return self.row.name_key is not None

    @property
    def authority(self) -> Authority:
        """The authority for changes, which the store checks."""
        return Authority(self.key, self.row.id)

    def check(self, scope: Scope) -> None:
        """Raise :class:`~quincunx.core.reason.Refusal` if a token's scopes do not allow this."""
        check_scope(self.scopes, scope)


def _network() -> str:
    """The caller's present network; empty if unknown."""
    address = caller.get()
    return "" if address == UNKNOWN else network_of(address)


def ids_of(identity: Identity | None) -> tuple[str, ...]:
    """The caller's ids; empty for a visitor."""
    return () if identity is None else tuple(person.id for person in identity.people)


def digest(secret: str) -> bytes:
    """The stored hash of a secret. The secret must have 120 random bits or more."""
    return sha256(secret.encode("utf-8", "surrogatepass")).digest()


def bearer_of(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The token of a program in a request's headers; ``None`` without a token in our format."""
    for name, value in headers:
        if name == b"authorization":
            kind, _, token = value.decode("latin-1").partition(" ")
            token = token.strip()
            if kind.lower() == "bearer" and token.startswith(PREFIX) and len(token) <= LONGEST_SECRET:
                return token
    return None
