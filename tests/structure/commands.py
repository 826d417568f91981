"""Every sentence that commands say, gathered from the code: what a catalogue's ``_commands`` must have."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from cyclopts import App
from cyclopts.command_spec import CommandSpec

from quincunx.cli.app import build
from quincunx.cli.speaking import SECTION
from quincunx.core.sentence import BETWEEN, SYSTEM_ERRORS
from quincunx.core.speech import speak, speak_english
from quincunx.games import GAMES
from tests.structure.trees import nodes_of

ROOT: Final = Path(__file__).parents[2]
PACKAGE: Final = ROOT / "src" / "quincunx"


@cache
def said() -> frozenset[str]:
    """By the English sentence."""
    files = PACKAGE.rglob("*.py")
    called = (sentence for file in files for sentence in (*_called(file), *_made(file)))
    return frozenset({BETWEEN, *SYSTEM_ERRORS, *in_help(), *called})


@cache
def counted() -> frozenset[str]:
    """Those of them that are given with the sentence for one as well, so that a number chooses."""
    return frozenset(sentence for file in PACKAGE.rglob("*.py") for sentence in _called(file, fewest=2))


def _called(file: Path, fewest: int = 1) -> Iterator[str]:
    """The first arguments of ``t``, also where they are named before; of calls with so many arguments."""
    if not any(_is_call(node, {"t"}) for node in nodes_of(file)):
        return
    for function in nodes_of(file):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        calls = [node for node in ast.walk(function) if isinstance(node, ast.Call) and _is_call(node, {"t"})]
        arguments = [call.args for call in calls]
        firsts = [each[0] for each in arguments if len(each) >= fewest]
        yield from _constants(firsts)
        names = {first.id for first in firsts if isinstance(first, ast.Name)}
        for node in ast.walk(function):
            if isinstance(node, ast.Assign):
                yield from _constants(_assigned(node, names))


def _assigned(node: ast.Assign, names: set[str]) -> Iterator[ast.expr]:
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Name) and target.id in names:
        yield from (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,)
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for each, given in zip(target.elts, value.elts, strict=True):
            if isinstance(each, ast.Name) and each.id in names:
                yield given


def _made(file: Path) -> Iterator[str]:
    """The templates of sentences that errors carry."""
    for node in nodes_of(file):
        if isinstance(node, ast.Call) and _is_call(node, {"sentence"}):
            template = node.args[0]
            assert isinstance(template, ast.Constant), ast.unparse(node)
            yield str(template.value)


def _is_call(node: ast.AST, names: set[str]) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def _constants(nodes: Any) -> Iterator[str]:
    yield from (node.value for node in nodes if isinstance(node, ast.Constant))


class Listening(Mapping[str, str]):
    """A language's sentences that notes what is looked for."""

    def __init__(self) -> None:
        self.asked: set[str] = set()

    def __getitem__(self, key: str) -> str:
        if not key.startswith("\0"):
            self.asked.add(key)
        return f"\0{key}"

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def in_help() -> set[str]:
    """Of every command and option."""
    listening = Listening()
    speak("xx", listening, lambda _: "other")
    try:
        for _ in helps():
            pass
    finally:
        speak_english()
    return {each for each in listening.asked if each.strip()}


def helps() -> Iterator[tuple[str, ...]]:
    """Write the help of each command, and name the command."""
    app = build(GAMES)
    for path in _paths(app, ()):
        with contextlib.redirect_stdout(io.StringIO()):
            app([*path, "--help"], result_action="return_value", exit_on_error=False)
        yield path


def _paths(app: App, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield path
    for name in app:
        if not name.startswith("-"):
            found = app[name]
            yield from _paths(found.resolve(app) if isinstance(found, CommandSpec) else found, (*path, name))


def translated(language: str) -> dict[str, Any]:
    """The catalogues of a language."""
    folders = (PACKAGE / "texts", *(game.texts for game in GAMES.values()))
    files = [json.loads((folder / f"{language}.json").read_text("utf-8")) for folder in folders]
    return {key: text for tree in files for key, text in tree.get(SECTION, {}).items()}
