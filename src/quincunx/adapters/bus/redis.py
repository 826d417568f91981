"""The bus over Valkey or Redis: one channel to which every node publishes and subscribes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit, urlunsplit

from redis.asyncio import Redis
from redis.asyncio.connection import parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from quincunx.adapters.bus.remote import PATIENCE_SECONDS, RemoteBus
from quincunx.core.sentence import system_message

CHANNEL: Final = "quincunx"


class RedisBus(RemoteBus):
    """A :class:`~quincunx.node.ports.Bus` at an address ``redis://…`` (``rediss://…`` with TLS). With
    ``?channel=NAME`` several installations can share one server. Raises ``ValueError`` for an invalid
    address."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        options = parse_qs(parts.query)
        channel = options.pop("channel", [CHANNEL])[-1]
        address = urlunsplit(parts._replace(query=urlencode(options, doseq=True)))
        parse_url(address)
        name = f"{parts.hostname or 'localhost'}:{parts.port or 6379}"
        super().__init__(lambda: _connect(address, channel, name))


async def _connect(address: str, channel: str, name: str) -> _RedisWire:
    try:
        # The client must not reconnect by itself, or lost messages would go unnoticed.
        client = Redis.from_url(
            address,
            retry=Retry(NoBackoff(), 0),
            socket_timeout=PATIENCE_SECONDS,
            socket_connect_timeout=PATIENCE_SECONDS,
        )
        wire = _RedisWire(client, channel)
        await wire.open()
    except RedisError as error:
        # The client words the system's errors itself; what it wraps has the system's own message.
        if isinstance(cause := error.__context__, OSError):
            raise ConnectionError(cause.errno, str(system_message(cause)), name) from error
        raise ConnectionError(f"{name}: {error}") from error
    return wire


class _RedisWire:
    def __init__(self, client: Redis, channel: str) -> None:
        self._client = client
        self._channel = channel
        self._pubsub: Any = client.pubsub(ignore_subscribe_messages=True)

    async def open(self) -> None:
        await self._pubsub.subscribe(self._channel)
        await self._client.ping()

    async def send(self, message: bytes) -> None:
        try:
            await self._client.publish(self._channel, message)
        except RedisError as error:
            raise OSError(str(error)) from error

    async def receive(self) -> Sequence[bytes]:
        try:
            while (message := await self._pubsub.get_message(timeout=None)) is None:
                pass
        except RedisError as error:
            raise OSError(str(error)) from error
        return (bytes(message["data"]),)

    async def close(self) -> None:
        try:
            async with asyncio.timeout(1):
                await self._pubsub.aclose()
                await self._client.aclose()
        except (RedisError, TimeoutError) as error:
            raise OSError(str(error)) from error
