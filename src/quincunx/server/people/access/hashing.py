"""Passwords are hashed with Argon2id, beside the event loop, a few at once and not without end."""

from __future__ import annotations

import asyncio
import base64
import os
import secrets
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Struct

from quincunx.club.accounts.passwords import LONGEST, normal
from quincunx.core.reason import Reason, Refusal

AT_ONCE: Final = max(1, (os.cpu_count() or 2) // 2)
"""Half of the machine: games go on while passwords are tried."""
MOST_WAITING: Final = 32
MOST_OF_ADDRESS: Final = 4
"""Of those that wait or are being hashed."""
BUSY: Final = Reason(
    "too-fast",
    "too-many-passwords",
    "Too many people are signing in just now; please try again in a moment.",
    params={"seconds": 1},
)


class Cost(Struct, frozen=True):
    """What one hash costs: OWASP's second choice, 19 MiB of memory and about 25 ms of a core."""

    memory_kib: int = 19 * 1024
    passes: int = 2


class PasswordHashes(Protocol):
    async def hashed(self, password: str, address: str) -> str:
        """The hash to store of a password. ``address`` is from where it comes: one alone gets few at once."""
        ...

    async def is_right(self, hash: str | None, password: str, address: str) -> bool:
        """Whether it is the one that was hashed; it takes as long if nothing was (``None``)."""
        ...

    def is_stale(self, hash: str) -> bool:
        """Whether it was made at another cost than is usual now."""
        ...


def _nobodys(cost: Cost) -> str:
    """A hash of no password at all: it takes as long to check as any other, and nothing to make."""
    salt, digest = (
        base64.b64encode(secrets.token_bytes(length)).rstrip(b"=").decode() for length in (16, 32)
    )
    return f"$argon2id$v=19$m={cost.memory_kib},t={cost.passes},p=1${salt}${digest}"


class Argon2Hashes:
    """One for each server."""

    def __init__(self, cost: Cost | None = None) -> None:
        cost = cost or Cost()
        self._hasher = PasswordHasher(cost.passes, cost.memory_kib, parallelism=1)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="password")
        self._waiting: Counter[str] = Counter()
        self._nobodys = _nobodys(cost)

    async def hashed(self, password: str, address: str) -> str:
        """See :class:`PasswordHashes`. Raises :class:`~quincunx.core.reason.Refusal` if too many wait."""
        found = await self._beside(address, self._hasher.hash, normal(password))
        assert isinstance(found, str)
        return found

    async def is_right(self, hash: str | None, password: str, address: str) -> bool:
        """See :class:`PasswordHashes`. Raises :class:`~quincunx.core.reason.Refusal` if too many wait."""
        # What is longer cannot be anybody's, but must not be found out sooner.
        work = self._verified, hash or self._nobodys, normal(password[: LONGEST + 1])
        right = await self._beside(address, *work)
        return bool(right) and hash is not None

    def is_stale(self, hash: str) -> bool:
        """See :class:`PasswordHashes`."""
        return self._hasher.check_needs_rehash(hash)

    def _verified(self, hash: str, password: str) -> bool:
        try:
            return self._hasher.verify(hash, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _beside(self, address: str, work: Callable[..., object], *values: str) -> object:
        if self._waiting.total() >= MOST_WAITING or self._waiting[address] >= MOST_OF_ADDRESS:
            raise Refusal(BUSY)
        self._waiting[address] += 1
        # A caller who hangs up leaves its work behind: that counts until it is done.
        return await asyncio.shield(self._run(address, work, *values))

    async def _run(self, address: str, work: Callable[..., object], *values: str) -> object:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *values)
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]
