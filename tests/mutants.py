"""Settings of tests when mutmut breaks the code: few examples, the quickest tests first, and never for long.

`[tool.mutmut]` in `pyproject.toml` loads this plugin; no other run of the tests knows it. A mutant that the
quick tests miss is tried again with every test that reaches it (`tools/mutants.py`), so being quick costs no
kill. Nor may a busy machine make one: time limits count work and sleep, never the wait for a processor.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from threading import Thread
from time import process_time

import pytest
from hypothesis import Phase, settings
from mutmut.state import state

EXAMPLES = 20
# Unshrunk: that one example fails is all that is asked. The same each time, or a verdict is luck.
QUICK = {"phases": (Phase.explicit, Phase.generate), "derandomize": True, "database": None}
# Most seconds of the tests for one mutant, as measured on the whole code.
SECONDS = float(os.environ.get("QUINCUNX_MUTANT_SECONDS", "1"))
# Two thirds of the time of all tests; the playthroughs and the small nonsense beside them notice as much.
SLOW = ("test_perft", "test_the_longest_nonsense")
MEMORY = 4 * 2**30
# Seconds in which no thread of a mutant has anything to do: it waits for what never comes.
ASLEEP = 20
# mutmut's own exit code of a mutant whose tests do not end.
ENDLESS = 36
# Which test noticed each mutant, and how; beside mutmut's verdicts.
KILLERS = Path("killers.txt")


def pytest_configure(config: pytest.Config) -> None:
    """For a mutant: the quickest of the tests that reach it, within bounds of time and memory."""
    mutant = os.environ.get("MUTANT_UNDER_TEST", "")
    if "__mutmut_" not in mutant:
        return
    chosen, total = [], 0.0
    # mutmut names them quickest first.
    for name in config.args:
        total += state().duration_by_test.get(name, 0)
        if chosen and total > SECONDS:
            break
        chosen.append(name)
    config.args[:] = chosen
    # A loop without end is a mutant noticed. mutmut's own limit counts the tests that were left out, too.
    limit = ceil(process_time() + 10 + 5 * min(total, SECONDS))
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    Thread(target=_end_if_asleep, args=(ASLEEP + 5 * min(total, SECONDS),), daemon=True).start()
    config.pluginmanager.register(_Killers(mutant))
    _forget()


class _Killers:
    """The first failure of a mutant's tests, as a line of ``killers.txt``."""

    def __init__(self, mutant: str) -> None:
        self._mutant = mutant
        self._path = KILLERS.resolve()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._note(report)

    def _note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            words = getattr(crash, "message", None) or str(report.longrepr)
            with self._path.open("a") as file:
                file.write(f"{self._mutant}\t{report.nodeid}\t{report.when or 'collect'}\t{words[:200]!r}\n")


def _end_if_asleep(seconds: float) -> None:
    """End the process after so many seconds in which no thread of it had anything to do."""
    asleep, before = 0, 0.0
    while asleep <= seconds:
        time.sleep(1)
        now = sum(_work_and_waits())
        asleep += now - before < 0.05
        before = now
    os._exit(ENDLESS)


def _work_and_waits() -> Iterator[float]:
    """Seconds that each thread has worked or has waited for a processor."""
    for task in Path("/proc/self/task").iterdir():
        try:
            worked, waited, _ = (task / "schedstat").read_text().split()
        except OSError:
            continue
        yield (int(worked) + int(waited)) / 1e9


def _forget() -> None:
    """Clear all caches of the package, so that a mutant recomputes their contents."""
    for name, module in list(sys.modules.items()):
        for value in list(vars(module).values()) if name.startswith("quincunx.") else ():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Limit the examples of each test, whatever limit it sets itself."""
    slow = [item for item in items if item.name.startswith(SLOW)]
    config.hook.pytest_deselected(items=slow)
    items[:] = [item for item in items if not item.name.startswith(SLOW)]
    for item in items:
        function = getattr(getattr(item, "obj", None), "__func__", getattr(item, "obj", None))
        own = getattr(function, "_hypothesis_internal_use_settings", None)
        if own is not None:
            function._hypothesis_internal_use_settings = fewer(own)
        machine = getattr(item, "cls", None)
        if isinstance(getattr(machine, "settings", None), settings):
            machine.settings = fewer(machine.settings)


def fewer(own: settings) -> settings:
    return settings(own, max_examples=min(own.max_examples, EXAMPLES), **QUICK)
