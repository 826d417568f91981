"""The page of log events against the code: all its events are logged, and all logged events are there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.log_lines import events, works
from tests.structure.trees import calls_in

PACKAGE = Path(__file__).parents[2] / "src" / "quincunx"
LEVELS = {"debug", "info", "warning", "error", "exception", "critical"}
LOOPS = {"Periodic", "self._loop"}


def calls() -> Iterator[tuple[str, ast.Call]]:
    """All calls, each with the text of what is called."""
    for path in PACKAGE.rglob("*.py"):
        yield from calls_in(path)


def is_log(name: str) -> bool:
    """True for ``log.warning``, ``structlog.get_logger(…).warning`` and ``log_failure``."""
    of_logger = name.startswith("log.") or "get_logger(" in name
    return name == "log_failure" or (of_logger and name.rpartition(".")[2] in LEVELS)


def texts(node: ast.expr) -> Iterator[str]:
    """The text of a literal, or the texts between which a condition decides."""
    for each in [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]:
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def test_each_event_of_the_page_is_logged_and_each_logged_event_is_on_it() -> None:
    logged = {
        text
        for name, call in calls()
        if is_log(name)
        for argument in call.args[:2]
        for text in texts(argument)
    }
    assert sorted(logged - {"operator_acted"}) == sorted(events()), "a security event has a page of its own"


def test_the_page_names_background_work_as_the_code_does() -> None:
    named = {
        re.sub(r"\{\w+\}", "N", ast.unparse(call.args[0]).lstrip("f").strip("'\""))
        for name, call in calls()
        if name in LOOPS and call.args
    }
    # Two modules start their loops from a table of names.
    of_tables = {"ended sessions", "deleted people", "operators' acts", "expired rows"}
    assert (named - {"name"}) | of_tables == works()
