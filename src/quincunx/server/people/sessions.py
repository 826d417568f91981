"""Sessions: who a cookie or a token stands for.

Each request would ask the store; so what it said is kept for :data:`FRESH_SECONDS`. Whoever ends a session
does it at once on this node, and within that time on all others. While the store cannot be reached, whoever
was here a short while ago goes on playing.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Final

from msgspec.structs import replace

from quincunx.club import sessions as rules
from quincunx.club.ports import Store, StoreUnavailable
from quincunx.club.rows import Known, PersonRow, SessionRow
from quincunx.core.reason import Refusal
from quincunx.node.ports import Clock
from quincunx.server.guests import Guests, cookie_of, friendly_name
from quincunx.server.people.identity import BAD_TOKEN, BANNED, LONGEST_SECRET, Identity, bearer_of, digest
from quincunx.server.watch import Watch

FRESH_SECONDS: Final = 15.0
STALE_SECONDS: Final = 3_600.0
"""So long somebody is known without the store."""
RETRY_SECONDS: Final = 5.0
"""A store that has just failed is not asked again about the same person for so long."""
MOST_KEPT: Final = 20_000
Headers = Iterable[tuple[bytes, bytes]]


class _Kept:
    __slots__ = ("asked_at", "identity", "known_at")

    def __init__(self, identity: Identity, now: float) -> None:
        self.identity = identity
        self.known_at = self.asked_at = now


class Sessions:
    """The sessions of one node. ``is_secure``: the server is reached by https alone."""

    def __init__(self, store: Store, old: Guests, clock: Clock, watch: Watch, is_secure: bool) -> None:
        self._store = store
        self._old = old
        self._clock = clock
        self._watch = watch
        self._is_secure = is_secure
        self._kept: OrderedDict[bytes, _Kept] = OrderedDict()
        self._asking: dict[bytes, asyncio.Task[Identity | None]] = {}
        self._writing: set[asyncio.Task[None]] = set()
        self.on_end: Callable[[bytes], None] = lambda key: None
        """Hears which session, token or cookie stands for somebody no longer."""

    # ---- who asks ------------------------------------------------------------------------------------

    async def who(self, headers: Headers) -> Identity | None:
        """Who asks; ``None``: nobody that is known here.

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
        identity = self._at_hand(key)
        if identity is None:
            identity = await self._asked(key, token, secret)
        if identity is None:
            self._watch.security.note("bad_token" if token else "forged_cookie")
            if token:
                raise Refusal(BAD_TOKEN)
            return None
        if identity.row.banned_at:
            raise Refusal(BANNED)
        self._used(identity)
        return identity

    def _at_hand(self, key: bytes) -> Identity | None:
        kept = self._kept.get(key)
        return kept.identity if kept and time.monotonic() - kept.asked_at < FRESH_SECONDS else None

    async def _asked(self, key: bytes, token: str | None, secret: str) -> Identity | None:
        # Ten requests of one page are one question.
        asking = self._asking.get(key)
        if asking is None:
            asking = asyncio.create_task(self._ask(key, token is not None, secret))
            self._asking[key] = asking
            asking.add_done_callback(lambda _: self._asking.pop(key, None))
        return await asyncio.shield(asking)

    async def _ask(self, key: bytes, is_token: bool, secret: str) -> Identity | None:
        kept, now = self._kept.get(key), time.monotonic()
        try:
            identity = await self._found(key, is_token, secret)
        except StoreUnavailable:
            if kept is None or now - kept.known_at > STALE_SECONDS:
                raise
            kept.asked_at = now - FRESH_SECONDS + RETRY_SECONDS
            return kept.identity
        if identity is None:
            self.forget_key(key)
            return None
        self._kept.pop(key, None)
        self._kept[key] = _Kept(identity, now)
        self._bound()
        return identity

    def _bound(self) -> None:
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    async def _found(self, key: bytes, is_token: bool, secret: str) -> Identity | None:
        if is_token:
            return self._identity(key, await self._store.token(key))
        if "." in secret:
            return await self._of_old_cookie(key, secret)
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
        return Identity(key, known.person, known.also, known.session, token, token.scopes if token else None)

    async def _of_old_cookie(self, key: bytes, cookie: str) -> Identity | None:
        """A signed cookie of the time before there were sessions: the person themselves, until a session of
        theirs has been used."""
        person = self._old.read(cookie)
        if person is None:
            return None
        row = await self._store.person(person.id)
        now = self._clock.now()
        if row is None:
            # Seats may name them, and nobody knows: they are not forgotten.
            row = PersonRow(person.id, person.name, now, now, has_played=True, old_cookie=True)
        return Identity(key, row, is_old=True) if row.old_cookie else None

    # ---- writing down that they were here ------------------------------------------------------------

    def _used(self, identity: Identity) -> None:
        session, now = identity.session, self._clock.now()
        if session is not None and now - session.seen_at >= rules.SEEN_EVERY:
            self._replaced(identity, session=replace(session, seen_at=now))
            self._write(self._store.seen(session.id, now))
        token = identity.token
        if token is not None and now - (token.used_at or 0) >= rules.SEEN_EVERY:
            self._replaced(identity, token=replace(token, used_at=now))
            self._write(self._store.used_token(token.id, now))

    def plays(self, identity: Identity) -> None:
        """They do more than look, so they are not forgotten. Raises
        :class:`~quincunx.core.reason.Refusal` if it is a token that may not."""
        identity.check("play")
        kept = self._kept.get(identity.key)
        row = kept.identity.row if kept else identity.row
        if not row.has_played:
            self._replaced(identity, row=replace(row, has_played=True))
            self._write(self._store.has_played(row.id))

    def _replaced(self, identity: Identity, **changed: Any) -> None:
        kept = self._kept.get(identity.key)
        if kept is not None:
            kept.identity = dataclasses.replace(kept.identity, **changed)

    def _write(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._quietly(work))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _quietly(self, work: Coroutine[Any, Any, None]) -> None:
        # Nobody waits for it, and it will be tried again.
        with contextlib.suppress(StoreUnavailable):
            await work

    async def settle(self) -> None:
        """Wait for what is still being written."""
        await asyncio.gather(*self._writing, return_exceptions=True)

    # ---- beginning and ending ------------------------------------------------------------------------

    async def new_guest(self, device: str) -> tuple[Identity, str]:
        """Somebody who comes for the first time, and the secret of their cookie."""
        now = self._clock.now()
        row = PersonRow(secrets.token_urlsafe(16), friendly_name(), now, now)
        secret, session = self._session(row.id, device, "guest", None)
        await self._store.add_guest(row, session)
        return self._keep(Identity(session.hash, row, session=session)), secret

    async def exchanged(self, identity: Identity, device: str) -> tuple[Identity, str]:
        """A session for whoever came with a cookie of the time before: the very same person. Raises
        :class:`~quincunx.club.ports.NoSuchPerson` if they may not have one any more."""
        secret, session = self._session(identity.row.id, device, "cookie", None)
        await self._store.add_guest(identity.row, session)
        return self._keep(Identity(session.hash, identity.row, session=session)), secret

    async def signed_in(
        self, before: Identity | None, person: PersonRow, device: str, how: str, has_shown: bool = True
    ) -> str:
        """A session of this person on this device, instead of the one that was there; its secret.

        ``has_shown``: they have shown who they are just now, and did not come by a link."""
        at = self._clock.now() if has_shown else None
        secret, session = self._session(person.id, device, how, at)
        if before is not None and before.session is not None and before.row.id == person.id and at:
            await self._store.signed_in(before.session.id, session.hash, at, how)
        else:
            await self._store.add_session(session)
            if before is not None and before.session is not None:
                await self._store.end_session(before.row.id, before.session.id)
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

    def _keep(self, identity: Identity) -> Identity:
        self._kept[identity.key] = _Kept(identity, time.monotonic())
        self._bound()
        return identity

    def secret_of(self, headers: Headers) -> str | None:
        """The cookie that is shown, to be given again for as long again."""
        return cookie_of(headers, self._is_secure)

    def forget_key(self, key: bytes) -> None:
        """Ask the store anew who this is."""
        self._kept.pop(key, None)

    def ended(self, key: bytes) -> None:
        """This stands for nobody any more, or for somebody else."""
        self.forget_key(key)
        self.on_end(key)

    def changed(self, person: str, *, is_end: bool = False) -> None:
        """Something about somebody is not what it was. ``is_end``: so much that their sockets are to close,
        and whoever is still somebody comes back."""
        for key in [key for key, kept in self._kept.items() if kept.identity.row.id == person]:
            if is_end:
                self.ended(key)
            else:
                self.forget_key(key)

    async def still(self, keys: list[bytes]) -> frozenset[bytes]:
        """Which of these stand for somebody; raises :class:`~quincunx.club.ports.StoreUnavailable`."""
        return await self._store.alive(keys)
