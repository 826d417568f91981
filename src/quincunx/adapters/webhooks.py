"""Sends news of clubs to webhooks, through the same checks as push messages.

Only public addresses are contacted, at port 443 by TLS, without redirects, and the rest of an answer is
ignored. Each club has one place and a short queue, so that no club delays the others.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final

import structlog

from quincunx.adapters.push.post import NotCalled, Unreached, Way, post, the_way
from quincunx.club.clubs.hooks import HookOutcome, host_of

log = structlog.get_logger("quincunx.hooks")

AT_ONCE: Final = 4
MOST_OF_CLUB: Final = 2
"""Most messages of one club that are under way or wait; further ones fail."""
_GONE: Final = (401, 403, 404, 410)


class WebhookCourier:
    """A :class:`quincunx.club.clubs.hooks.HookCourier`. Tests replace the ``way`` to reach hosts."""

    def __init__(self, way: Way | None = None) -> None:
        self._way = way
        self._all = asyncio.Semaphore(AT_ONCE)
        self._of_club: Counter[str] = Counter()

    async def deliver_news(self, club: str, url: str, body: bytes) -> HookOutcome:
        """Send a message, in bounded time."""
        if self._of_club[club] >= MOST_OF_CLUB:
            return "failed"
        self._of_club[club] += 1
        try:
            async with self._all:
                return await self._deliver(url, body)
        finally:
            self._of_club[club] -= 1
            if not self._of_club[club]:
                del self._of_club[club]

    async def _deliver(self, url: str, body: bytes) -> HookOutcome:
        if self._way is None:
            self._way = await asyncio.to_thread(the_way)  # it reads all certificates
        try:
            headers = {"Content-Type": "application/json", "User-Agent": "Quincunx"}
            status = await post(url, headers, body, self._way)
        except (NotCalled, ValueError):
            return "refused"
        except (Unreached, OSError) as error:
            # The address is a secret: its host is enough.
            log.info("hook_failed", service=host_of(url), reason=type(error).__name__)
            return "failed"
        if status not in range(200, 300):
            log.info("hook_refused", service=host_of(url), status=status)
            return "gone" if status in _GONE else "failed"
        return "sent"
