"""Every sentence that commands say, gathered from the code: what a catalogue's ``_commands`` must have."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from cyclopts import App
from cyclopts.command_spec import CommandSpec

from quincunx.adapters.versions import BEFORE_RELEASE
from quincunx.cli.app import build
from quincunx.cli.speaking import SECTION
from quincunx.core.speech import SYSTEM_ERRORS, speak, speak_english
from quincunx.games import GAMES

ROOT: Final = Path(__file__).parents[2]
PACKAGE: Final = ROOT / "src" / "quincunx"
ERRORS: Final = {
    "BackupFailed", "BadAddress", "BadCheckpoint", "BadEntry", "BadResults", "BadSetting", "Damaged",
    "DamagedSecret", "JournalDamaged", "JournalUnavailable", "MoveFailed", "NoRay", "NotReviewed",
    "NothingToMine", "RecordError", "StoreUnavailable", "UnfairChance", "Unparseable",
    "_NotUnderstood",
}  # fmt: skip
"""Errors whose sentences a command may show."""
ELSEWHERE: Final = (
    "node/play/commands.py",
    "node/events/tournaments.py",
    "club/",
    "server/http/middleware.py",
    "server/websocket/",
)
"""Places where the same errors are for browsers alone."""
WHOLE: Final = ("core/record/check.py", "client/check.py", "cli/records/verify.py", "cli/records/day.py")
"""Files that make sentences of faults, whatever they do with them."""
OTHERS: Final = {
    BEFORE_RELEASE,
    "Error {{1}} connecting to {{2}}. {{3}}.",
    "The database at {{1}}",
    "The database {{1}} at {{2}}",
    "third",
    "this machine",
    "line {{1}}, column {{2}}: {{3}}",
    "row {{1}} of {{2}} names a person who does not exist",
}


def said() -> set[str]:
    """By the English sentence."""
    sentences = set(SYSTEM_ERRORS) | OTHERS | in_help()
    for file in PACKAGE.rglob("*.py"):
        name = file.relative_to(PACKAGE).as_posix()
        tree = ast.parse(file.read_text("utf-8"))
        sentences |= set(_called(tree))
        if not name.startswith(ELSEWHERE):
            sentences |= set(_raised(tree))
        if name in WHOLE:
            sentences |= set(_sentences(tree))
    return sentences


def counted() -> set[str]:
    """Those of them that are given with the sentence for one as well, so that a number chooses."""
    trees = (ast.parse(file.read_text("utf-8")) for file in PACKAGE.rglob("*.py"))
    return {sentence for tree in trees for sentence in _called(tree, fewest=2)}


def _called(tree: ast.Module, fewest: int = 1) -> Iterator[str]:
    """The first arguments of ``t``, also where they are named before; of calls with so many arguments."""
    for function in ast.walk(tree):
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


def _raised(tree: ast.Module) -> Iterator[str]:
    """The arguments of these errors, also where they are named before."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_call(node, ERRORS):
            yield from filter(_is_sentence, map(_template, node.args))
        # The system's error, with a sentence and a place.
        if isinstance(node, ast.Call) and _is_call(node, {"OSError"}) and len(node.args) == 3:
            yield from filter(_is_sentence, map(_template, node.args))
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            inside = list(ast.walk(function))
            calls = [node for node in inside if isinstance(node, ast.Call) and _is_call(node, ERRORS)]
            names = {arg.id for call in calls for arg in call.args if isinstance(arg, ast.Name)}
            assigned = (
                value for node in inside if isinstance(node, ast.Assign) for value in _assigned(node, names)
            )
            yield from filter(_is_sentence, map(_template, assigned))


def _sentences(tree: ast.Module) -> Iterator[str]:
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    # What is given to ``t`` has holes with names, and is found there.
    inside |= {id(part) for node in ast.walk(tree) if _is_call(node, {"t"}) for part in ast.walk(node)}
    # Names’ sentences, and texts for readers of the code, are not found there either.
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and not isinstance(node.value, ast.JoinedStr):
            inside |= {id(part) for part in ast.walk(node)}
        if isinstance(node, ast.Expr):
            inside.add(id(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr | ast.Constant) and id(node) not in inside:
            text = _template(node)
            if (
                _is_sentence(text)
                and "\n" not in text
                and (isinstance(node, ast.JoinedStr) or text[-1] == ".")
            ):
                yield text


def _is_sentence(text: str) -> bool:
    """Words, and not only holes and signs."""
    words = (part.strip(".:;()") for part in text.replace(",", " ").split())
    return sum(word.isalpha() and len(word) > 1 for word in words) > 1


def _is_call(node: ast.AST, names: set[str]) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def _constants(nodes: Any) -> Iterator[str]:
    yield from (node.value for node in nodes if isinstance(node, ast.Constant))


def _template(node: ast.expr) -> str:
    """The text with numbered holes."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if not isinstance(node, ast.JoinedStr):
        return ""
    number, parts = 0, list[str]()
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(str(part.value))
        else:
            number += 1
            parts.append(f"{{{{{number}}}}}")
    return "".join(parts)


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
        app = build(GAMES)
        with contextlib.redirect_stdout(io.StringIO()):
            for path in _paths(app, ()):
                app([*path, "--help"], result_action="return_value", exit_on_error=False)
    finally:
        speak_english()
    return {each for each in listening.asked if each.strip()}


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
