"""Credentials of an account: its password, passkeys and recovery codes."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from quincunx.club.accounts.names import account_name
from quincunx.club.accounts.passwords import checked_password
from quincunx.club.accounts.tokens import checked_label
from quincunx.club.rows import Authority, PasskeyRow
from quincunx.core.reason import Refusal, refused
from quincunx.server.people.access import passkeys
from quincunx.server.people.access.accounts.authority import NO_ACCOUNT, fresh_authority
from quincunx.server.people.access.accounts.secret_checks import code_digests, new_recovery_codes
from quincunx.server.people.access.accounts.tools import AccountTools
from quincunx.server.people.access.passkeys import Site
from quincunx.server.people.identity import Identity


class Credentials:
    """Changes of what opens an account. They need a recent sign-in."""

    def __init__(self, tools: AccountTools) -> None:
        self._store = tools.store
        self._sessions = tools.sessions
        self._clock = tools.clock
        self._watch = tools.watch
        self._attempts = tools.attempts
        self._charges = tools.charges
        self._checks = tools.checks
        self._changes = tools.changes

    async def options_to_make(
        self, site: Site, identity: Identity, name: str | None, address: str
    ) -> dict[str, Any]:
        """The options from which the browser creates a passkey for the caller."""
        shown = account_name(name)[0] if name and not identity.is_account else identity.row.name
        known = (await self._store.credentials(identity.row.id)).passkeys
        challenge = await self._checks.challenge("register", identity, address)
        return await passkeys.options_to_make(site, identity.row.id, shown, known, challenge)

    async def change_password(
        self, identity: Identity, password: str, present: str | None, others: bool, address: str
    ) -> None:
        """Set a password; all other devices and all programs are signed out if they are to be."""
        if not identity.is_account:
            raise Refusal(NO_ACCOUNT)
        if present is None:
            by = fresh_authority(identity, self._clock.now())
        else:
            by = await self._by_present(identity, present, address)
        hash = await self._checks.hashed(checked_password(password, identity.row.name), address)
        with self._sessions.checked_by_store(identity):
            await self._store.set_password(identity.row.id, hash, self._clock.now(), by, ends_others=others)
        if others:
            self._sessions.announce_change(identity.row.id, is_end=True)
        await self._changes.announce(identity, "password_changed")

    async def _by_present(self, identity: Identity, present: str, address: str) -> Authority:
        """The authority of a caller who knows the present password, valid as long as it stays the present
        one."""
        key = identity.row.name_key or ""
        # This device is signed in: other clients do not use up its tries.
        charges = self._attempts.password(key, address, identity.session.id if identity.session else None)
        self._charges.attempt(charges)
        found = await self._store.by_name(key)
        if not await self._checks.is_right(found[1] if found else None, present, address):
            self._watch.security.record_event("sign_in_failed")
            raise refused("forbidden", "wrong-password", "That is not your present password.")
        self._charges.give_back(charges)
        return replace(identity.authority, era=found[0].era if found else None)

    async def add_passkey(
        self, site: Site, identity: Identity, answer: dict[str, Any], label: str
    ) -> PasskeyRow:
        """A further passkey."""
        by = fresh_authority(identity, self._clock.now())
        passkey = await self._checks.new_passkey(site, identity, answer, checked_label(label))
        with self._sessions.checked_by_store(identity):
            is_added = await self._store.add_passkey(passkey, passkeys.MOST, by)
        if not is_added:
            sentence = f"That passkey is known already, or there are {passkeys.MOST}."
            raise refused("conflict", "passkey-not-added", sentence, most=passkeys.MOST)
        await self._changes.announce(identity, "passkey_added")
        return passkey

    async def remove_passkey(self, identity: Identity, id: str) -> None:
        """One passkey less, unless it is the last thing that opens the account."""
        by = fresh_authority(identity, self._clock.now())
        known = (await self._store.credentials(identity.row.id)).passkeys
        found = next((each.id for each in known if passkeys.short_id(each.id) == id), None)
        if found is None:
            raise refused("unknown", "no-such-passkey", "You have no such passkey.")
        with self._sessions.checked_by_store(identity):
            is_removed = await self._store.remove_passkey(identity.row.id, found, by)
        if not is_removed:
            sentence = "That is all that opens your account; please add a passkey or a password first."
            raise refused("conflict", "last-secret", sentence)
        await self._changes.announce(identity, "passkey_removed")

    async def new_codes(self, identity: Identity) -> tuple[str, ...]:
        """Ten new recovery codes; those before are good no longer."""
        by = fresh_authority(identity, self._clock.now())
        shown = new_recovery_codes()
        with self._sessions.checked_by_store(identity):
            await self._store.set_codes(identity.row.id, code_digests(shown), by)
        await self._changes.announce(identity, "codes_made")
        return shown
