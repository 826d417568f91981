"""Rules for the names of accounts and guests."""

from __future__ import annotations

from functools import cache
from typing import Final

from quincunx.club.accounts.lookalikes import likeness
from quincunx.core.reason import Reason, Refusal, refused
from quincunx.table.seats.person import LONGEST_NAME, checked_name
from quincunx.table.visible import shortened

SOMEBODY: Final = "Somebody"
"""The name shown for a deleted person."""
_RESERVED: Final = (
    "Quincunx",
    SOMEBODY,
    "System",
    "Admin",
    "Administrator",
    "Moderator",
    "Operator",
    "Support",
)
GUEST_SUFFIX: Final = " (guest)"
"""Suffix of a guest's name that belongs to an account, or looks like an account's name."""
RESERVED_FOR: Final = 30 * 24 * 3_600_000
"""Milliseconds for which no other account can take a name that an account has given up."""
NAME_TAKEN: Final = Reason(
    "conflict",
    "name-taken",
    "Somebody has that name already, or one that looks like it; please choose another.",
)


def account_name(name: str) -> tuple[str, str]:
    """The name as shown, and the unique key by which it is found.

    Raises :class:`~quincunx.core.reason.Refusal` for a forbidden name.
    """
    name = checked_name(name)
    key = likeness(name)
    if key in _reserved_keys() or key.endswith(_suffix_key()):
        raise Refusal(NAME_TAKEN)
    if len(key) < 2:
        raise refused("malformed", "name-short", "Account names must have at least 2 characters.")
    return name, key


def guest_name(name: str) -> str:
    """The name of a guest as shown. Guests may share names, but none may pose as the server's staff.

    Raises :class:`~quincunx.core.reason.Refusal` for a forbidden name.
    """
    name = checked_name(name)
    if likeness(name) in _reserved_keys():
        raise Refusal(NAME_TAKEN)
    return name


def with_suffix(name: str) -> str:
    """Append :data:`GUEST_SUFFIX` to the name of a guest, shortened if necessary, because it belongs to an
    account."""
    return checked_name(shortened(name, LONGEST_NAME - len(GUEST_SUFFIX))) + GUEST_SUFFIX


def marked(name: str, word: str = "guest") -> str:
    """Mark a guest's name in plain text, which lacks the mark that browsers draw.

    ``word`` is the reader's word for a guest.
    """
    return name if name.endswith(GUEST_SUFFIX) else f"{name} ({word})"


def key_of(name: str) -> str:
    """The key of a name typed to sign in. Its length is bounded, however long the name is."""
    return likeness(name[:200])


@cache
def _suffix_key() -> str:
    return likeness(GUEST_SUFFIX)


@cache
def _reserved_keys() -> frozenset[str]:
    return frozenset(likeness(name) for name in _RESERVED)
