"""Deadlines pass on a machine of any speed; by the clock where a network is waited for."""

from tests.node.conftest import pytest_asyncio_loop_factories as pytest_asyncio_loop_factories  # the hook
