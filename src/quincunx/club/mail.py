"""E-mail to the owners of accounts: addresses, what is mailed, the outbox, and the messages.

A message waits in the outbox until a node sends it. The outbox has no secrets: the link in a message is made
when the message is sent, and stored as its digest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, Protocol

import msgspec

from quincunx.club.rows import Authority, OneTimeSecret, PersonRow
from quincunx.core.reason import Reason, Refusal
from quincunx.core.values import Phrase
from quincunx.texts.catalogue import ENGLISH, Catalogue, languages

LONGEST_ADDRESS: Final = 254
LONGEST_LOCAL: Final = 64
MOST_ACCOUNTS: Final = 5
"""Accounts of one address that get a link to sign in."""
MOST_WAITING: Final = 10_000
"""Messages in the outbox; further ones are refused."""
SIGN_IN_LINK: Final = 15 * 60_000
"""Milliseconds for which a mailed link to sign in is valid."""
CONFIRM_LINK: Final = 24 * 3_600_000
"""Milliseconds for which an address can be confirmed."""
PAUSES: Final = (60_000, 300_000, 900_000, 3_600_000, 14_400_000)
"""Milliseconds until the next attempt to send a message, after each attempt."""

_LOCAL: Final = re.compile(r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*", re.IGNORECASE)
_DOMAIN: Final = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?")
BAD_ADDRESS: Final = Reason("malformed", "bad-address", "That is not an e-mail address.")
NO_MAIL: Final = Reason("unknown", "no-mail", "This server sends no e-mail.")

MailKind = Literal["sign_in", "confirm", "changed", "moved", "removed", "notice"]
"""A link to sign in; a link to confirm an address; a change of an account's credentials; an account that uses
another address now; an address that was removed; a notification."""
LIFETIMES: Final[dict[MailKind, int]] = {
    "sign_in": 30 * 60_000,
    "confirm": 6 * 3_600_000,
    "changed": 3 * 24 * 3_600_000,
    "moved": 3 * 24 * 3_600_000,
    "removed": 3 * 24 * 3_600_000,
    "notice": 12 * 3_600_000,
}
"""Milliseconds after which a message that could not be sent is dropped."""
CHANGES: Final = frozenset(
    {
        "password_changed",
        "passkey_added",
        "passkey_removed",
        "codes_made",
        "token_made",
        "rename",
        "link",
        "operator_link_used",
        "mail_link_used",
    }
)
"""Acts of the audit log that are mailed to an account's owner."""


class AddressRow(msgspec.Struct, frozen=True):
    """The e-mail address of an account."""

    person: str
    address: str | None
    """The confirmed address, which messages go to."""
    address_key: str | None
    pending: str | None
    """An address that waits for its confirmation."""
    language: str
    signs_in: bool = True
    """Links to sign in are mailed on request."""
    tells_changes: bool = True
    """Changes of the account's credentials are mailed."""


class MailRow(msgspec.Struct, frozen=True):
    """A message in the outbox. ``person`` is ``None`` for a link to sign in, since it is looked up only when
    the message is sent: so a request for an unknown address costs the same."""

    id: str
    kind: MailKind
    address: str
    person: str | None
    language: str
    note: str
    """The act, for ``changed``; the texts as JSON, for ``notice``."""
    made_at: int
    until: int
    due: int
    tries: int = 0


class Mail(msgspec.Struct, frozen=True):
    """A message, ready to be sent."""

    to: str
    subject: str
    text: str
    language: str
    unsubscribe: str = ""
    """The address that ends mails of this kind with one POST request (RFC 8058); empty if there is none."""


MailOutcome = Literal["sent", "refused", "failed"]
"""Outcome of sending a message: taken by the mail server; refused for good; or failed this time."""


class Postman(Protocol):
    """Sends messages through a mail server without blocking the caller."""

    async def send(self, mail: Mail) -> MailOutcome:
        """Send a message, in bounded time."""
        ...


class MailStore(Protocol):
    """The part of the store of people that is about e-mail."""

    async def mail_address(self, person: str) -> AddressRow | None: ...

    async def ask_for_address(
        self, person: str, pending: str, mail: MailRow, by: Authority | None = None
    ) -> bool:
        """Store an address that waits for its confirmation, with the message that asks for it. ``False`` if
        the outbox is full. Raises :class:`~quincunx.club.ports.NoSuchPerson` if the person has no account."""
        ...

    async def confirm_address(self, hash: bytes, now: int, id: str) -> PersonRow | None:
        """Use up a link that confirms an address, and return the account that has the address from now on.
        The account's former address is told, by a message of this id. ``None`` if the link is not valid."""
        ...

    async def choose_mail(
        self, person: str, signs_in: bool, tells_changes: bool, by: Authority | None = None
    ) -> None:
        """Store what is mailed to an account."""
        ...

    async def remove_address(self, person: str, now: int, id: str, by: Authority | None = None) -> bool:
        """Delete an account's address, with its mailed links. The address is told, by a message of this id.
        ``False`` if there is none."""
        ...

    async def by_address(self, key: str) -> Sequence[PersonRow]:
        """The accounts that get a link to sign in at an address, the most recently used first."""
        ...

    async def add_mail(self, mail: MailRow) -> bool:
        """Put a message into the outbox. ``False`` if it is full."""
        ...

    async def take_mail(self, now: int, limit: int) -> Sequence[MailRow]:
        """Take messages that are due. No other caller gets them before the pause after this attempt. A
        message whose attempts or time are used up is dropped."""
        ...

    async def add_mailed_link(self, once: OneTimeSecret, mail: str) -> bool:
        """Store the digest of a link in a message. ``False`` if the message was deleted meanwhile."""
        ...

    async def end_mail(self, id: str) -> None:
        """Delete a message, since it was sent or need not be."""
        ...


