"""Changes of accounts: on record, told by mail, and known to all sessions."""

from __future__ import annotations

from quincunx.club.ports import Store
from quincunx.club.rows import AuditEntry
from quincunx.node.ports import Clock
from quincunx.server.observability.watch import Watch
from quincunx.server.people.access.mails import Mails
from quincunx.server.people.access.sessions import Sessions
from quincunx.server.people.identity import Identity


class AccountChanges:
    """The record of what people change of their accounts."""

    def __init__(self, store: Store, sessions: Sessions, mails: Mails, clock: Clock, watch: Watch) -> None:
        self._store = store
        self._sessions = sessions
        self._mails = mails
        self._clock = clock
        self._watch = watch

    async def announce(self, identity: Identity, act: str) -> None:
        """Log a change of an account's credentials, and have its sessions looked up again."""
        await self.record(identity.row.id, act)
        self._watch.security.record_event("account_changed", what=act)
        self._sessions.announce_change(identity.row.id)

    async def record(self, person: str, act: str) -> None:
        """Put an act on record, and mail its owner if they chose so."""
        await self._store.add_audit_entry(AuditEntry(self._clock.now(), "self", act, person))
        await self._mails.tell_change(person, act)
