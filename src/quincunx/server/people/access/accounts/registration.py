"""Accounts: made, renamed, deleted."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any, Final

from quincunx.club import limits
from quincunx.club.accounts.names import NAME_TAKEN, account_name, guest_name
from quincunx.club.accounts.passwords import checked_password
from quincunx.club.ports import NameTaken, NoSuchPerson
from quincunx.club.rows import PasskeyRow
from quincunx.core.reason import Reason, Refusal, refused
from quincunx.kit import RateLimiter
from quincunx.server.errors import NO_COOKIE
from quincunx.server.people.access.accounts.authority import (
    NO_ACCOUNT,
    fresh_authority,
    owner_authority,
    signed_in_authority,
)
from quincunx.server.people.access.accounts.secret_checks import code_digests, new_recovery_codes
from quincunx.server.people.access.accounts.tools import AccountTools
from quincunx.server.people.access.passkeys import Site
from quincunx.server.people.guest_names import free_guest_name
from quincunx.server.people.identity import Identity

IS_ACCOUNT: Final = Reason("conflict", "is-account", "You already have an account.")


class Registration:
    """Names of people, and the accounts that keep them."""

    def __init__(self, tools: AccountTools) -> None:
        self._store = tools.store
        self._sessions = tools.sessions
        self._clock = tools.clock
        self._watch = tools.watch
        self._charges = tools.charges
        self._checks = tools.checks
        self._changes = tools.changes
        self._new = RateLimiter(limits.ACCOUNTS_OF_ADDRESS)
        self._renames = RateLimiter(limits.RENAMES)

    async def create_account(
        self,
        site: Site | None,
        identity: Identity,
        name: str,
        password: str | None,
        passkey: dict[str, Any] | None,
        address: str,
        with_codes: bool = True,
    ) -> tuple[str, ...]:
        """Create an account from a guest, who keeps their seats. Return its recovery codes. ``site`` is
        needed for a passkey alone."""
        if identity.is_account:
            raise Refusal(IS_ACCOUNT)
        if (password is None) == (passkey is None):
            raise refused("malformed", "one-secret", "An account begins with a passkey or with a password.")
        name, key = account_name(name)
        with self._charges.charged(self._new, address):
            secret: PasskeyRow | str
            if password is not None:
                secret = await self._checks.hashed(checked_password(password, name), address)
            else:
                assert site is not None
                assert passkey is not None
                secret = await self._checks.new_passkey(site, identity, passkey, "Passkey")
            shown = new_recovery_codes() if with_codes else ()
            now = self._clock.now()
            try:
                with self._sessions.checked_by_store(identity):
                    await self._store.make_account(
                        identity.row.id, name, key, secret, code_digests(shown), now, identity.authority
                    )
            except NameTaken:
                raise Refusal(NAME_TAKEN) from None
            except NoSuchPerson:
                raise Refusal(IS_ACCOUNT) from None
        await self._changes.announce(identity, "account_made")
        return shown

    async def rename(self, identity: Identity, name: str) -> str:
        """Another name; an account's is unique.

        A password and recovery codes open the account together with its name: another one is set by those
        alone who have signed in just now.
        """
        shown, key = account_name(name)
        is_same = key == identity.row.name_key
        by = signed_in_authority(identity) if is_same else fresh_authority(identity, self._clock.now())
        with nullcontext() if is_same else self._charges.charged(self._renames, identity.row.id):
            try:
                with self._sessions.checked_by_store(identity):
                    await self._store.rename(identity.row.id, shown, key, self._clock.now(), by)
            except NameTaken:
                raise Refusal(NAME_TAKEN) from None
            except NoSuchPerson:
                raise Refusal(NO_ACCOUNT) from None
        await self._changes.record(identity.row.id, "rename")
        self._sessions.announce_change(identity.row.id)
        return shown

    async def rename_guest(self, identity: Identity, name: str) -> str:
        """Another name for a guest; one that belongs to an account, or looks like it, gets a suffix."""
        now = self._clock.now()
        shown = await free_guest_name(self._store, guest_name(name), now)
        try:
            with self._sessions.checked_by_store(identity):
                await self._store.rename(identity.row.id, shown, None, now, identity.authority)
        except NoSuchPerson:
            raise Refusal(NO_COOKIE) from None
        self._sessions.announce_change(identity.row.id)
        return shown

    async def delete(self, identity: Identity) -> None:
        """Delete the person's data. Their games stay, redacted."""
        by = (
            fresh_authority(identity, self._clock.now()) if identity.is_account else owner_authority(identity)
        )
        with self._sessions.checked_by_store(identity):
            await self._store.delete(identity.row.id, self._clock.now(), by)
        self._watch.security.record_event("person_deleted")
        self._sessions.announce_change(identity.row.id, is_end=True)
        self._sessions.ended(identity.key)
