"""A world for each test, whose nodes are stopped after it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from quincunx.node import duties, neighbours, presence
from tests.node.support import World


@pytest.fixture
async def world() -> AsyncIterator[World]:
    world = World()
    yield world
    await world.stop()


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that nodes do now and then, they do at once."""
    monkeypatch.setattr(presence, "GATHERING_SECONDS", 0.001)
    monkeypatch.setattr(neighbours, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(neighbours, "SETTLE_SECONDS", 0.1)
    monkeypatch.setattr(duties, "DEAF_SECONDS", 0.02)
