"""Progress of compilation: one line on the error stream, so that no pause is unexplained.

numba compiles a kernel on its first call, unless a process on this machine has done so before. Every kernel
reports here (:mod:`quincunx.engines.kernel_cache`), whether a program, a command or a worker has called it.
"""

from __future__ import annotations

import contextlib
import sys
from typing import Protocol, TextIO

from quincunx.core.speech import t


class Progress(Protocol):
    """A receiver of the progress. Its methods must not raise."""

    def on_kernel(self, before: int) -> None:
        """A kernel is about to be compiled; ``before`` others were compiled by this process."""
        ...

    def on_end(self) -> None:
        """The kernels that were called are compiled. More may follow."""
        ...


class ErrorStream:
    """Writes the progress to a terminal as a line that counts, and anywhere else as one line in all."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream
        self._width = 0

    def on_kernel(self, before: int) -> None:
        stream = self._stream or sys.stderr
        if stream is None:
            return
        line = t("Compiling, once for this machine…")
        with contextlib.suppress(OSError, ValueError):  # the stream may be closed
            if stream.isatty():
                line = f"{line} {before + 1}"
                self._width = max(self._width, len(line))
                stream.write(f"\r{line}")
            elif before == 0:
                stream.write(f"{line}\n")
            stream.flush()

    def on_end(self) -> None:
        stream = self._stream or sys.stderr
        if not self._width or stream is None:
            return
        with contextlib.suppress(OSError, ValueError):
            stream.write(f"\r{' ' * self._width}\r")
            stream.flush()
        self._width = 0


class Silence:
    """Reports nothing: for commands that say so themselves, and processes without an error stream of their
    own."""

    def on_kernel(self, before: int) -> None:
        pass

    def on_end(self) -> None:
        pass


_receiver: Progress = ErrorStream()


def report_to(receiver: Progress) -> None:
    """Send the progress of this process to another receiver."""
    global _receiver  # kernels belong to the process, and so does their progress
    _receiver = receiver


class Compilations:
    """Counts compilations as they begin and end, one inside another."""

    def __init__(self) -> None:
        self._depth = 0
        self._kernels = 0

    def on_begin(self) -> None:
        _receiver.on_kernel(self._kernels)
        self._kernels += 1
        self._depth += 1

    def on_end(self) -> None:
        self._depth -= 1
        if not self._depth:
            _receiver.on_end()
