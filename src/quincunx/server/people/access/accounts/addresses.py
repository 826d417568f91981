"""E-mail addresses of accounts: given, confirmed, chosen, removed."""

from __future__ import annotations

from quincunx.club.rows import PersonRow
from quincunx.core.reason import Refusal
from quincunx.server.people.access.accounts.authority import fresh_authority
from quincunx.server.people.access.accounts.sign_ins import BAD_LINK
from quincunx.server.people.access.accounts.tools import AccountTools
from quincunx.server.people.identity import Identity


class Addresses:
    """The e-mail addresses of accounts."""

    def __init__(self, tools: AccountTools) -> None:
        self._store = tools.store
        self._sessions = tools.sessions
        self._mails = tools.mails
        self._clock = tools.clock
        self._watch = tools.watch
        self._attempts = tools.attempts
        self._charges = tools.charges
        self._changes = tools.changes

    async def give_address(self, identity: Identity, address: str, language: str, caller: str) -> None:
        """Mail a link by which its owner confirms an address, for an account that may then sign in by it."""
        by = fresh_authority(identity, self._clock.now())
        with self._sessions.checked_by_store(identity):
            await self._mails.ask_for_address(identity.row.id, address, language, caller, by)

    async def confirm_address(self, link: str, address: str) -> PersonRow:
        """Use up a link that confirms an e-mail address, and return its account."""
        charges = self._attempts.link(address)
        self._charges.attempt(charges)
        person = await self._mails.confirm(link)
        if person is None:
            self._watch.security.record_event("bad_link")
            raise Refusal(BAD_LINK)
        self._charges.give_back(charges)
        await self._changes.record(person.id, "address_confirmed")
        self._watch.security.record_event("account_changed", what="address_confirmed")
        return person

    async def choose_mail(self, identity: Identity, signs_in: bool, tells_changes: bool) -> None:
        """Set what is mailed to an account."""
        by = fresh_authority(identity, self._clock.now())
        with self._sessions.checked_by_store(identity):
            await self._store.choose_mail(identity.row.id, signs_in, tells_changes, by)
        await self._changes.announce(identity, "mail_chosen")

    async def remove_address(self, identity: Identity) -> None:
        """Forget the e-mail address of an account."""
        by = fresh_authority(identity, self._clock.now())
        with self._sessions.checked_by_store(identity):
            await self._mails.remove(identity.row.id, by)
        await self._changes.announce(identity, "address_removed")
