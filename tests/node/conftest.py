"""A world for each test, whose nodes are stopped after it."""

from __future__ import annotations

from asyncio import AbstractEventLoop, SelectorEventLoop
from collections.abc import AsyncIterator, Callable, Mapping

import pytest

from quincunx.node.cluster import membership, sync
from quincunx.node.live import presence
from tests.node.hours import HoursLoop
from tests.node.support import World


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], AbstractEventLoop]]:
    """Time passes when nothing else is left to do; by the clock where a store's threads are waited for."""
    if item.get_closest_marker("by_the_clock") is not None:
        return {"clock": SelectorEventLoop}
    return {"hours": HoursLoop}


@pytest.fixture
async def world() -> AsyncIterator[World]:
    world = World()
    yield world
    await world.stop()


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that nodes do now and then, they do at once."""
    monkeypatch.setattr(presence, "GATHERING_SECONDS", 0.001)
    monkeypatch.setattr(membership, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(membership, "SETTLE_SECONDS", 0.1)
    monkeypatch.setattr(sync, "DEAF_SECONDS", 0.02)
