"""For all tests: the browser's come last."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Playwright keeps an event loop running in the main thread, on which no other test could run its own."""
    items.sort(key=lambda item: "tests/e2e/" in item.path.as_posix())
