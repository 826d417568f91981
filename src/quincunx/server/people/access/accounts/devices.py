"""Devices of a person: linked to an account, and signed out."""

from __future__ import annotations

import secrets

from quincunx.club.accounts import sessions
from quincunx.club.rows import OneTimeSecret
from quincunx.core.reason import refused
from quincunx.server.people.access.accounts.authority import owner_authority, signed_in_authority
from quincunx.server.people.access.accounts.tools import AccountTools
from quincunx.server.people.identity import Identity, digest


class Devices:
    """The devices on which a person is signed in."""

    def __init__(self, tools: AccountTools) -> None:
        self._store = tools.store
        self._sessions = tools.sessions
        self._clock = tools.clock
        self._watch = tools.watch
        self._charges = tools.charges
        self._changes = tools.changes
        self._links = tools.links

    async def link(self, identity: Identity) -> tuple[str, int]:
        """The secret of a link that makes another device mine, and until when it is good."""
        by = signed_in_authority(identity)
        secret, until = secrets.token_urlsafe(32), self._clock.now() + sessions.LINK
        with self._charges.charged(self._links, identity.row.id), self._sessions.checked_by_store(identity):
            await self._store.add_one_time_secret(
                OneTimeSecret(digest(secret), "link", until, identity.row.id), by
            )
        self._watch.security.record_event("link_made")
        return secret, until

    async def read_operator_link(self, identity: Identity) -> None:
        """Record that the owner has read of the operator's link. A device that joined by a link cannot hide
        it from the owner."""
        by = signed_in_authority(identity)
        with self._sessions.checked_by_store(identity):
            await self._store.read_operator_link(identity.row.id, by)
        self._sessions.announce_change(identity.row.id)

    async def end_device(self, identity: Identity, device: str) -> None:
        """Sign out a device of mine; one that came by a link can do so to itself alone."""
        is_this = identity.session is not None and identity.session.id == device
        by = identity.authority if is_this else owner_authority(identity)
        with self._sessions.checked_by_store(identity):
            is_ended = await self._store.end_session(identity.row.id, device, by)
        if not is_ended:
            raise refused("unknown", "no-such-device", "You are signed in on no such device.")
        self._sessions.announce_change(identity.row.id, is_end=True)

    async def sign_out_everywhere(self, identity: Identity) -> None:
        """All devices, programs' tokens and links to other devices."""
        by = owner_authority(identity)
        with self._sessions.checked_by_store(identity):
            await self._store.end_sessions(identity.row.id, by)
        await self._changes.record(identity.row.id, "signed_out_everywhere")
        self._watch.security.record_event("signed_out_everywhere")
        self._sessions.announce_change(identity.row.id, is_end=True)
        self._sessions.ended(identity.key)
