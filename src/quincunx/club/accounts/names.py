"""Accounts: what they may be called."""

from __future__ import annotations

from functools import cache
from typing import Final

from quincunx.club.accounts.lookalikes import likeness
from quincunx.core.reason import Reason, Refusal, refused
from quincunx.table.seats.person import LONGEST_NAME, checked_name
from quincunx.table.visible import shortened

SOMEBODY: Final = "Somebody"
"""The name of whoever has been deleted."""
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
"""Follows the name of a guest that belongs to an account, or looks like one that does."""
RESERVED_FOR: Final = 30 * 24 * 3_600_000
"""For so many milliseconds nobody else gets a name that an account has given up."""
NAME_TAKEN: Final = Reason(
    "conflict",
    "name-taken",
    "Somebody has that name already, or one that looks like it; please choose another.",
)


def account_name(name: str) -> tuple[str, str]:
    """The name as it is shown, and the key by which it is found and unique.

    Raises :class:`~quincunx.core.reason.Refusal` for what nobody may be called.
    """
    name = checked_name(name)
    key = likeness(name)
    if key in _reserved_keys() or key.endswith(_suffix_key()):
        raise Refusal(NAME_TAKEN)
    if len(key) < 2:
        raise refused("malformed", "name-short", "The name of an account has at least 2 characters.")
    return name, key


def guest_name(name: str) -> str:
    """The name of a guest as it is shown. Guests share names, but none may seem to be the house.

    Raises :class:`~quincunx.core.reason.Refusal` for what nobody may be called.
    """
    name = checked_name(name)
    if likeness(name) in _reserved_keys():
        raise Refusal(NAME_TAKEN)
    return name


def with_suffix(name: str) -> str:
    """The name of a guest whose choice belongs to an account, shortened if it must be."""
    return checked_name(shortened(name, LONGEST_NAME - len(GUEST_SUFFIX))) + GUEST_SUFFIX


def marked(name: str, word: str = "guest") -> str:
    """A guest's name as it is shown in texts, where it stands without the mark that browsers draw.

    ``word`` is the reader's word for a guest.
    """
    return name if name.endswith(GUEST_SUFFIX) else f"{name} ({word})"


def key_of(name: str) -> str:
    """The key of a name that somebody has typed to sign in; a text of bounded length, whatever it is."""
    return likeness(name[:200])


@cache
def _suffix_key() -> str:
    return likeness(GUEST_SUFFIX)


@cache
def _reserved_keys() -> frozenset[str]:
    return frozenset(likeness(name) for name in _RESERVED)
