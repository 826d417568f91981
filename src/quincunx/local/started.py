"""The start of the interpreter in a browser, and the state of it that a device keeps for later starts.

A page's interpreter takes several seconds on a phone until it runs. So the first start keeps a picture of its
memory, with what :func:`prepare` has loaded: the standard library's modules, and the package's own as code.
Later ones continue from it and call :func:`resume`. Compiled extensions cannot be in such a picture, so
nothing here imports msgspec.
"""

from __future__ import annotations

import importlib
import io
import random
import sys
import zipfile
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final

STANDARD: Final = (
    "abc ast asyncio base64 bisect collections contextlib contextvars copy dataclasses datetime decimal enum "
    "fnmatch fractions functools gzip hashlib hmac inspect ipaddress itertools json keyword linecache math "
    "numbers operator pathlib platform random re reprlib statistics string struct textwrap types typing "
    "unicodedata urllib.parse uuid weakref zipfile zlib"
).split()
"""Modules of the standard library that the package and msgspec import."""
SOURCE: Final = ".py"


class _Loader(SourceFileLoader):
    """Loads a module from code in memory instead of its file."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, fullname: str) -> CodeType:
        return self._code


class Compiled:
    """The modules of a folder, compiled. It finds them for ``import``, instead of their files."""

    def __init__(self, folder: Path) -> None:
        self._codes: dict[str, tuple[str, CodeType]] = {}
        for path in sorted(folder.rglob(f"*{SOURCE}")):
            parts = path.relative_to(folder.parent).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            self._codes[name] = str(path), compile(path.read_bytes(), str(path), "exec", dont_inherit=True)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The way to load a module; ``None`` if it is not one of these."""
        found = self._codes.get(name)
        if found is None:
            return None
        file = Path(found[0])
        folders = [str(file.parent)] if file.name == "__init__.py" else None
        loader = _Loader(name, *found)
        return spec_from_file_location(name, file, loader=loader, submodule_search_locations=folders)


def prepare() -> None:
    """Load everything that a picture of the memory can hold."""
    for name in STANDARD:
        importlib.import_module(name)
    sys.meta_path.insert(0, Compiled(Path(__file__).parents[1]))


def resume(archive: bytes, folder: str) -> None:
    """Continue from a picture of the memory: unpack the data of the package, whose code is there already."""
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        packed.extractall(folder, (name for name in packed.namelist() if not name.endswith(SOURCE)))
    importlib.invalidate_caches()
    # The module's own generator would repeat its numbers.
    random.seed()
