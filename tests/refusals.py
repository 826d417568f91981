"""A check of each refusal and sentence of the package, whichever test provokes it: people can read why."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

from quincunx import texts
from quincunx.core.reason import Kind, Reason
from quincunx.games import GAMES

HOLE = re.compile(r"\{\{(\w+)")
NUMBERED = re.compile(r"\{\{([1-9])\}\}")
FORM = re.compile(r"_(?:zero|one|two|few|many|other)$")
CODE = re.compile(r"[a-z]+(?:-[a-z]+)*")
# An error of a parser begins with its place.
SENTENCE = re.compile(r"(?:line \d+, column \d+: )?[A-Z“].*[.!?…”]", re.DOTALL)


def _worded(found: Any) -> Iterator[tuple[str, str]]:
    for key, value in found.items():
        if key == "refusal":
            yield from value.items()
        elif isinstance(value, dict):
            yield from _worded(value)


@lru_cache
def holes_by_code(*folders: Path) -> dict[str, list[set[str]]]:
    """The values that each text of a code mentions, in English. Codes that no button of the client leads to
    have no text, and some have one for each game."""
    holes: dict[str, list[set[str]]] = {}
    for folder in folders:
        for code, text in _worded(json.loads((folder / "en.json").read_text("utf-8"))):
            holes.setdefault(FORM.sub("", code), []).append(set(HOLE.findall(text)))
    return holes


def check(reason: Reason) -> None:
    """Check a refusal that the package has made: its kind, its code, its sentence, and the values of its
    text."""
    assert reason.kind in get_args(Kind), reason
    assert CODE.fullmatch(reason.code), reason
    assert SENTENCE.fullmatch(reason.sentence), reason
    assert not reason.sentence.isupper(), reason
    # Rules are worded by their game, everything else by all games together.
    folders = (
        [Path(texts.__file__).parent] if reason.rule is None else [game.texts for game in GAMES.values()]
    )
    said = holes_by_code(*folders).get(reason.code, [set()])
    assert any(holes <= set(reason.params) for holes in said), f"{reason} lacks values of its text"
    assert None not in reason.params.values(), f"{reason} has no value"


@lru_cache
def commands() -> frozenset[str]:
    """The sentences of commands, and of errors of lower layers: those that have a translation."""
    folders = (Path(texts.__file__).parent, *(game.texts for game in GAMES.values()))
    read = (json.loads((folder / "de.json").read_text("utf-8")) for folder in folders)
    return frozenset(each for found in read for each in found.get("_commands", ()))


def check_sentence(template: str, values: tuple[Any, ...]) -> None:
    """Check a sentence that the package has made: it has a translation, and a value for each hole."""
    assert template in commands(), f"{template!r} has no translation"
    holes = {int(number) for number in NUMBERED.findall(template)}
    assert holes == set(range(1, len(values) + 1)), f"{template!r} has {len(values)} values"
    assert None not in values, f"{template!r} lacks a value"


def is_by_the_package() -> bool:
    """True if the refusal or sentence that is being made was written in the package, not in a test."""
    frame = sys._getframe(2)
    while frame is not None:
        name = frame.f_globals.get("__name__", "")
        if not name.startswith(("quincunx.core.reason", "quincunx.core.sentence", "mutmut.")):
            return name.startswith("quincunx.")
        frame = frame.f_back
    return False
