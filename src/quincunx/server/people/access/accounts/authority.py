"""The authority that a person has over their account: by a fresh sign-in, an earlier one, or a link alone."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from quincunx.club.accounts import sessions
from quincunx.club.rows import Authority
from quincunx.core.reason import Reason, Refusal
from quincunx.server.people.access.sessions import BY_LINK, NOT_FRESH
from quincunx.server.people.identity import Identity

NO_ACCOUNT: Final = Reason("conflict", "no-account", "You don’t have an account here yet.")

SHOWS: Final = frozenset({"passkey", "password", "code", "operator", "mail"})
"""Sign-in methods that prove a person's identity. A link from another device does not."""


def fresh_authority(identity: Identity, now: int) -> Authority:
    """The authority to change an account's credentials. It needs a fresh sign-in."""
    if not identity.is_account:
        raise Refusal(NO_ACCOUNT)
    if identity.session is None or not sessions.is_fresh(identity.session.signed_in_at, now):
        raise Refusal(NOT_FRESH)
    return replace(identity.authority, shown_since=now - sessions.FRESH + 1)


def signed_in_authority(identity: Identity) -> Authority:
    """The authority to hand on an account, or to change the spelling of its name. It needs an earlier
    sign-in on this device. A person who only came by a link has none."""
    if not identity.is_account:
        return identity.authority
    if identity.session is None or identity.session.signed_in_at is None:
        raise Refusal(NOT_FRESH)
    return replace(identity.authority, shown_since=0)


def owner_authority(identity: Identity) -> Authority:
    """The authority to end sessions and tokens of other devices. A device that joined by a link needs a
    sign-in first."""
    session = identity.session
    if session is None or (session.how == "link" and session.signed_in_at is None):
        raise Refusal(NOT_FRESH if identity.is_account else BY_LINK)
    return replace(identity.authority, not_by_link=True)
