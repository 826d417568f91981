"""Sessions: who a cookie or a token stands for.

Each request would ask the store; so what it said is cached for :data:`FRESH_SECONDS`. A session that is ended
ends at once on this node and on all others that hear of it on the bus, and within that time on the rest. What
opens an account is never changed on a cache's word: the store checks the session in the transaction of the
change (:meth:`Sessions.checked_by_store`).
While the store cannot be reached, people who were here a short while ago go on playing.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import secrets
from collections.abc import Callable, Coroutine, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from msgspec.structs import replace

from quincunx.club.accounts import sessions as rules
from quincunx.club.ports import NotConfirmed, SessionEnded, Store, StoreUnavailable
from quincunx.club.rows import Known, PersonRow, SessionRow
from quincunx.core.reason import Reason, Refusal
from quincunx.kit import Cache
from quincunx.node.messages import CredentialEnded, OfPeople, PersonChanged
from quincunx.node.ports import Clock
from quincunx.server.errors import NO_COOKIE
from quincunx.server.observability.watch import Watch
from quincunx.server.people.cookies import cookie_of
from quincunx.server.people.guest_names import new_guest_name
from quincunx.server.people.identity import (
    BAD_TOKEN,
    LONGEST_SECRET,
    BannedPerson,
    Identity,
    bearer_of,
    digest,
)

FRESH_SECONDS: Final = 15.0
STALE_SECONDS: Final = 3_600.0
"""Seconds for which a session is cached without the store."""
RETRY_SECONDS: Final = 5.0
"""A store that has just failed is not asked again about the same person for so long."""
MOST_KEPT: Final = 20_000
NOT_FRESH: Final = Reason(
    "forbidden", "sign-in-again", "Please sign in once more on this device first, to show that it is you."
)
BY_LINK: Final = Reason(
    "forbidden",
    "by-link",
    "This device came by a link. It can sign itself out, and nothing else; "
    "please use the device that made the link, or make an account first.",
)
Headers = Iterable[tuple[bytes, bytes]]


class _Kept:
    """An identity, and how many changes there had been when the store was asked for it."""

    __slots__ = ("changes", "identity")

    def __init__(self, identity: Identity, changes: int) -> None:
        self.identity = identity
        self.changes = changes


@dataclass(frozen=True, kw_only=True)
class SessionHooks:
    """Callbacks about changes of sessions and people, on any node."""

    on_end: Callable[[bytes], None] = lambda key: None
    """Called with the hash of a session, token or cookie that has ended."""
    on_end_of: Callable[[str], None] = lambda person: None
    """Called with a person all of whose sessions and tokens may have ended."""
    on_change: Callable[[str], None] = lambda person: None
    """Called with a person who has changed."""
    announce: Callable[[OfPeople], None] = lambda news: None
    """Publishes a change on this node to all other nodes."""


class Sessions:
    """The sessions of one node. ``is_secure``: the server is reached by https alone."""

    def __init__(
        self, store: Store, clock: Clock, watch: Watch, is_secure: bool, hooks: SessionHooks
    ) -> None:
        self._store = store
        self._clock = clock
        self._watch = watch
        self._is_secure = is_secure
        self._fresh: Cache[bytes, _Kept] = Cache(MOST_KEPT, FRESH_SECONDS)
        self._last: Cache[bytes, _Kept] = Cache(MOST_KEPT, STALE_SECONDS)
        """The last answers of the store, for when it cannot be reached."""
        self._unreached: Cache[bytes, _Kept] = Cache(MOST_KEPT, RETRY_SECONDS)
        self._changes = 0
        self._changed: Cache[str, int] = Cache(MOST_KEPT, STALE_SECONDS)
        """The number of the last change to each person: what was asked for before it is of no use."""
        self._writing: set[asyncio.Task[None]] = set()
        self._hooks = hooks

    # ---- who asks ------------------------------------------------------------------------------------

    async def identify(self, headers: Headers) -> Identity | None:
        """The caller's identity; ``None`` if they are unknown here.

        Raises :class:`~quincunx.core.reason.Refusal` for who is banned and for a token that is none, and
        :class:`~quincunx.club.ports.StoreUnavailable`.
        """
        headers = list(headers)
        token = bearer_of(headers)
        cookie = None if token else cookie_of(headers, self._is_secure)
        secret = token or cookie
        if not secret or len(secret) > 1024:
            return None
        key = digest(secret)
        kept = self._at_hand(key)
        identity = kept.identity if kept else await self._look_up(key, token is not None, secret)
        if identity is None:
            self._watch.security.record_event("bad_token" if token else "forged_cookie")
            if token:
                raise Refusal(BAD_TOKEN)
            return None
        if identity.row.banned_at:
            raise BannedPerson(identity.row.id)
        self._used(identity)
        return identity

    def _at_hand(self, key: bytes) -> _Kept | None:
        for cache in (self._fresh, self._unreached):
            kept = cache.peek(key)
            if kept is not None and self._holds(kept):
                return kept
        return None

    def _holds(self, kept: _Kept) -> bool:
        return (self._changed.peek(kept.identity.row.id) or 0) <= kept.changes

    def is_known(self, identity: Identity) -> bool:
        """Whether this node has heard neither the end of an identity's session nor a change to its person.

        The store's answer may be older than :data:`FRESH_SECONDS`.
        """
        # Of callers who share one question to the store, one may go on before the answer is in both.
        kept = self._fresh.peek(identity.key) or self._last.peek(identity.key)
        return kept is not None and self._holds(kept)

    async def _look_up(self, key: bytes, is_token: bool, secret: str) -> Identity | None:
        async def load() -> _Kept | None:
            changes = self._changes
            identity = await self._read_identity(key, is_token, secret)
            return None if identity is None else _Kept(identity, changes)

        if self._fresh.peek(key) is not None:
            self._fresh.invalidate(key)  # it holds no longer
        try:
            kept = await self._fresh.get(key, load)  # type: ignore[arg-type]  # None is not stored
            if kept is not None and not self._holds(kept):  # it was asked for before a change
                self._fresh.invalidate(key)
                kept = await self._fresh.get(key, load)  # type: ignore[arg-type]  # None is not stored
        except StoreUnavailable:
            known = self._last.peek(key)
            if known is None or not self._holds(known):
                raise
            self._unreached.put(key, known)
            return known.identity
        if kept is None:
            self.forget_key(key)
            return None
        if self._fresh.peek(key) is kept:
            self._last.put(key, kept)
        return kept.identity

    async def _read_identity(self, key: bytes, is_token: bool, secret: str) -> Identity | None:
        if is_token:
            return self._identity(key, await self._store.token(key))
        if len(secret) > LONGEST_SECRET:
            return None
        known = await self._store.session(key)
        if known is None or known.session is None or known.person.became:
            return None
        session = known.session
        is_account = known.person.name_key is not None
        if rules.ends_at(session.seen_at, session.signed_in_at, is_account) <= self._clock.now():
            await self._store.end_session(session.person, session.id)
            return None
        return self._identity(key, known)

    def _identity(self, key: bytes, known: Known | None) -> Identity | None:
        if known is None:
            return None
        token = known.token
        return Identity(
            key, known.person, known.aliases, known.session, token, token.scopes if token else None
        )

    # ---- writing down that they were here ------------------------------------------------------------

    def _used(self, identity: Identity) -> None:
        session, now = identity.session, self._clock.now()
        if session is not None and now - session.seen_at >= rules.SEEN_EVERY:
            self._replaced(identity, session=replace(session, seen_at=now))
            self._write(self._store.record_visit(session.id, now))
        token = identity.token
        if token is not None and now - (token.used_at or 0) >= rules.SEEN_EVERY:
            self._replaced(identity, token=replace(token, used_at=now))
            self._write(self._store.used_token(token.id, now))

    def record_play(self, identity: Identity) -> None:
        """They do more than look, so they are not forgotten. Raises
        :class:`~quincunx.core.reason.Refusal` if it is a token that may not."""
        identity.check("play")
        kept = self._at_hand(identity.key)
        row = kept.identity.row if kept else identity.row
        if not row.has_played:
            self._replaced(identity, row=replace(row, has_played=True))
            self._write(self._store.has_played(row.id))

    def _replaced(self, identity: Identity, **changed: Any) -> None:
        kept = self._at_hand(identity.key)
        if kept is not None:
            kept.identity = dataclasses.replace(kept.identity, **changed)

    def _write(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._quietly(work))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _quietly(self, work: Coroutine[Any, Any, None]) -> None:
        # No request waits for it, and it will be retried.
        with contextlib.suppress(StoreUnavailable):
            await work

    async def settle(self) -> None:
        """Wait for what is still being written."""
        await asyncio.gather(*self._writing, return_exceptions=True)

    # ---- beginning and ending ------------------------------------------------------------------------

    async def new_guest(self, device: str, language: str = "en") -> tuple[Identity, str]:
        """A newcomer, and the secret of their cookie."""
        secret, row, session = await self._newcomer(device, language)
        await self._store.add_guest(row, session)
        return self._cache_identity(Identity(session.hash, row, session=session)), secret

    async def invited_guest(
        self, device: str, language: str, invitation: bytes
    ) -> tuple[Identity, str] | None:
        """A new guest by an invitation (its hash), and the secret of their cookie; ``None`` if the invitation
        cannot be used."""
        secret, row, session = await self._newcomer(device, language)
        if not await self._store.add_invited_guest(invitation, self._clock.now(), row, session):
            return None
        return self._cache_identity(Identity(session.hash, row, session=session)), secret

    async def _newcomer(self, device: str, language: str) -> tuple[str, PersonRow, SessionRow]:
        now = self._clock.now()
        name = await new_guest_name(self._store, now, language)
        row = PersonRow(secrets.token_urlsafe(16), name, now, now)
        secret, session = self._session(row.id, device, "guest", None)
        return secret, row, session

    async def signed_in(
        self, before: Identity | None, person: PersonRow, device: str, how: str, has_shown: bool = True
    ) -> str:
        """A session of this person on this device, instead of the one that was there; its secret.

        ``person`` is their row as it was when what they showed was looked up. ``has_shown``: they have shown
        who they are just now, and did not come by a link. Raises
        :class:`~quincunx.club.ports.NoSuchPerson` if all their sessions have been ended meanwhile."""
        at = self._clock.now() if has_shown else None
        secret, session = self._session(person.id, device, how, at)
        was_here = before.session if before is not None else None
        is_again = was_here is not None and was_here.person == person.id and has_shown
        if (
            not is_again
            or was_here is None
            or not await self._store.signed_in(session, was_here.id, person.era)
        ):
            await self._store.add_session(session, person.era)
            if was_here is not None:
                await self._store.end_session(was_here.person, was_here.id)
        if before is not None:
            self.ended(before.key)
        return secret

    def _session(
        self, person: str, device: str, how: str, signed_in_at: int | None
    ) -> tuple[str, SessionRow]:
        secret, now = secrets.token_urlsafe(32), self._clock.now()
        return secret, SessionRow(
            secrets.token_urlsafe(9), digest(secret), person, now, now, device, how, signed_in_at
        )

    def _cache_identity(self, identity: Identity) -> Identity:
        kept = _Kept(identity, self._changes)
        self._fresh.put(identity.key, kept)
        self._last.put(identity.key, kept)
        return identity

    def secret_of(self, headers: Headers) -> str | None:
        """The cookie that is shown, to be given again for as long again."""
        return cookie_of(headers, self._is_secure)

    def forget_key(self, key: bytes) -> None:
        """Ask the store anew who this is."""
        for cache in (self._fresh, self._last, self._unreached):
            cache.invalidate(key)

    def ended(self, key: bytes) -> None:
        """Announce a session that has ended, or now belongs to another person."""
        self._announce(CredentialEnded(key))

    def announce_change(self, person: str, *, is_end: bool = False) -> None:
        """Announce that a person has changed, so that the store's pending answers about them are outdated.
        ``is_end``: their sockets are closed, too; clients with a valid session reconnect."""
        self._announce(PersonChanged(person, is_end))

    def _announce(self, news: OfPeople) -> None:
        self.apply_news(news)
        self._hooks.announce(news)

    def apply_news(self, news: OfPeople) -> None:
        """Drop cached identities that a change on any node has outdated."""
        match news:
            case CredentialEnded(key=key):
                self.forget_key(key)
                self._hooks.on_end(key)
            case PersonChanged(person=person, is_end=is_end):
                self._changes += 1
                self._changed.put(person, self._changes)
                self._hooks.on_change(person)
                if is_end:
                    self._end_all_of(person)

    def _end_all_of(self, person: str) -> None:
        for key in [key for key, kept in self._last.items() if kept.identity.row.id == person]:
            self.forget_key(key)
        self._hooks.on_end_of(person)

    def mark_all_unconfirmed(self) -> None:
        """Drop all fresh answers of the store, since some changes may not have been heard."""
        self._fresh.clear()
        self._unreached.clear()

    @contextlib.contextmanager
    def checked_by_store(self, identity: Identity) -> Iterator[None]:
        """Guard a change for which the store checks the caller's session. Raises
        :class:`~quincunx.core.reason.Refusal` if that has ended, or lacks the proof that the change requires.
        """
        try:
            yield
        except SessionEnded:
            self.ended(identity.key)
            raise Refusal(BAD_TOKEN if identity.token is not None else NO_COOKIE) from None
        except NotConfirmed:
            self.forget_key(identity.key)
            raise Refusal(NOT_FRESH if identity.is_account else BY_LINK) from None

    async def still_valid(self, keys: list[bytes]) -> frozenset[bytes]:
        """Return the valid sessions among these; raises :class:`~quincunx.club.ports.StoreUnavailable`."""
        return await self._store.existing_credentials(keys)
