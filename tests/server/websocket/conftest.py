"""For sockets without a server: time passes when nothing else is left to do, and no fault goes unnoticed."""

from __future__ import annotations

from tests.node.conftest import no_fault_passes_unnoticed as no_fault_passes_unnoticed
from tests.node.conftest import pytest_asyncio_loop_factories as pytest_asyncio_loop_factories  # the hook
