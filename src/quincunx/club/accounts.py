"""Accounts: what they may be called."""

from __future__ import annotations

from typing import Final

from quincunx.club.lookalikes import likeness
from quincunx.core.reason import Reason, Refusal, refused
from quincunx.table.person import checked_name

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
    if key in _reserved_keys():
        raise Refusal(NAME_TAKEN)
    if len(key) < 2:
        raise refused("malformed", "name-short", "The name of an account has at least 2 characters.")
    return name, key


def key_of(name: str) -> str:
    """The key of a name that somebody has typed to sign in; a text of bounded length, whatever it is."""
    return likeness(name[:200])


def _reserved_keys() -> frozenset[str]:
    return frozenset(likeness(name) for name in _RESERVED)
