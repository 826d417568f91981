"""Access tokens for programs: their prefix, scopes and limits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from quincunx.core.reason import Refusal, refused
from quincunx.table.seats.person import checked_name

Scope = Literal["play", "read"]
"""``read``: see everything that the token's person may see. ``play``: also create tables, sit down and
move."""
SCOPES: Final[tuple[Scope, ...]] = ("read", "play")
PREFIX: Final = "qx_"
"""Prefix by which people, and scanners for leaked secrets, recognize a token."""
MOST: Final = 20
"""Most tokens of one person."""


def checked_scopes(scopes: Iterable[str]) -> tuple[Scope, ...]:
    """The scopes in canonical order, without duplicates. Raises :class:`~quincunx.core.reason.Refusal` if
    there are none, or one is unknown."""
    wanted = set(scopes)
    if not wanted or not wanted <= set(SCOPES):
        raise refused("malformed", "bad-scopes", "A token has the scope “read”, “play” or both.")
    return tuple(scope for scope in SCOPES if scope in wanted)


def check_scope(scopes: Iterable[str] | None, needed: Scope) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` unless these scopes suffice. ``None`` means that the
    person acts without a token."""
    if scopes is None or needed in scopes or (needed == "read" and "play" in scopes):
        return
    sentence = f"This token has not the scope “{needed}”."
    raise Refusal(refused("forbidden", "scope", sentence, scope=needed).reason)


def checked_label(name: str) -> str:
    """Check the name that an owner gives a token or a passkey, and return it tidied. Raises
    :class:`~quincunx.core.reason.Refusal`."""
    return checked_name(name)
