"""Signing in: by a passkey, a password, a recovery code or a link.

No answer reveals whether an account of some name exists: all failures have the same text, and take equally
long.
"""

from __future__ import annotations

import contextlib
from typing import Any, Final

from quincunx.club.accounts import codes
from quincunx.club.accounts.names import key_of
from quincunx.club.accounts.wire import SignIn
from quincunx.club.limits import Charge
from quincunx.club.ports import NoSuchPerson, SessionEnded
from quincunx.club.rows import LinkKind, PersonRow
from quincunx.core.reason import Reason, Refusal, refused
from quincunx.server.people.access import passkeys
from quincunx.server.people.access.accounts.authority import SHOWS
from quincunx.server.people.access.accounts.tools import AccountTools
from quincunx.server.people.access.passkeys import Site
from quincunx.server.people.identity import BannedPerson, Identity, digest

WRONG: Final = Reason("unauthenticated", "wrong-sign-in", "That name and that secret do not go together.")
BAD_LINK: Final = Reason(
    "unauthenticated", "bad-link", "That link has been used, or is too old; please make a new one."
)


class SignIns:
    """The ways into accounts."""

    def __init__(self, tools: AccountTools) -> None:
        self._store = tools.store
        self._sessions = tools.sessions
        self._hashes = tools.hashes
        self._clock = tools.clock
        self._watch = tools.watch
        self._attempts = tools.attempts
        self._charges = tools.charges
        self._checks = tools.checks
        self._changes = tools.changes

    async def options_to_sign_in(self, site: Site, address: str) -> dict[str, Any]:
        """The options from which the browser asks for a passkey."""
        return await passkeys.options_to_sign_in(site, await self._checks.challenge("sign_in", None, address))

    async def sign_in(
        self, site: Site | None, ask: SignIn, address: str, device: str | None = None
    ) -> tuple[PersonRow, str]:
        """The account that the credential opens, and how.

        ``device`` names one that has signed in to the account before.
        """
        given = [each for each in (ask.passkey, ask.password, ask.code) if each is not None]
        if len(given) != 1 or (ask.passkey is None) == (ask.name is None):
            sentence = "Sign in with a passkey, or with a name and a password or a recovery code."
            raise refused("malformed", "one-secret", sentence)
        charges = self._charges_of(ask, address, device)
        self._charges.attempt(charges)
        try:
            person, how = await self._verified_person(site, ask, address)
        except Refusal as refusal:
            if refusal.reason.kind == "too-fast":  # nothing has been tried
                self._charges.give_back(charges)
                raise
            self._watch.security.record_event("sign_in_failed")
            raise
        if person.banned_at:
            self._watch.security.record_event("sign_in_failed")
            raise BannedPerson(person.id)
        self._charges.give_back(charges)
        self._watch.security.record_event("signed_in", how=how)
        return person, how

    def _charges_of(self, ask: SignIn, address: str, device: str | None) -> tuple[Charge, ...]:
        if ask.passkey is not None:
            return self._attempts.passkey(address)
        account = key_of(ask.name or "")
        if ask.code is not None:
            return self._attempts.code(account, address)
        return self._attempts.password(account, address, device)

    async def _verified_person(self, site: Site | None, ask: SignIn, address: str) -> tuple[PersonRow, str]:
        if ask.passkey is not None:
            assert site is not None
            return await self._by_passkey(site, ask.passkey), "passkey"
        found = await self._store.by_name(key_of(ask.name or ""))
        if ask.code is not None:
            code = codes.read(ask.code)
            person = found[0].id if found else ""
            if not await self._store.use_code(person, digest(code or "")) or found is None:
                raise Refusal(WRONG)
            await self._changes.record(person, "code_used")
            return found[0], "code"
        password = ask.password or ""
        person_row, hash = found if found else (None, None)
        if not await self._checks.is_right(hash, password, address) or person_row is None or hash is None:
            raise Refusal(WRONG)
        if self._hashes.is_stale(hash):
            fresh = await self._hashes.hashed(password, address)
            await self._store.renew_hash(person_row.id, hash, fresh)
        return person_row, "password"

    async def _by_passkey(self, site: Site, answer: dict[str, Any]) -> PersonRow:
        challenge, id = passkeys.challenge_of(answer), passkeys.id_of(answer)
        now = self._clock.now()
        once = await self._store.take_one_time_secret(digest(challenge.hex()), "sign_in", now)
        found = await self._store.passkey(id)
        if once is None or found is None:
            raise Refusal(passkeys.WRONG)
        passkey, person = found
        count = await passkeys.verify_use(site, answer, challenge, passkey)
        if not await self._store.used_passkey(id, passkey.count, count, now):
            raise Refusal(passkeys.WRONG)
        return person

    async def settle(
        self, before: Identity | None, person: PersonRow, device: str, how: str, bring: bool
    ) -> tuple[str, bool]:
        """Give this device a session of the person who has signed in. Return its secret, and whether the
        device's guest was merged into the account."""
        brought = False
        is_guest = before is not None and not before.is_account and before.row.id != person.id
        if before is not None and is_guest and bring and person.name_key is not None:
            with contextlib.suppress(SessionEnded):  # the guest to merge no longer exists
                brought = await self._store.merge(before.row.id, person.id, before.authority, person.era)
        try:
            secret = await self._sessions.signed_in(before, person, device, how, has_shown=how in SHOWS)
        except NoSuchPerson:
            raise Refusal(WRONG) from None
        if brought and before is not None:
            # Other devices of the guest, and of the account: seats name them by other ids now.
            self._sessions.announce_change(before.row.id, is_end=True)
            self._sessions.announce_change(person.id, is_end=True)
            await self._changes.record(person.id, "guest_brought")
        return secret, brought

    async def enter(self, link: str, kind: LinkKind, address: str) -> PersonRow:
        """Use up a link of this kind, and return its account."""
        charges = self._attempts.link(address)
        self._charges.attempt(charges)
        person = await self._store.take_link(digest(link), kind, self._clock.now())
        if person is None or person.deleted_at or person.banned_at or person.became:
            self._watch.security.record_event("bad_link")
            raise Refusal(BAD_LINK)
        self._charges.give_back(charges)
        if kind != "link":
            await self._changes.record(person.id, f"{kind}_link_used")
        self._watch.security.record_event("signed_in", how=kind)
        return person
