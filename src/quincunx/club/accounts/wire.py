"""JSON messages between client and server about accounts.

Data for the browser's own passkey functions are passed on unchanged. The options go through
``PublicKeyCredential.parse…OptionsFromJSON`` to ``navigator.credentials``, and the answer comes back as its
``toJSON()`` gives it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from quincunx.club.accounts.tokens import Scope
from quincunx.club.wire import Me

Json = Annotated[dict[str, Any], msgspec.Meta(description="As the browser has it.")]

How = Literal["guest", "passkey", "password", "code", "link", "operator", "mail"]

Link = Literal["link", "operator", "mail"]


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


class Rename(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


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
