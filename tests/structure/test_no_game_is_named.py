"""Shared files mention no game, except two dictionaries and the surface of the library."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "quincunx"
CLIENT = ROOT / "web" / "src"
# In Spanish, five minutes or words are no game.
GAME = re.compile(r"cinco(?! minutos| palabras)|cinqo|cinq-o", re.IGNORECASE)

# The library's surface offers one class per game.
SURFACE = PACKAGE / "__init__.py"
SHARED_PYTHON = sorted(
    {path.name for path in PACKAGE.iterdir() if path.is_dir()} - {"api", "games", "__pycache__"}
)
# A game's folders, and what may name them: the client's dictionary, and what is generated from the package's.
GAMES_OF_CLIENT = {path.name for path in (CLIENT / "games").iterdir() if path.is_dir()}
EXCEPTIONS = {CLIENT / "games" / "index.ts", CLIENT / "wire" / "types.ts"}
# Built or generated, not written.
NOT_WRITTEN = {"__pycache__", "documents", "static"}
TEXT = {".py", ".ts", ".svelte", ".css", ".json", ".html"}


def written(folder: Path) -> Iterator[Path]:
    """The files under a folder that people write, as text."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in TEXT and not NOT_WRITTEN & set(path.relative_to(ROOT).parts):
            yield path


def is_shared(path: Path) -> bool:
    """True if a file of the client belongs to no game."""
    inside = path.relative_to(CLIENT).parts
    return path not in EXCEPTIONS and not (inside[0] == "games" and inside[1] in GAMES_OF_CLIENT)


def mentions(paths: Iterator[Path]) -> list[str]:
    """Every line that names a game, as ``file:line: text``."""
    return [
        f"{path.relative_to(ROOT).as_posix()}:{number}: {line.strip()[:120]}"
        for path in paths
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if GAME.search(line)
    ]


@pytest.mark.parametrize("folder", SHARED_PYTHON)
def test_no_shared_python_file_names_a_game(folder: str) -> None:
    files = list(written(PACKAGE / folder))
    assert files, "nothing was looked at"
    assert mentions(iter(files)) == []


def test_nor_does_a_file_beside_the_rooms() -> None:
    beside = [*({*PACKAGE.glob("*.py")} - {SURFACE}), *CLIENT.glob("*.ts"), *CLIENT.glob("*.svelte")]
    assert len(beside) > 4
    assert mentions(iter(beside)) == []


@pytest.mark.parametrize("folder", sorted(path.name for path in CLIENT.iterdir() if path.is_dir()))
def test_no_shared_client_file_names_a_game(folder: str) -> None:
    files = list(written(CLIENT / folder))
    assert files, "nothing was looked at"
    assert mentions(filter(is_shared, files)) == []


def test_nor_does_the_frame_of_the_client() -> None:
    files = [path for path in CLIENT.iterdir() if path.suffix in TEXT]
    files += [path for path in CLIENT.parent.iterdir() if path.suffix in {".ts", ".html"}]
    assert len(files) > 4
    assert mentions(iter(files)) == []


def test_every_game_is_in_both_dictionaries() -> None:
    """A folder that no dictionary names would be dead, and no other test would see it."""
    games = {path.parent.name for path in (PACKAGE / "games").glob("*/types.py")}
    assert games == GAMES_OF_CLIENT
    for dictionary in (PACKAGE / "games" / "__init__.py", CLIENT / "games" / "index.ts"):
        assert [name for name in games if name not in dictionary.read_text("utf-8")] == []