def checked_address(text: str) -> tuple[str, str]:
    """The address as messages are sent to it, and the key that equal addresses share. Raises
    :class:`~quincunx.core.reason.Refusal` for a text that is no address."""
    local, _, domain = text.strip().rpartition("@")
    if len(text) > LONGEST_ADDRESS or len(local) > LONGEST_LOCAL or not _LOCAL.fullmatch(local):
        raise Refusal(BAD_ADDRESS)
    try:
        domain = domain.encode("idna").decode("ascii").lower()
    except UnicodeError:
        raise Refusal(BAD_ADDRESS) from None
    address = f"{local}@{domain}"
    if not _DOMAIN.fullmatch(domain) or len(address) > LONGEST_ADDRESS:
        raise Refusal(BAD_ADDRESS)
    # Mail servers may tell cases of the local part apart; none that people use does.
    return address, address.lower()


def change_mail(known: AddressRow, act: str, now: int, id: str) -> MailRow | None:
    """The message that tells an account's owner of an act; ``None`` if they do not want it."""
    if known.address is None or not known.tells_changes or act not in CHANGES:
        return None
    return new_mail(id, "changed", known.address, known.person, known.language, now, act)


def known_language(language: str) -> str:
    """The language, if there are texts in it; else English."""
    return language if language in languages() else ENGLISH


def new_mail(
    id: str, kind: MailKind, address: str, person: str | None, language: str, now: int, note: str = ""
) -> MailRow:
    """A message that is due now."""
    return MailRow(id, kind, address, person, language, note, now, now + LIFETIMES[kind], now)


# ---- the messages ------------------------------------------------------------------------------------------


def sign_in_mail(row: MailRow, site: str, links: Sequence[tuple[str, str]]) -> Mail:
    """The message with a link to sign in for each account, given by name and address of the link."""
    words = _words(row.language)
    many = len(links) > 1
    parts = [_say(words, "signIn", site)]
    parts += [f"{name}\n{link}" if many else link for name, link in links]
    parts += [
        _say(words, "signInEnds", site, minutes=SIGN_IN_LINK // 60_000),
        _say(words, "ignore", site),
    ]
    return _mail(row, _say(words, "signInSubject", site), parts)


def confirm_mail(row: MailRow, site: str, name: str, link: str) -> Mail:
    """The message with a link that confirms an address."""
    words = _words(row.language)
    parts = [
        _say(words, "confirm", site, name=name),
        link,
        _say(words, "confirmEnds", site),
        _say(words, "ignore", site),
    ]
    return _mail(row, _say(words, "confirmSubject", site), parts)


def told_mail(row: MailRow, site: str, name: str, account: str) -> Mail:
    """The message that tells of a change. ``account`` is the address of the account's page."""
    words = _words(row.language)
    what = f"changed.{row.note}" if row.kind == "changed" else row.kind
    parts = [_say(words, what, site, name=name), _say(words, "check", site), account]
    return _mail(row, _say(words, "changedSubject", site, name=name), parts)


def notice_mail(row: MailRow, site: str, title: str, body: str, links: tuple[str, str, str]) -> Mail:
    """The message of a notification. ``links``: the page that it is about, the address that ends mails of
    this kind, and the account's page."""
    words = _words(row.language)
    page, stop, account = links
    parts = [
        *([body] if body else []),
        page,
        _say(words, "stop", site),
        stop,
        _say(words, "choose", site),
        account,
    ]
    return msgspec.structs.replace(_mail(row, title, parts), unsubscribe=stop)


def _say(words: Catalogue, key: str, site: str, **params: str | int) -> str:
    return words.translate(Phrase(f"mail.{key}", {"site": site, **params}))


def _mail(row: MailRow, subject: str, parts: Sequence[str]) -> Mail:
    return Mail(row.address, subject, "\n\n".join(parts) + "\n", row.language)


@lru_cache(maxsize=16)
def _words(language: str) -> Catalogue:
    return Catalogue(known_language(language))
