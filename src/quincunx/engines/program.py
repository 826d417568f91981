"""Foreign bots: programs on this machine that speak the line protocol of ``docs/bot-protocol.md``.

A program that crashes, sends invalid lines or is too slow raises :class:`Fault`, which names its error; the
arena scores the game as lost. Every wait has a limit.
"""

from __future__ import annotations

import queue
import subprocess
import threading
import time
from random import Random
from typing import Any, Final

import msgspec

from quincunx.core.game import AnyGame
from quincunx.core.reason import Unparseable
from quincunx.engines.answers import parse_answer
from quincunx.engines.bot import OWN_PACE, Budget, Choice, Decision

START_SECONDS: Final = 20.0
"""The time in which a program must say that it is ready."""
MOVE_SECONDS: Final = 10.0
"""The time for a move when the arena sets none."""
MARGIN_SECONDS: Final = 1.0
"""The tolerance beyond the time that a program was given."""
LONGEST_LINE: Final = 1_000_000
PROTOCOL: Final = 1
MOST_WORDS: Final = 400
"""The longest description of a fault, in characters."""


class Fault(Exception):
    """An error of a bot, in a few words."""


class ProgramBot:
    """A program as a bot. It is started for its first move and keeps running; after a fault it is killed."""

    def __init__(self, game: AnyGame, words: list[str], seconds: float | None) -> None:
        self._game = game
        self._words = words
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes | None] = queue.Queue()

    def choose(self, view: Any, random: Random, budget: Budget = OWN_PACE) -> Decision[Any]:
        """Ask the program for a move. Raises :class:`Fault`."""
        try:
            process = self._process or self._start()
            seconds = budget.seconds or self._seconds
            question = {"view": view, "seed": random.getrandbits(32), "seconds": seconds}
            self._write_line(process, b"choose " + msgspec.json.encode(question))
            answer = self._read_reply(b"move ", (seconds or MOVE_SECONDS) + MARGIN_SECONDS)
            try:
                move = parse_answer(self._game, answer.decode(errors="replace"))
            except Unparseable as error:
                raise Fault(f"garbage: {error}"[:MOST_WORDS]) from error
        except Fault:
            self.close()
            raise
        return Decision(move, 0.0, (Choice(move, 0.0),))

    def close(self) -> None:
        """Stop the program; kill it if it does not exit."""
        process, self._process = self._process, None
        if process is None:
            return
        try:
            if process.stdin is not None:
                process.stdin.write(b"quit\n")
                process.stdin.close()
            process.wait(1)
        except (OSError, ValueError, subprocess.TimeoutExpired):
            process.kill()
            process.wait()

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            process = subprocess.Popen(  # noqa: S603  # the arena's user names the program
                self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise Fault(f"does not start: {error.strerror}") from error
        self._process = process
        self._lines = queue.Queue()
        threading.Thread(target=_read, args=(process, self._lines), daemon=True).start()
        self._write_line(process, f"quincunx {PROTOCOL} {self._game.name}".encode())
        self._read_reply(b"ready", START_SECONDS)
        return process

    def _write_line(self, process: subprocess.Popen[bytes], line: bytes) -> None:
        assert process.stdin is not None
        try:
            process.stdin.write(line + b"\n")
            process.stdin.flush()
        except OSError as error:
            raise Fault("crashed") from error

    def _read_reply(self, start: bytes, seconds: float) -> bytes:
        """Return the rest of the next line that starts like this; ``info`` lines are skipped."""
        until = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise Fault(f"slow: nothing within {seconds:.1f} s") from None
            if line is None:
                raise Fault("crashed")
            if line.startswith(start):
                return line[len(start) :].strip()
            if not line.startswith(b"info"):
                raise Fault(f"garbage: {line[:60].decode(errors='replace').strip()}")


def _read(process: subprocess.Popen[bytes], lines: queue.Queue[bytes | None]) -> None:
    """Pass on lines as they come, then ``None`` at the end."""
    assert process.stdout is not None
    with process.stdout as output:
        while line := output.readline(LONGEST_LINE):
            lines.put(line)
    lines.put(None)
