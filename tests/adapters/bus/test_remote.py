"""A bus between processes comes back after whatever its connection raises."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from quincunx.adapters.bus.remote import RemoteBus
from quincunx.kit import periodic
from tests.contracts.bus import opened
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
