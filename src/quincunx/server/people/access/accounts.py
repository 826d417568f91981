"""Accounts: made, opened, changed, left. The one place that knows the order of these steps.

Nobody learns from an answer whether there is an account of some name: what is wrong is said alike, and takes
as long. Names are no secret: a person who asks for a name that is taken is told so.
"""

from __future__ import annotations

import contextlib
import secrets
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final

from msgspec.structs import replace

from quincunx.club import limits
from quincunx.club.accounts import codes, sessions
from quincunx.club.accounts.names import NAME_TAKEN, account_name, guest_name, key_of
from quincunx.club.accounts.passwords import checked_password
from quincunx.club.accounts.sign_in_limits import SignInLimits
from quincunx.club.accounts.tokens import MOST as MOST_TOKENS
from quincunx.club.accounts.tokens import PREFIX, checked_label, checked_scopes
from quincunx.club.accounts.wire import AskToken, SignIn
from quincunx.club.limits import Charge, admit, admitted
from quincunx.club.ports import NameTaken, NoSuchPerson, SessionEnded, Store, TokenTaken
from quincunx.club.rows import (
    AuditEntry,
    Authority,
    LinkKind,
    OneTimeSecret,
    PasskeyRow,
    PersonRow,
    TokenRow,
)
from quincunx.core.reason import Reason, Refusal, refused
from quincunx.kit import RateLimiter, charge
from quincunx.node.ports import Clock
from quincunx.server.errors import NO_COOKIE
from quincunx.server.observability.watch import Watch
from quincunx.server.people.access import passkeys
from quincunx.server.people.access.hashing import PasswordHashes
from quincunx.server.people.access.mails import Mails
from quincunx.server.people.access.passkeys import Site
from quincunx.server.people.access.sessions import BY_LINK, NOT_FRESH, Sessions
from quincunx.server.people.guest_names import free_guest_name
from quincunx.server.people.identity import BannedPerson, Identity, digest

WRONG: Final = Reason("unauthenticated", "wrong-sign-in", "That name and that secret do not go together.")
NO_ACCOUNT: Final = Reason("conflict", "no-account", "You don’t have an account here yet.")
TOKEN_TAKEN: Final = Reason(
    "conflict", "token-taken", "Another account has confirmed this program. Start its sign-in again."
)
IS_ACCOUNT: Final = Reason("conflict", "is-account", "You already have an account.")
BAD_LINK: Final = Reason(
    "unauthenticated", "bad-link", "That link has been used, or is too old; please make a new one."
)

SHOWS: Final = frozenset({"passkey", "password", "code", "operator", "mail"})
"""The ways of signing in that show who somebody is. A link from another device does not."""


