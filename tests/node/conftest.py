"""A world for each test, whose nodes are stopped after it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.node.support import World


@pytest.fixture
async def world() -> AsyncIterator[World]:
    world = World()
    yield world
    await world.stop()
