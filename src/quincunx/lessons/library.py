"""The studies of each game, read from its folder on first use."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from quincunx.core.game import AnyGame
from quincunx.core.study import Study
from quincunx.lessons.position import BadStudy

LESSONS: Final = "lessons.json"
PUZZLES: Final = "puzzles.json"
RENAMED: Final = "renamed.json"


class Entry(msgspec.Struct, frozen=True):
    """A puzzle as lists need it. The rest of its line is read when it is asked."""

    id: str
    theme: str | None = None
    rating: float | None = None


def lessons(game: AnyGame) -> tuple[Study, ...]:
    """Return the game's lesson, step by step; empty if it has none."""
    return _studies_in(game, LESSONS)


def puzzles(game: AnyGame) -> tuple[Study, ...]:
    """Return the game's puzzles, in the order of their file; empty if it has none."""
    return _studies_in(game, PUZZLES)


def puzzle_entries(game: AnyGame) -> tuple[Entry, ...]:
    """Return an entry for each of the game's puzzles, in the order of their file."""
    return () if game.studies is None else _entries(game.studies / PUZZLES)


def find_puzzle(game: AnyGame, id: str) -> Study | None:
    """Return the puzzle with this name, or with the name that a twin of it had in an earlier version."""
    if game.studies is None:
        return None
    line = _lines(game.studies / PUZZLES).get(_renamed(game.studies / RENAMED).get(id, id))
    return None if line is None else msgspec.json.decode(line[1], type=Study)


@cache
def _entries(path: Path) -> tuple[Entry, ...]:
    return tuple(entry for entry, _ in _lines(path).values())


@cache
def _lines(path: Path) -> Mapping[str, tuple[Entry, bytes]]:
    """Return each puzzle's entry and its line, by name: the answers of all of them would take several times
    the memory."""
    text = _text(path) or b"[]"
    lines = [line.rstrip(b",") for line in text.splitlines() if line.startswith(b"{")]
    found = ((msgspec.json.decode(line, type=Entry), line) for line in lines)
    return {entry.id: (entry, line) for entry, line in found}


@cache
def _renamed(path: Path) -> Mapping[str, str]:
    """Return the new names of puzzles that were alike."""
    text = _text(path)
    return {} if text is None else msgspec.json.decode(text, type=dict[str, str])


def find_step(game: AnyGame, id: str) -> Study | None:
    """Return the step of the game's lesson with this name. Puzzles are looked up elsewhere, where answers are
    scored."""
    return next((study for study in lessons(game) if study.id == id), None)


def _studies_in(game: AnyGame, file: str) -> tuple[Study, ...]:
    return () if game.studies is None else read(game.studies / file)


@cache
def read(path: Path) -> tuple[Study, ...]:
    """Return the studies in a file, which may be compressed (``.gz``); none if there is no such file.

    Raises :class:`BadStudy` if the file is not a list of studies with unique names. Use
    :func:`quincunx.lessons.judge.check` to verify that their positions can be reached.
    """
    text = _text(path)
    if text is None:
        return ()
    try:
        found = msgspec.json.decode(text, type=tuple[Study, ...])
    except msgspec.MsgspecError as error:
        raise BadStudy(f"{path.name}: {error}") from error
    if len({study.id for study in found}) < len(found):
        raise BadStudy(f"{path.name}: two studies have the same name.")
    return found


def _text(path: Path) -> bytes | None:
    compressed = path.with_name(f"{path.name}.gz")
    if path.exists():
        return path.read_bytes()
    return gzip.decompress(compressed.read_bytes()) if compressed.exists() else None
