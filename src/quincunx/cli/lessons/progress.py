"""How far somebody has come in each game's lesson, kept on this machine alone."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path
from typing import Final

import msgspec
from platformdirs import user_state_path

WHOLE_GAME: Final = "game"
"""What stands for the last step, a whole game, among those that were taken."""
_LONGEST_FILE: Final = 1_000_000

_Taken = dict[str, tuple[str, ...]]


def progress_file() -> Path:
    """Where it is kept: names of steps, by the game."""
    return user_state_path("quincunx", appauthor=False) / "lessons.json"


def taken(game: str) -> tuple[str, ...]:
    """The steps that have been taken, the earliest first; none where nothing can be read."""
    return _read().get(game, ())


def take(game: str, step: str) -> None:
    """This one as well. Raises ``OSError``."""
    _write(game, (*(each for each in taken(game) if each != step), step))


def begin_again(game: str) -> None:
    """As if no step had been taken. Raises ``OSError``."""
    if taken(game):
        _write(game, ())


def _read() -> _Taken:
    # A file that is no longer what it was costs somebody a few steps, and no more.
    with contextlib.suppress(OSError, msgspec.MsgspecError), progress_file().open("rb") as stream:
        return msgspec.json.decode(stream.read(_LONGEST_FILE), type=_Taken)
    return {}


def _write(game: str, steps: tuple[str, ...]) -> None:
    file = progress_file()
    if not file.is_absolute():  # a user without a home
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(file))
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.{os.getpid()}")
    new.write_bytes(msgspec.json.encode({**_read(), game: steps}))
    new.replace(file)
