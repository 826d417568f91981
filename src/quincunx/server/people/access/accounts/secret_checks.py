"""Passkeys' ceremonies and passwords' hashes, each charged to the address that asks for it."""

from __future__ import annotations

import secrets
from typing import Any, Literal

from quincunx.club import limits
from quincunx.club.accounts import codes, sessions
from quincunx.club.ports import Store
from quincunx.club.rows import OneTimeSecret, PasskeyRow
from quincunx.core.reason import refused
from quincunx.kit import RateLimiter
from quincunx.node.ports import Clock
from quincunx.server.people.access import passkeys
from quincunx.server.people.access.accounts.charges import Charges
from quincunx.server.people.access.hashing import PasswordHashes
from quincunx.server.people.access.passkeys import Site
from quincunx.server.people.access.sessions import Sessions
from quincunx.server.people.identity import Identity, digest


class SecretChecks:
    """Checks of secrets, for signing in, making an account and changing one."""

    def __init__(
        self, store: Store, sessions: Sessions, hashes: PasswordHashes, clock: Clock, charges: Charges
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._hashes = hashes
        self._clock = clock
        self._charges = charges
        self._challenges = RateLimiter(limits.CHALLENGES_OF_ADDRESS)
        self._hashing = RateLimiter(limits.HASHES_OF_ADDRESS)

    async def challenge(
        self, kind: Literal["register", "sign_in"], identity: Identity | None, address: str
    ) -> bytes:
        """A new challenge, of the given person or of anyone."""
        self._charges.charge(self._challenges, address)
        challenge = secrets.token_bytes(passkeys.CHALLENGE_BYTES)
        until = self._clock.now() + sessions.CEREMONY
        if identity is None:
            await self._store.add_one_time_secret(OneTimeSecret(digest(challenge.hex()), kind, until))
        else:
            once = OneTimeSecret(digest(challenge.hex()), kind, until, identity.row.id)
            with self._sessions.checked_by_store(identity):
                await self._store.add_one_time_secret(once, identity.authority)
        return challenge

    async def new_passkey(
        self, site: Site, identity: Identity, answer: dict[str, Any], label: str
    ) -> PasskeyRow:
        """The passkey that a browser has created for the caller."""
        challenge, now = passkeys.challenge_of(answer), self._clock.now()
        once = await self._store.take_one_time_secret(digest(challenge.hex()), "register", now)
        if once is None or once.person != identity.row.id:
            raise refused("conflict", "passkey-too-late", "That took too long; please try again.")
        return await passkeys.verify_registration(site, answer, challenge, identity.row.id, label, now)

    async def is_right(self, hash: str | None, password: str, address: str) -> bool:
        """Whether a password has this hash; without one it takes as long."""
        # Right passwords cost as much work as wrong ones.
        self._charges.charge(self._hashing, address)
        return await self._hashes.is_right(hash, password, address)

    async def hashed(self, password: str, address: str) -> str:
        """The hash of a new password."""
        self._charges.charge(self._hashing, address)
        return await self._hashes.hashed(password, address)


def new_recovery_codes() -> tuple[str, ...]:
    """Recovery codes, as they are shown once."""
    return tuple(codes.written(secrets.token_bytes(codes.BYTES)) for _ in range(codes.HOW_MANY))


def code_digests(shown: tuple[str, ...]) -> list[bytes]:
    """Digests of recovery codes, as they are stored."""
    return [digest(codes.read(code) or "") for code in shown]