class Accounts:
    """The accounts of one server. What it refuses comes as :class:`~quincunx.core.reason.Refusal`; every
    method also raises :class:`~quincunx.club.ports.StoreUnavailable`. ``address`` is the caller's."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        hashes: PasswordHashes,
        clock: Clock,
        watch: Watch,
        mails: Mails,
    ) -> None:
        self._store = store
        self._mails = mails
        self._sessions = sessions
        self._hashes = hashes
        self._clock = clock
        self._watch = watch
        self._attempts = SignInLimits()
        self._new = RateLimiter(limits.ACCOUNTS_OF_ADDRESS)
        self._links = RateLimiter(limits.LINKS)
        self._renames = RateLimiter(limits.RENAMES)
        self._challenges = RateLimiter(limits.CHALLENGES_OF_ADDRESS)
        self._hashing = RateLimiter(limits.HASHES_OF_ADDRESS)

    # ---- passkeys ------------------------------------------------------------------------------------

    async def options_to_make(
        self, site: Site, identity: Identity, name: str | None, address: str
    ) -> dict[str, Any]:
        """The options from which the browser creates a passkey for the caller."""
        shown = account_name(name)[0] if name and not identity.is_account else identity.row.name
        known = (await self._store.credentials(identity.row.id)).passkeys
        challenge = await self._challenge("register", identity, address)
        return await passkeys.options_to_make(site, identity.row.id, shown, known, challenge)

    async def options_to_sign_in(self, site: Site, address: str) -> dict[str, Any]:
        """The options from which the browser asks for a passkey."""
        return await passkeys.options_to_sign_in(site, await self._challenge("sign_in", None, address))

    async def _challenge(self, kind: Any, identity: Identity | None, address: str) -> bytes:
        self._throttle(self._challenges, address)
        challenge = secrets.token_bytes(passkeys.CHALLENGE_BYTES)
        until = self._clock.now() + sessions.CEREMONY
        if identity is None:
            await self._store.add_one_time_secret(OneTimeSecret(digest(challenge.hex()), kind, until))
        else:
            once = OneTimeSecret(digest(challenge.hex()), kind, until, identity.row.id)
            with self._sessions.checked_by_store(identity):
                await self._store.add_one_time_secret(once, identity.authority)
        return challenge

    async def _verified_passkey(
        self, site: Site, identity: Identity, answer: dict[str, Any], label: str
    ) -> PasskeyRow:
        challenge, now = passkeys.challenge_of(answer), self._clock.now()
        once = await self._store.take_one_time_secret(digest(challenge.hex()), "register", now)
        if once is None or once.person != identity.row.id:
            raise refused("conflict", "passkey-too-late", "That took too long; please try again.")
        return await passkeys.verify_registration(site, answer, challenge, identity.row.id, label, now)

    # ---- making one ----------------------------------------------------------------------------------

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
        with self._charged(self._new, address):
            secret: PasskeyRow | str
            if password is not None:
                secret = await self._hashed(checked_password(password, name), address)
            else:
                assert site is not None
                assert passkey is not None
                secret = await self._verified_passkey(site, identity, passkey, "Passkey")
            shown = _new_codes() if with_codes else ()
            now = self._clock.now()
            try:
                with self._sessions.checked_by_store(identity):
                    await self._store.make_account(
                        identity.row.id, name, key, secret, _digests(shown), now, identity.authority
                    )
            except NameTaken:
                raise Refusal(NAME_TAKEN) from None
            except NoSuchPerson:
                raise Refusal(IS_ACCOUNT) from None
        await self.announce_change(identity, "account_made")
        return shown

    async def rename(self, identity: Identity, name: str) -> str:
        """Another name; an account's is unique.

        A password and recovery codes open the account together with its name: another one is set by those
        alone who have signed in just now.
        """
        shown, key = account_name(name)
        is_same = key == identity.row.name_key
        by = self.authority_if_fresh(identity) if is_same else self.fresh(identity)
        with nullcontext() if is_same else self._charged(self._renames, identity.row.id):
            try:
                with self._sessions.checked_by_store(identity):
                    await self._store.rename(identity.row.id, shown, key, self._clock.now(), by)
            except NameTaken:
                raise Refusal(NAME_TAKEN) from None
            except NoSuchPerson:
                raise Refusal(NO_ACCOUNT) from None
        await self._audit(identity.row.id, "rename")
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

    # ---- signing in ----------------------------------------------------------------------------------

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
        charges = self._charges(ask, address, device)
        self._check_throttle(charges)
        try:
            person, how = await self._verified_person(site, ask, address)
        except Refusal as refusal:
            if refusal.reason.kind == "too-fast":  # nothing has been tried
                self._give_back(charges)
                raise
            self._watch.security.record_event("sign_in_failed")
            raise
        if person.banned_at:
            self._watch.security.record_event("sign_in_failed")
            raise BannedPerson(person.id)
        self._give_back(charges)
        self._watch.security.record_event("signed_in", how=how)
        return person, how

    def _charges(self, ask: SignIn, address: str, device: str | None) -> tuple[Charge, ...]:
        if ask.passkey is not None:
            return self._attempts.passkey(address)
        account = key_of(ask.name or "")
        if ask.code is not None:
            return self._attempts.code(account, address)
        return self._attempts.password(account, address, device)

    def _check_throttle(self, charges: tuple[Charge, ...]) -> None:
        seconds = charge(*charges)
        if seconds:
            self._watch.security.record_event("sign_in_throttled")
            raise limits.too_often(seconds)

    def _give_back(self, charges: tuple[Charge, ...]) -> None:
        for limiter, key, cost in charges:
            limiter.refund(key, cost)

    async def _is_right(self, hash: str | None, password: str, address: str) -> bool:
        # Right passwords cost as much work as wrong ones.
        self._throttle(self._hashing, address)
        return await self._hashes.is_right(hash, password, address)

    async def _hashed(self, password: str, address: str) -> str:
        self._throttle(self._hashing, address)
        return await self._hashes.hashed(password, address)

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
            await self._audit(person, "code_used")
            return found[0], "code"
        password = ask.password or ""
        person_row, hash = found if found else (None, None)
        if not await self._is_right(hash, password, address) or person_row is None or hash is None:
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
            with contextlib.suppress(SessionEnded):  # nobody is here any more who could be brought along
                brought = await self._store.merge(before.row.id, person.id, before.authority, person.era)
        try:
            secret = await self._sessions.signed_in(before, person, device, how, has_shown=how in SHOWS)
        except NoSuchPerson:
            raise Refusal(WRONG) from None
        if brought and before is not None:
            # Other devices of the guest, and of the account: seats name them by other ids now.
            self._sessions.announce_change(before.row.id, is_end=True)
            self._sessions.announce_change(person.id, is_end=True)
            await self._audit(person.id, "guest_brought")
        return secret, brought

    # ---- another device ------------------------------------------------------------------------------

    async def link(self, identity: Identity) -> tuple[str, int]:
        """The secret of a link that makes another device mine, and until when it is good."""
        by = self.authority_if_fresh(identity)
        secret, until = secrets.token_urlsafe(32), self._clock.now() + sessions.LINK
        with self._charged(self._links, identity.row.id), self._sessions.checked_by_store(identity):
            await self._store.add_one_time_secret(
                OneTimeSecret(digest(secret), "link", until, identity.row.id), by
            )
        self._watch.security.record_event("link_made")
        return secret, until

    async def enter(self, link: str, kind: LinkKind, address: str) -> PersonRow:
        """Use up a link of this kind, and return its account."""
        charges = self._attempts.link(address)
        self._check_throttle(charges)
        person = await self._store.take_link(digest(link), kind, self._clock.now())
        if person is None or person.deleted_at or person.banned_at or person.became:
            self._watch.security.record_event("bad_link")
            raise Refusal(BAD_LINK)
        self._give_back(charges)
        if kind != "link":
            await self._audit(person.id, f"{kind}_link_used")
        self._watch.security.record_event("signed_in", how=kind)
        return person

    async def read_operator_link(self, identity: Identity) -> None:
        """Record that the owner has read of the operator's link. A device that joined by a link cannot hide
        it from the owner."""
        by = self.authority_if_fresh(identity)
        with self._sessions.checked_by_store(identity):
            await self._store.read_operator_link(identity.row.id, by)
        self._sessions.announce_change(identity.row.id)

    # ---- e-mail --------------------------------------------------------------------------------------

    async def give_address(self, identity: Identity, address: str, language: str, caller: str) -> None:
        """Mail a link by which its owner confirms an address, for an account that may then sign in by it."""
        by = self.fresh(identity)
        with self._sessions.checked_by_store(identity):
            await self._mails.ask_for_address(identity.row.id, address, language, caller, by)

    async def confirm_address(self, link: str, address: str) -> PersonRow:
        """Use up a link that confirms an e-mail address, and return its account."""
        charges = self._attempts.link(address)
        self._check_throttle(charges)
        person = await self._mails.confirm(link)
        if person is None:
            self._watch.security.record_event("bad_link")
            raise Refusal(BAD_LINK)
        self._give_back(charges)
        await self._audit(person.id, "address_confirmed")
        self._watch.security.record_event("account_changed", what="address_confirmed")
        return person

    async def choose_mail(self, identity: Identity, signs_in: bool, tells_changes: bool) -> None:
        """Set what is mailed to an account."""
        by = self.fresh(identity)
        with self._sessions.checked_by_store(identity):
            await self._store.choose_mail(identity.row.id, signs_in, tells_changes, by)
        await self.announce_change(identity, "mail_chosen")

    async def remove_address(self, identity: Identity) -> None:
        """Forget the e-mail address of an account."""
        by = self.fresh(identity)
        with self._sessions.checked_by_store(identity):
            await self._mails.remove(identity.row.id, by)
        await self.announce_change(identity, "address_removed")

    # ---- changing what opens it ----------------------------------------------------------------------

    def fresh(self, identity: Identity) -> Authority:
        """The authority to change an account's credentials. It needs a fresh sign-in."""
        if not identity.is_account:
            raise Refusal(NO_ACCOUNT)
        now = self._clock.now()
        if identity.session is None or not sessions.is_fresh(identity.session.signed_in_at, now):
            raise Refusal(NOT_FRESH)
        return replace(identity.authority, shown_since=now - sessions.FRESH + 1)

    def authority_if_fresh(self, identity: Identity) -> Authority:
        """The authority to hand on an account, or to change the spelling of its name. It needs an earlier
        sign-in on this device. A person who only came by a link has none."""
        if not identity.is_account:
            return identity.authority
        if identity.session is None or identity.session.signed_in_at is None:
            raise Refusal(NOT_FRESH)
        return replace(identity.authority, shown_since=0)

    def owner(self, identity: Identity) -> Authority:
        """The authority to end sessions and tokens of other devices. A device that joined by a link needs a
        sign-in first."""
        session = identity.session
        if session is None or (session.how == "link" and session.signed_in_at is None):
            raise Refusal(NOT_FRESH if identity.is_account else BY_LINK)
        return replace(identity.authority, not_by_link=True)

    async def change_password(
        self, identity: Identity, password: str, present: str | None, others: bool, address: str
    ) -> None:
        """Set a password; all other devices and all programs are signed out if they are to be."""
        if not identity.is_account:
            raise Refusal(NO_ACCOUNT)
        if present is None:
            by = self.fresh(identity)
        else:
            by = await self._by_present(identity, present, address)
        hash = await self._hashed(checked_password(password, identity.row.name), address)
        with self._sessions.checked_by_store(identity):
            await self._store.set_password(identity.row.id, hash, self._clock.now(), by, ends_others=others)
        if others:
            self._sessions.announce_change(identity.row.id, is_end=True)
        await self.announce_change(identity, "password_changed")

    async def _by_present(self, identity: Identity, present: str, address: str) -> Authority:
        """The authority of a caller who knows the present password, valid as long as it stays the present
        one."""
        key = identity.row.name_key or ""
        # This device is signed in: nobody elsewhere uses up its tries.
        charges = self._attempts.password(key, address, identity.session.id if identity.session else None)
        self._check_throttle(charges)
        found = await self._store.by_name(key)
        if not await self._is_right(found[1] if found else None, present, address):
            self._watch.security.record_event("sign_in_failed")
            raise refused("forbidden", "wrong-password", "That is not your present password.")
        self._give_back(charges)
        return replace(identity.authority, era=found[0].era if found else None)

    async def add_passkey(
        self, site: Site, identity: Identity, answer: dict[str, Any], label: str
    ) -> PasskeyRow:
        """A further passkey."""
        by = self.fresh(identity)
        passkey = await self._verified_passkey(site, identity, answer, checked_label(label))
        with self._sessions.checked_by_store(identity):
            is_added = await self._store.add_passkey(passkey, passkeys.MOST, by)
        if not is_added:
            sentence = f"That passkey is known already, or there are {passkeys.MOST}."
            raise refused("conflict", "passkey-not-added", sentence, most=passkeys.MOST)
        await self.announce_change(identity, "passkey_added")
        return passkey

    async def remove_passkey(self, identity: Identity, id: str) -> None:
        """One passkey less, unless it is the last thing that opens the account."""
        by = self.fresh(identity)
        known = (await self._store.credentials(identity.row.id)).passkeys
        found = next((each.id for each in known if passkeys.short_id(each.id) == id), None)
        if found is None:
            raise refused("unknown", "no-such-passkey", "You have no such passkey.")
        with self._sessions.checked_by_store(identity):
            is_removed = await self._store.remove_passkey(identity.row.id, found, by)
        if not is_removed:
            sentence = "That is all that opens your account; please add a passkey or a password first."
            raise refused("conflict", "last-secret", sentence)
        await self.announce_change(identity, "passkey_removed")

    async def new_codes(self, identity: Identity) -> tuple[str, ...]:
        """Ten new recovery codes; those before are good no longer."""
        by = self.fresh(identity)
        shown = _new_codes()
        with self._sessions.checked_by_store(identity):
            await self._store.set_codes(identity.row.id, _digests(shown), by)
        await self.announce_change(identity, "codes_made")
        return shown

    # ---- leaving -------------------------------------------------------------------------------------

    async def end_device(self, identity: Identity, device: str) -> None:
        """Sign out a device of mine; one that came by a link can do so to itself alone."""
        is_this = identity.session is not None and identity.session.id == device
        by = identity.authority if is_this else self.owner(identity)
        with self._sessions.checked_by_store(identity):
            is_ended = await self._store.end_session(identity.row.id, device, by)
        if not is_ended:
            raise refused("unknown", "no-such-device", "You are signed in on no such device.")
        self._sessions.announce_change(identity.row.id, is_end=True)

    async def sign_out_everywhere(self, identity: Identity) -> None:
        """All devices, programs' tokens and links to other devices."""
        by = self.owner(identity)
        with self._sessions.checked_by_store(identity):
            await self._store.end_sessions(identity.row.id, by)
        await self._audit(identity.row.id, "signed_out_everywhere")
        self._watch.security.record_event("signed_out_everywhere")
        self._sessions.announce_change(identity.row.id, is_end=True)
        self._sessions.ended(identity.key)

    async def delete(self, identity: Identity) -> None:
        """Forget who they were. Their games stay, somebody's."""
        by = self.fresh(identity) if identity.is_account else self.owner(identity)
        with self._sessions.checked_by_store(identity):
            await self._store.delete(identity.row.id, self._clock.now(), by)
        self._watch.security.record_event("person_deleted")
        self._sessions.announce_change(identity.row.id, is_end=True)
        self._sessions.ended(identity.key)

    # ---- programs ------------------------------------------------------------------------------------

    async def make_token(self, identity: Identity, asked: AskToken) -> tuple[TokenRow, str]:
        """Create a token for a program, and return it with its secret. The secret is empty if the program
        made it itself. The same request of the same person again returns the same token."""
        name, scopes = checked_label(asked.name), checked_scopes(asked.scopes)
        by = self.fresh(identity)
        secret = "" if asked.digest else PREFIX + secrets.token_urlsafe(32)
        hash = bytes.fromhex(asked.digest) if asked.digest else digest(secret)
        row = TokenRow(secrets.token_urlsafe(9), hash, identity.row.id, name, scopes, self._clock.now())
        with self._charged(self._links, identity.row.id):
            try:
                with self._sessions.checked_by_store(identity):
                    is_made = await self._store.add_token(row, MOST_TOKENS, by)
            except NoSuchPerson:
                raise Refusal(NO_ACCOUNT) from None
            except TokenTaken:
                return await self._made_before(identity, hash), secret
            if not is_made:
                sentence = f"You have {MOST_TOKENS} tokens already."
                raise refused("conflict", "too-many-tokens", sentence, most=MOST_TOKENS)
        await self.announce_change(identity, "token_made")
        return row, secret

    async def _made_before(self, identity: Identity, hash: bytes) -> TokenRow:
        """My token with this hash. Raises :class:`~quincunx.core.reason.Refusal` if it is not mine."""
        known = await self._store.token(hash)
        if known is None or known.token is None or known.token.person != identity.row.id:
            raise Refusal(TOKEN_TAKEN)
        return known.token

    async def end_token(self, identity: Identity, token: str) -> None:
        """End a token; not on the word of a device that came by a link."""
        by = self.owner(identity)
        with self._sessions.checked_by_store(identity):
            is_ended = await self._store.end_token(identity.row.id, token, by)
        if not is_ended:
            raise refused("unknown", "no-such-token", "You have no such token.")
        self._sessions.announce_change(identity.row.id, is_end=True)

    # ---- the small things that all of them need ------------------------------------------------------

    def _throttle(self, limiter: RateLimiter, key: str) -> None:
        admit((limiter, key, 1.0), refusal=self._too_often)

    def _charged(self, limiter: RateLimiter, key: str) -> AbstractContextManager[None]:
        """The same, for what is done inside the block: what is refused there is not charged."""
        return admitted((limiter, key, 1.0), refusal=self._too_often)

    def _too_often(self, seconds: float) -> Refusal:
        self._watch.security.record_event("too_fast")
        return limits.too_often(seconds)

    async def announce_change(self, identity: Identity, act: str) -> None:
        """Log a change of an account's credentials, and have its sessions looked up again."""
        await self._audit(identity.row.id, act)
        self._watch.security.record_event("account_changed", what=act)
        self._sessions.announce_change(identity.row.id)

    async def _audit(self, person: str, act: str) -> None:
        await self._store.add_audit_entry(AuditEntry(self._clock.now(), "self", act, person))
        await self._mails.tell_change(person, act)


def _new_codes() -> tuple[str, ...]:
    return tuple(codes.written(secrets.token_bytes(codes.BYTES)) for _ in range(codes.HOW_MANY))


def _digests(shown: tuple[str, ...]) -> list[bytes]:
    return [digest(codes.read(code) or "") for code in shown]


def _id_of(ask: SignIn) -> str:
    return passkeys.id_of(ask.passkey or {})[:64].hex()
