"""For all tests: those that wait come first, the browser's last."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator, Iterator
from itertools import chain
from typing import Any

import pytest
import structlog
from hypothesis import HealthCheck, settings

from quincunx.core.reason import Reason, Refusal
from quincunx.core.sentence import Sentence, Value
from quincunx.core.values import Phrase
from quincunx.kit import Periodic
from quincunx.texts.catalogue import Catalogue
from tests import log_lines, refusals
from tests.servers.postgres import Postgres
from tests.servers.valkey import Valkey

# How long an example takes says more about the machine than about the code: no test is timed. The examples
# are the same each time, so that a change is judged by what it changes; ``make explore`` looks for new ones,
# fifteen times as many, and ``make quick`` tries half of them.
settings.register_profile(
    "untimed",
    deadline=None,
    derandomize=True,
    max_examples=20,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "explore", settings.get_profile("untimed"), derandomize=False, max_examples=300, print_blob=True
)
settings.register_profile("quick", settings.get_profile("untimed"), max_examples=10)
settings.load_profile(os.environ.get("QUINCUNX_TESTS_PROFILE", "untimed"))

# The library's usual tracebacks, with colours and all local variables, take a second each.
structlog.configure(
    processors=[
        *structlog.get_config()["processors"][:-1],
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ]
)

# A shell that starts the tests in the background has them ignore Ctrl-C, and so every program they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


SELDOM = 50_000
"""New objects between two looks for garbage."""


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Freeze modules and tests for the garbage collector: they stay to the end, so collections need not visit
    them, and can be rarer than Python's default."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(SELDOM)
        gc.enable()


# Servers that start, die and are missed: their tests wait more than they work.
WAITING = ("tests/chaos/", "tests/server/test_", "tests/client/", "tests/engines/test_ray.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each worker begins with its share of the tests that wait, while others have something to do: at the end
    they would leave the machine idle.

    Playwright keeps an event loop running in the main thread, on which no other test could run its own.
    """
    waiting: list[pytest.Item] = []
    working: list[pytest.Item] = []
    browsers: list[pytest.Item] = []
    for item in items:
        path = item.path.as_posix()
        wait = any(part in path for part in WAITING)
        (browsers if "tests/e2e/" in path else waiting if wait else working).append(item)
    # Workers are given as many tests each, as they stand here, before one that is done helps another.
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    shares = (_share(tests, n, workers) for n in range(workers) for tests in (waiting, working))
    items[:] = [*chain.from_iterable(shares), *browsers]


def _share(tests: list[pytest.Item], number: int, workers: int) -> list[pytest.Item]:
    return tests[len(tests) * number // workers : len(tests) * (number + 1) // workers]


@pytest.fixture(autouse=True)
def no_key_is_said(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test has said in words, in whichever language, is there and has no hole left in it."""
    if request.node.get_closest_marker("says_keys") is not None:
        return
    say = Catalogue.translate

    def checked(catalogue: Catalogue, phrase: Phrase) -> str:
        said = say(catalogue, phrase)
        assert said != phrase.key, f"no text for {phrase}"
        assert "{{" not in said, f"holes are left in {said!r}"
        return said

    monkeypatch.setattr(Catalogue, "translate", checked)


@pytest.fixture(autouse=True)
def people_can_read_each_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each refusal of the package that a test provokes has a sentence, and the values that its text names."""
    init = Refusal.__init__

    def checked(refusal: Refusal, reason: Reason) -> None:
        init(refusal, reason)
        if refusals.is_by_the_package():
            refusals.check(reason)

    monkeypatch.setattr(Refusal, "__init__", checked)


@pytest.fixture(autouse=True)
def people_can_read_each_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each sentence of the package that a test provokes has a translation, and a value for each hole."""
    init: Any = Sentence.__init__

    def checked(said: Sentence, template: str, values: tuple[Value, ...] = ()) -> None:
        init(said, template, values)
        if refusals.is_by_the_package():
            refusals.check_sentence(template, values)

    monkeypatch.setattr(Sentence, "__init__", checked)


@pytest.fixture(autouse=True)
def operators_can_look_up_each_log_line(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each line that the package logs is on the page of log events, and so is all background work."""
    init = Periodic.__init__
    base: Any = structlog.BoundLoggerBase
    say = base._proxy_to_logger

    def named(periodic: Periodic, name: str, *args: Any, **options: Any) -> None:
        init(periodic, name, *args, **options)
        if refusals.is_by_the_package():
            log_lines.check_work(name)

    def said(logger: Any, level: str, event: str | None = None, /, **fields: Any) -> Any:
        log_lines.check_line(level, event, fields)
        return say(logger, level, event, **fields)

    monkeypatch.setattr(Periodic, "__init__", named)
    monkeypatch.setattr(base, "_proxy_to_logger", said)
    log_lines.faults.clear()
    yield
    assert log_lines.faults == []


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
