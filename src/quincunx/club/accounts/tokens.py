"""Tokens of programs: what they begin with, what they may do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from quincunx.core.reason import Refusal, refused
from quincunx.table.seats.person import checked_name

Scope = Literal["play", "read"]
"""``read``: look at all that its person may look at. ``play``: make tables, sit down and move as well."""
SCOPES: Final[tuple[Scope, ...]] = ("read", "play")
PREFIX: Final = "qx_"
"""By which people, and programs that look for leaked secrets, know one."""
MOST: Final = 20
"""Of one person."""


def checked_scopes(scopes: Iterable[str]) -> tuple[Scope, ...]:
    """The scopes, each once, in their order. Raises :class:`~quincunx.core.reason.Refusal` if there are
    none, or one is unknown."""
    wanted = set(scopes)
    if not wanted or not wanted <= set(SCOPES):
        raise refused("malformed", "bad-scopes", "A token has the scope “read”, “play” or both.")
    return tuple(scope for scope in SCOPES if scope in wanted)


def check_scope(scopes: Iterable[str] | None, needed: Scope) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` unless these scopes are enough. ``None``: it is no token
    that asks, but its person."""
    if scopes is None or needed in scopes or (needed == "read" and "play" in scopes):
        return
    sentence = f"This token has not the scope “{needed}”."
    raise Refusal(refused("forbidden", "scope", sentence, scope=needed).reason)


def checked_label(name: str) -> str:
    """What a token or a passkey is called by its owner. Raises :class:`~quincunx.core.reason.Refusal`."""
    return checked_name(name)
