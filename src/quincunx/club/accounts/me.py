"""Messages about the caller."""

from __future__ import annotations

import msgspec


class Me(msgspec.Struct, frozen=True):
    """The caller's identity."""

    name: str
    is_account: bool = False
    """True if the name is the caller's alone, and they can sign in elsewhere."""
    has_played: bool = False
    """True if the caller has done more than look. When such a guest signs in to an account, ``bring`` says
    whether their seats come along."""
    operator_link_at: int | None = None
    """The time at which the server's operator made a sign-in link for the caller's account; ``None`` if there
    was none, or the caller has read of it."""
    has_mail: bool = False
    """True if this server sends e-mail."""


class Rename(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
