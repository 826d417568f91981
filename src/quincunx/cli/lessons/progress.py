"""Progress in each game's lesson, stored only on this machine."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path
from typing import Final

import msgspec
from platformdirs import user_state_path

WHOLE_GAME: Final = "game"
"""The name of the last step, a whole game, in the list of completed steps."""
_LONGEST_FILE: Final = 1_000_000

_Taken = dict[str, tuple[str, ...]]


def progress_file() -> Path:
    """Return the file of completed steps, by game."""
    return user_state_path("quincunx", appauthor=False) / "lessons.json"


def completed_steps(game: str) -> tuple[str, ...]:
    """Return the completed steps, the earliest first; none if the file cannot be read."""
    return _read().get(game, ())


def complete_step(game: str, step: str) -> None:
    """Mark this step as completed. Raises ``OSError``."""
    _write(game, (*(each for each in completed_steps(game) if each != step), step))


def reset_steps(game: str) -> None:
    """Delete all completed steps. Raises ``OSError``."""
    if completed_steps(game):
        _write(game, ())


def _read() -> _Taken:
    # A damaged file loses a few completed steps, and nothing else.
    with contextlib.suppress(OSError, msgspec.MsgspecError), progress_file().open("rb") as stream:
        return msgspec.json.decode(stream.read(_LONGEST_FILE), type=_Taken)
    return {}


def _write(game: str, steps: tuple[str, ...]) -> None:
    file = progress_file()
    if not file.is_absolute():  # a user without a home folder
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(file))
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.{os.getpid()}")
    new.write_bytes(msgspec.json.encode({**_read(), game: steps}))
    new.replace(file)
