"""For all tests: the browser's come last."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.servers.postgres import Postgres
from tests.servers.valkey import Valkey

# How long an example takes says more about the machine than about the code: no test is timed. The examples
# are the same each time, so that a change is judged by what it changes; ``make explore`` looks for new ones.
settings.register_profile(
    "untimed", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("explore", settings.get_profile("untimed"), derandomize=False, print_blob=True)
settings.load_profile(os.environ.get("QUINCUNX_TESTS_PROFILE", "untimed"))

# A shell that starts the tests in the background has them ignore Ctrl-C, and so every program they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Modules and thousands of tests stay to the end: whoever looks for garbage need not go through them."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Playwright keeps an event loop running in the main thread, on which no other test could run its own."""
    items.sort(key=lambda item: "tests/e2e/" in item.path.as_posix())


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests of this worker; each takes a fresh schema of it."""
    with Postgres() as server:
        yield server


@pytest.fixture(scope="session")
def valkey() -> Iterator[Valkey]:
    """A Valkey for all tests of this worker; each takes a fresh channel of it."""
    with Valkey() as server:
        yield server
