"""Time passes for the sockets without a server when nothing else is left to do."""

from __future__ import annotations

from tests.node.conftest import pytest_asyncio_loop_factories as pytest_asyncio_loop_factories  # the hook
