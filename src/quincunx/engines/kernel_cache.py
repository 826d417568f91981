"""How kernels are compiled: one decorator, and a place on disk where what was compiled is kept.

Kernels are plain functions on arrays. They are compiled by numba when they are first called, which
takes seconds; what comes out is cached on disk, so that it is done once per machine and version.
They let go of the interpreter's lock, so threads run them side by side.

Importing this module imports numba, which takes about a second: import it from kernels alone.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from platformdirs import user_cache_path

F = TypeVar("F", bound=Callable[..., Any])


def _sources() -> str:
    """A name for the kernels as they are written now.

    numba compiles a kernel anew when its own file has changed, and not when a kernel that it calls has.
    """
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    """A folder that can be written: the user's cache, else a temporary one."""
    wanted = user_cache_path("quincunx") / "kernels" / _sources()
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            return wanted
    except OSError:
        return Path(tempfile.mkdtemp(prefix="quincunx-kernels-"))


# numba reads it once, when it is imported, and refuses to work where nothing can be written.
os.environ.setdefault("NUMBA_CACHE_DIR", str(_cache_folder()))

import numba  # noqa: E402

# Sums may be added up in any order, so that they are vectorised; nothing else is given away.
_FAST = {"reassoc", "contract", "nsz"}


def kernel(function: F) -> F:
    """Compile on first call, cached on disk, without the interpreter's lock. Same types in and out."""
    # numba has no types of its own; a kernel is called like the function that it was made of.
    made = numba.njit(cache=True, nogil=True, fastmath=_FAST)  # pyright: ignore
    return cast(F, made(function))  # pyright: ignore[reportUnknownMemberType]
