"""Password hashing with Argon2id, in threads. The number of hashes at once and of waiting ones is limited."""

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
"""The number of hashing threads: half of the cores, so that games go on while passwords are tried."""
MOST_WAITING: Final = 32
MOST_OF_ADDRESS: Final = 4
"""The most hashes of one address that wait or run."""
BUSY: Final = Reason(
    "too-fast",
    "too-many-passwords",
    "Too many people are signing in just now; please try again in a moment.",
    params={"seconds": 1},
)


class Cost(Struct, frozen=True):
    """The cost of one hash: OWASP's second choice, 19 MiB of memory and about 25 ms of a core."""

    memory_kib: int = 19 * 1024
    passes: int = 2


class PasswordHashes(Protocol):
    async def hashed(self, password: str, address: str) -> str:
        """The hash of a password to store. ``address`` is the caller's network; each gets only a few hashes
        at once."""
        ...

    async def is_right(self, hash: str | None, password: str, address: str) -> bool:
        """True if the hash is that of the password. Takes equally long if there is no hash (``None``)."""
        ...

    def is_stale(self, hash: str) -> bool:
        """True if the hash was made at another cost than the present one."""
        ...


def _nobodys(cost: Cost) -> str:
    """A hash that matches no password. It takes as long to check as any other, but no time to make."""
    salt, digest = (
        base64.b64encode(secrets.token_bytes(length)).rstrip(b"=").decode() for length in (16, 32)
    )
    return f"$argon2id$v=19$m={cost.memory_kib},t={cost.passes},p=1${salt}${digest}"


class Argon2Hashes:
    """Argon2id hashes, computed in a few threads. One instance for each server."""

    def __init__(self, cost: Cost | None = None) -> None:
        cost = cost or Cost()
        self._hasher = PasswordHasher(cost.passes, cost.memory_kib, parallelism=1)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="password")
        self._waiting: Counter[str] = Counter()
        self._nobodys = _nobodys(cost)

    async def hashed(self, password: str, address: str) -> str:
        """Hash a password in a thread. Raises :class:`~quincunx.core.reason.Refusal` if too many hashes
        wait."""
        found = await self._beside(address, self._hasher.hash, normal(password))
        assert isinstance(found, str)
        return found

    async def is_right(self, hash: str | None, password: str, address: str) -> bool:
        """Compare a password with a hash in a thread. Raises :class:`~quincunx.core.reason.Refusal` if too
        many hashes wait."""
        # A longer password is wrong in any case, but its refusal must take as long.
        work = self._verified, hash or self._nobodys, normal(password[: LONGEST + 1])
        right = await self._beside(address, *work)
        return bool(right) and hash is not None

    def is_stale(self, hash: str) -> bool:
        """True if the hash was made at another cost than the present one."""
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
        # The work of a caller who disconnects continues, and counts until it is done.
        return await asyncio.shield(self._run(address, work, *values))

    async def _run(self, address: str, work: Callable[..., object], *values: str) -> object:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *values)
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]
