"""The compilation of kernels: one decorator, and a folder that caches compiled code.

Kernels are plain functions on arrays. numba compiles them on their first call, which takes seconds. The
result is cached on disk, once for each machine and version. Kernels release the interpreter's lock, so
threads can run them in parallel.

Importing this module imports numba, which takes about a second: only modules with kernels should import it.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from platformdirs import user_cache_path

from quincunx.engines.compiling import Compilations

F = TypeVar("F", bound=Callable[..., Any])


def _digest() -> str:
    """Return a digest of the kernels' sources.

    numba compiles a kernel again when its own file has changed, but not when a kernel that it calls has.
    """
    package = Path(__file__).parents[1]
    # Constants that are compiled into kernels also stand beside the bots: board, card, the moves' numbers.
    sources = [
        *package.glob("engines/**/*.py"),
        *package.glob("games/*/*.py"),
        *package.glob("games/*/bots/**/*.py"),
        *package.glob("games/*/learning/*.py"),
    ]
    digest = hashlib.sha256()
    for path in sorted(sources):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _lasting_folder() -> Path | None:
    """Return a permanent, writable folder: in the environment, otherwise in the user's cache."""
    asked = os.environ.get("NUMBA_CACHE_DIR")
    wanted = Path(asked) if asked else user_cache_path("quincunx") / "kernels" / _digest()
    if not asked and not wanted.is_absolute():
        return None  # a user without a home folder
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            return wanted
    except OSError:
        return None


LASTING: Final = _lasting_folder()
"""The folder in which compiled code is cached for later processes, or ``None`` if there is none."""

# numba reads this variable once, on import, and fails if it cannot write to the folder.
os.environ["NUMBA_CACHE_DIR"] = str(LASTING or tempfile.mkdtemp(prefix="quincunx-kernels-"))

import numba  # noqa: E402  # after the variable that it reads
import numba.core.event  # noqa: E402  # as above
import numba.extending  # noqa: E402  # as above

# Sums may be reordered, so that they can be vectorised; no other rule of IEEE 754 is relaxed.
_FAST = {"reassoc", "contract", "nsz"}


class _Listener(numba.core.event.Listener):  # type: ignore[misc]  # numba has no types
    """Passes on when numba compiles a kernel because the cache lacks it."""

    _compilations = Compilations()

    def on_start(self, event: Any) -> None:
        self._compilations.on_begin()

    def on_end(self, event: Any) -> None:
        self._compilations.on_end()


_listener = _Listener()
numba.core.event.register("numba:compile", _listener)  # pyright: ignore  # numba has no types


def kernel(function: F) -> F:
    """Compile a function on its first call, or load it from the cache. Its signature stays the same."""
    # numba ships no types; a kernel is called like the function it was compiled from.
    made = numba.njit(cache=True, nogil=True, fastmath=_FAST)  # pyright: ignore  # no types
    return cast(F, made(function))  # pyright: ignore[reportUnknownMemberType]  # no types


def part(function: F) -> F:
    """Compile a function together with each kernel that calls it, once for the types of its arguments,
    whatever literals they are. Python runs it uncompiled."""
    made = numba.extending.overload(function, jit_options={"fastmath": _FAST}, strict=False)  # pyright: ignore
    made(lambda *arguments: function)  # pyright: ignore
    return function


def inlined(function: F) -> F:
    """Compile a function inline, as a part of each kernel that calls it."""
    made = numba.njit(inline="always")  # pyright: ignore
    return cast(F, made(function))  # pyright: ignore[reportUnknownMemberType]  # no types


def specialise(function: Callable[..., Any]) -> Callable[[F], F]:
    """Choose an implementation by types: the decorated function receives the types of the arguments of
    ``function``, which has no body of its own, and returns the function that kernels run. It is inlined in
    its callers."""
    made = numba.extending.overload(function, inline="always", strict=False)  # pyright: ignore
    return cast(Callable[[F], F], made)  # pyright: ignore[reportUnknownMemberType]
