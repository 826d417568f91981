"""A bus between processes comes back after whatever its connection raises."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence

import pytest

from quincunx.adapters.bus.remote import RemoteBus, has_probe
from quincunx.kit import periodic, tasks
from tests.contracts.bus import opened
from tests.contracts.journal import entry
from tests.node.support import until


class Echo:
    """A connection that sends everything back."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[bytes] = asyncio.Queue()

    async def send(self, message: bytes) -> None:
        self.messages.put_nowait(message)

    async def receive(self) -> Sequence[bytes]:
        return [await self.messages.get()]

    async def close(self) -> None:
        """Nothing to do."""


class Broken(Echo):
    """A connection whose driver has a fault."""

    async def receive(self) -> Sequence[bytes]:
        raise RuntimeError("a fault of the driver")


class Deaf(Echo):
    """A connection whose driver loses a cancellation while it sends news."""

    def __init__(self) -> None:
        super().__init__()
        self.sends_news = asyncio.Event()
        self.breaks = False
        """True if the connection is lost meanwhile."""

    async def receive(self) -> Sequence[bytes]:
        if self.breaks and self.sends_news.is_set():
            raise OSError("lost")
        return await super().receive()

    async def send(self, message: bytes) -> None:
        await super().send(message)
        if not has_probe(message):
            self.sends_news.set()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.Event().wait()


@pytest.mark.parametrize("error", [OSError("refused"), RuntimeError("unexpected"), ValueError("what?")])
async def test_it_connects_again_whatever_connecting_raises(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(periodic, "FIRST_BACKOFF", 0.001)
    outcomes: list[Exception | Echo] = [OSError("not yet"), error, error, Broken(), Echo()]

    async def connect() -> Echo:
        outcome = outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async with opened(RemoteBus(connect)) as bus:
        await until(lambda: bus.is_well)
    assert outcomes == []


async def test_it_closes_though_its_driver_loses_a_cancellation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "AGAIN_SECONDS", 0.01)
    deaf = Deaf()

    async def connect() -> Deaf:
        return deaf

    bus = RemoteBus(connect)
    await bus.open()
    await bus.publish(entry(1))
    await deaf.sends_news.wait()
    await asyncio.wait_for(bus.close(), 20)
    assert not bus.is_well


async def test_it_connects_again_though_its_driver_loses_a_cancellation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "AGAIN_SECONDS", 0.01)
    deaf = Deaf()
    deaf.breaks = True
    wires: list[Echo] = [deaf, Echo()]

    async def connect() -> Echo:
        return wires.pop(0)

    async with opened(RemoteBus(connect)) as bus:
        await bus.publish(entry(1))
        await deaf.sends_news.wait()
        await until(lambda: wires == [] and bus.is_well)
