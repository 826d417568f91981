"""An export in progress: a folder of finished parts beside the file, joined at the end.

A part holds whole games and gets its name when it is complete. So a run that was stopped, even by a crash,
continues after the last part, and no game is lost or written twice.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from quincunx.core.sentence import sentence
from quincunx.rl.data.files import FormatName, format_named
from quincunx.rl.data.heads import BadExport, Head
from quincunx.rl.data.rows import GameRows, Header

PART_ROWS: Final = 4096
"""The number of rows after which a part is complete; the game that reaches it is written whole."""
_LOCK: Final = ".lock"


class Export:
    """A file that is written game by game. The folder of parts is locked against other writers.

    Raises :class:`BadExport` if the file is complete already, if another process writes it, or if its parts
    have another format.
    """

    def __init__(self, file: Path, form: FormatName) -> None:
        from filelock import FileLock, Timeout

        self._file = file
        self._form = form
        self._format = format_named(form)
        self._folder = file.with_name(f"{file.name}.parts")
        if file.exists() and not self._folder.exists():
            raise BadExport(sentence("{{1}} exists already. Choose another file, or delete it.", str(file)))
        self._folder.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(self._folder / _LOCK)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise BadExport(
                sentence(
                    "Another export is writing to {{1}}. Wait for it, or choose another file.", str(file)
                )
            ) from None
        self.header: Header | None = None
        """The settings; ``None`` until they are known."""
        self.done: set[str] = set()
        """The ids of the games so far."""
        self._pending: list[GameRows] = []
        try:
            for part in self._parts():
                self._resume(part)
        except BaseException:
            self._lock.release()
            raise

    def start(self, header: Header) -> None:
        """Set the settings. Raises :class:`BadExport` if the parts have others."""
        if self.header not in (None, header):
            raise self._other_settings()
        self.header = header

    def add(self, game: GameRows) -> None:
        """Add a game, whose settings must have been set."""
        self._pending.append(game)
        self.done.add(game.game)
        if sum(len(each.rows) for each in self._pending) >= PART_ROWS:
            self._flush()

    def close(self) -> None:
        """Write the games so far, to be continued. A folder without any is deleted; nothing happens after
        :meth:`finish`."""
        if not self._lock.is_locked:
            return
        try:
            self._flush()
        finally:
            self._lock.release()
        if not self.done:
            shutil.rmtree(self._folder)

    def finish(self) -> None:
        """Join all parts to the file, and close."""
        self._flush()
        assert self.header is not None  # there are games
        joined = self._folder / "joined"
        self._format.join(joined, self.header, list(self._parts()))
        _replace(joined, self._file)
        self._lock.release()
        shutil.rmtree(self._folder)

    def _parts(self) -> Iterator[Path]:
        yield from sorted(each for each in self._folder.glob("part-*") if each.suffix != ".new")

    def _resume(self, part: Path) -> None:
        if part.suffix != f".{self._form}":
            raise self._other_settings()
        head = self._format.head(part)
        self.start(head.header)
        self.done.update(head.games)

    def _flush(self) -> None:
        # An interruption from here on loses these games; the next run takes them again.
        games, self._pending = self._pending, []
        if not games:
            return
        assert self.header is not None  # the caller sets it before the first game
        part = self._folder / f"part-{len(list(self._parts())):06}.{self._form}"
        new = part.with_suffix(".new")
        head = Head(self.header, tuple(game.game for game in games))
        self._format.write(new, head, [row for game in games for row in game.rows])
        _replace(new, part)

    def _other_settings(self) -> BadExport:
        return BadExport(
            sentence(
                "{{1}} was begun with other settings. Use the same ones, or choose another file.",
                str(self._folder),
            )
        )


def _replace(new: Path, file: Path) -> None:
    """Give a complete file its name, once it is on disk."""
    with new.open("rb+") as stream:
        os.fsync(stream.fileno())
    new.replace(file)
