"""Sends messages to push services from a thread of its own, where look-ups, encryption and connections delay
no move.

Messages under way are limited, in all and for each push service and each person. So neither a slow service
nor a person with many devices delays the messages of others. Services that have not recently answered quickly
share half of the places.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import defaultdict
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import structlog

from quincunx.adapters.push.encryption import encrypted
from quincunx.adapters.push.post import NotCalled, Unreached, Way, post, the_way
from quincunx.adapters.push.vapid import PushKeys
from quincunx.club.push import Message, Outcome, PushRow
from quincunx.kit import Cache, end_tasks

log = structlog.get_logger("quincunx.push")

MOST_AT_ONCE: Final = 64
MOST_UNPROVEN: Final = 32
"""The most of these to services that have not recently answered quickly. Strangers can name any number of
such services."""
MOST_AT_A_SERVICE: Final = 16
MOST_OF_PERSON: Final = 4
MOST_WAITING_OF_PERSON: Final = 100
"""The most messages that wait for one person's devices; further ones are dropped."""
MOST_PROVEN: Final = 1_000
PROVEN_SECONDS: Final = 3_600.0
QUICK_SECONDS: Final = 3.0
MOST_WAITING: Final = 256
"""The most messages that wait for one push service; further ones are dropped."""
PAUSES = (3.0, 20.0)
"""Seconds before each retry of a message that the service certainly did not accept."""
_TAKEN: Final = range(200, 300)
_GONE: Final = (404, 410)
_LATER: Final = (429, 503)


class PushCourier:
    """A :class:`quincunx.club.push.Courier`, from :meth:`start` to :meth:`stop`. The constructor raises what
    :class:`~quincunx.adapters.push.vapid.PushKeys` raises."""

    def __init__(self, folder: Path, contact: str | None, way: Way | None = None) -> None:
        self._keys = PushKeys(folder, contact)
        self._way = way
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._all = asyncio.Semaphore(MOST_AT_ONCE)
        self._unproven = asyncio.Semaphore(MOST_UNPROVEN)
        self._proven: Cache[str, bool] = Cache(MOST_PROVEN, PROVEN_SECONDS)
        """Services that have recently answered quickly."""
        self._services: defaultdict[str, _Share] = defaultdict(lambda: _Share(MOST_AT_A_SERVICE))
        self._people: defaultdict[str, _Share] = defaultdict(lambda: _Share(MOST_OF_PERSON))

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The server's public keys, the one for new devices first."""
        return self._keys.points

    def start(self) -> None:
        """Start the thread that delivers messages."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, args=(self._loop,), name="push", daemon=True)
        self._thread.start()

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            loop.run_forever()
        finally:
            loop.run_until_complete(end_tasks(asyncio.all_tasks(loop)))
            loop.close()  # do not wait for a name that is still being looked up

    async def stop(self) -> None:
        """Cancel the messages under way, and end the thread."""
        loop, thread = self._loop, self._thread
        self._loop = self._thread = None
        if loop is not None and thread is not None:
            loop.call_soon_threadsafe(loop.stop)
            await asyncio.to_thread(thread.join)

    async def deliver(self, to: PushRow, message: Message) -> Outcome:
        """Deliver a message to a device in the thread, with retries. Returns ``"failed"`` if the courier is
        not running."""
        if self._loop is None:
            return "failed"
        return await asyncio.wrap_future(
            asyncio.run_coroutine_threadsafe(self._deliver(to, message), self._loop)
        )

    # ---- in the thread -----------------------------------------------------------------------------------

    async def _deliver(self, to: PushRow, message: Message) -> Outcome:
        host = urlsplit(to.endpoint).hostname or ""
        outcome: Outcome | None = None
        for pause in (*PAUSES, None):
            with _queued_share(self._people, to.person, MOST_WAITING_OF_PERSON) as person:
                if person is None:
                    return "failed"
                async with person.turns:
                    outcome = await self._at_service(to, message, host)
            if outcome not in (None, "refused") or pause is None:
                break
            await asyncio.sleep(pause)
        return outcome or "failed"

    async def _at_service(self, to: PushRow, message: Message, host: str) -> Outcome | None:
        """Try to deliver once, after waiting for a place at this service."""
        with _queued_share(self._services, host, MOST_WAITING) as service:
            if service is None:
                return "failed"
            is_proven = self._proven.peek(host) is not None
            async with service.turns, nullcontext() if is_proven else self._unproven, self._all:
                began = time.monotonic()
                outcome = await self._try(to, message, host)
                if outcome in ("sent", "gone") and time.monotonic() - began <= QUICK_SECONDS:
                    self._proven.put(host, True)
                else:
                    self._proven.invalidate(host)
                return outcome

    async def _try(self, to: PushRow, message: Message, host: str) -> Outcome | None:
        """Try to deliver once. Returns ``None`` if nothing was accepted, so a retry is safe. A service at a
        forbidden address is retried, too. Otherwise the timing would tell the owner of a name how it resolves
        here."""
        if self._way is None:
            self._way = the_way()
        token = self._keys.authorization(to.key, f"https://{host}", int(time.time()))
        if token is None:
            return "gone"  # the key for which the device subscribed was deleted
        headers = {
            "Authorization": token,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(message.seconds),
            "Urgency": "high" if message.is_urgent else "normal",
            "Topic": message.topic,
        }
        try:
            body = encrypted(message.body, to.point, to.auth)
            status = await post(to.endpoint, headers, body, self._way)
        except (NotCalled, ValueError):
            return "refused"
        except Unreached as error:
            log.info("push_unreached", service=host, reason=str(error)[:200])
            return None
        except OSError as error:
            log.info("push_failed", service=host, reason=type(error).__name__)
            return "failed"
        if status in _LATER:
            return None
        if status not in _TAKEN and status not in _GONE:
            log.warning("push_refused", service=host, status=status)
        return "sent" if status in _TAKEN else "gone" if status in _GONE else "failed"


class _Share:
    """The places for messages to one push service, or for one person."""

    def __init__(self, at_once: int) -> None:
        self.turns = asyncio.Semaphore(at_once)
        self.waiting = 0


@contextmanager
def _queued_share(shares: defaultdict[str, _Share], key: str, most: int) -> Generator[_Share | None]:
    """The share of this key, with one more message waiting; ``None`` if it is full."""
    share = shares[key]
    if share.waiting >= most:
        yield None
        return
    share.waiting += 1
    try:
        yield share
    finally:
        share.waiting -= 1
        if not share.waiting:
            shares.pop(key, None)
