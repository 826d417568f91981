"""A tournament's results on disk, deal by deal."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final, TextIO

import msgspec

from quincunx.arena.deal import Deal
from quincunx.arena.plan import Plan
from quincunx.core.sentence import SpokenError, sentence

RESULTS: Final = "results.jsonl"
LOCK: Final = ".lock"


class BadResults(SpokenError, ValueError):
    """A folder of something else, or of another plan. The text is a sentence for people."""


def read_results(file: Path, plan: Plan) -> list[Deal]:
    """Return the deals already played; none if there is no file. A line cut short by a crash is ignored.
    Raises :class:`BadResults` if the file belongs to another plan."""
    if not file.exists():
        return []
    found: dict[tuple[int, int], Deal] = {}
    lines = _whole_lines(file.read_bytes()).splitlines()
    try:
        header = msgspec.json.decode(lines[0], type=Plan) if lines else None
        for line in lines[1:]:
            deal = msgspec.json.decode(line, type=Deal)
            found[deal.pair, deal.number] = deal
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise BadResults(sentence("{{1}} contains no arena results.", file)) from error
    if header is not None and _settings(header) != _settings(plan):
        raise BadResults(
            sentence("{{1}} belongs to a tournament with other settings. Choose another folder.", file)
        )
    return list(found.values())


def _whole_lines(raw: bytes) -> bytes:
    return raw[: raw.rfind(b"\n") + 1]


def _settings(plan: Plan) -> Any:
    """Return the plan without its length, which may change between two runs."""
    return msgspec.to_builtins(msgspec.structs.replace(plan, deals=0))


class Ledger:
    """Appends results to a file; each is on disk before it is counted. The file is locked against other
    writers.

    Raises :class:`BadResults` if another process writes there, or if the file belongs to another plan.
    """

    def __init__(self, folder: Path, plan: Plan) -> None:
        from filelock import FileLock, Timeout

        folder.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(folder / LOCK)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise BadResults(
                sentence(
                    "Another tournament is writing to {{1}}. Wait for it, or choose another folder.",
                    folder,
                )
            ) from None
        try:
            file = folder / RESULTS
            self.before = read_results(file, plan)
            """The deals that were there already."""
            self._file: TextIO = file.open("a", encoding="utf-8")
        except BaseException:
            self._lock.release()
            raise
        try:
            self._file.truncate(len(_whole_lines(file.read_bytes())))
            if file.stat().st_size == 0:
                self._write(msgspec.json.encode(plan))
        except BaseException:
            self.close()
            raise

    def add(self, deal: Deal) -> None:
        self._write(msgspec.json.encode(deal))

    def _write(self, line: bytes) -> None:
        self._file.write(line.decode() + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        try:
            self._file.close()
        finally:
            self._lock.release()
