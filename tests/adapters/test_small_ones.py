"""The bus in memory (beside what every bus promises), entropy and the clock."""

from __future__ import annotations

import asyncio
import time

import pytest

from quincunx.adapters import bus_memory
from quincunx.adapters.bus_memory import MemoryBus
from quincunx.adapters.clock import WallClock
from quincunx.adapters.entropy import SystemEntropy
from tests.contracts.journal import entry


async def test_a_subscriber_that_is_slow_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_memory, "DEPTH", 3)
    bus = MemoryBus()
    stream = bus.subscribe()
    first = asyncio.ensure_future(anext(stream))
    await asyncio.sleep(0)
    for version in range(1, 100):
        await bus.publish(entry(version))
    assert (await first).version == 1
    assert [(await anext(stream)).version for _ in range(2)] == [2, 3]  # then there is a gap, and no more


def test_seeds_and_names_are_long_and_never_the_same() -> None:
    entropy = SystemEntropy()
    seeds, names = {entropy.seed() for _ in range(1_000)}, {entropy.name() for _ in range(1_000)}
    assert len(seeds) == len(names) == 1_000
    assert all(len(bytes.fromhex(seed)) == 32 for seed in seeds)
    assert all(len(name) >= 22 for name in names)


def test_the_clock_counts_milliseconds() -> None:
    assert abs(WallClock().now() - time.time() * 1000) < 1000
