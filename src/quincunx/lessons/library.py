"""The studies of each game, read from its folder on first use."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from quincunx.core.game import AnyGame
from quincunx.core.study import Study
from quincunx.lessons.position import BadStudy

LESSONS: Final = "lessons.json"
PUZZLES: Final = "puzzles.json"


def lessons(game: AnyGame) -> tuple[Study, ...]:
    """Return the game's lesson, step by step; empty if it has none."""
    return _studies_in(game, LESSONS)


def puzzles(game: AnyGame) -> tuple[Study, ...]:
    """Return the game's puzzles, in the order of their file; empty if it has none."""
    return _studies_in(game, PUZZLES)


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
    compressed = path.with_name(f"{path.name}.gz")
    if path.exists():
        text = path.read_bytes()
    elif compressed.exists():
        text = gzip.decompress(compressed.read_bytes())
    else:
        return ()
    try:
        found = msgspec.json.decode(text, type=tuple[Study, ...])
    except msgspec.MsgspecError as error:
        raise BadStudy(f"{path.name}: {error}") from error
    if len({study.id for study in found}) < len(found):
        raise BadStudy(f"{path.name}: two studies have the same name.")
    return found
