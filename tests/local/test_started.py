"""The picture of a started interpreter: modules as code, and data that are unpacked at each start."""

from __future__ import annotations

import importlib
import io
import random
import sys
import zipfile
from pathlib import Path

import pytest

from quincunx.local.started import Compiled, resume


def test_modules_are_loaded_from_memory_once_their_files_are_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "packed_here"
    (folder / "inner").mkdir(parents=True)
    sources = {
        "__init__.py": "",
        "inner/__init__.py": "from .leaf import NAME\n",
        "inner/leaf.py": "NAME = __name__\n",
    }
    for name, text in sources.items():
        (folder / name).write_text(text)
    compiled = Compiled(folder)
    for name in sources:
        (folder / name).unlink()
    monkeypatch.setattr(sys, "meta_path", [compiled, *sys.meta_path])
    try:
        inner = importlib.import_module("packed_here.inner")
        assert inner.NAME == "packed_here.inner.leaf"
        assert inner.__path__ == [str(folder / "inner")]
        assert compiled.find_spec("packed_here.other") is None
    finally:
        for name in [each for each in sys.modules if each.startswith("packed_here")]:
            del sys.modules[name]


def test_a_later_start_unpacks_the_data_alone_and_draws_other_numbers(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as packing:
        packing.writestr("quincunx/rules.py", "")
        packing.writestr("quincunx/table.npz", b"numbers")
    random.seed(1)
    state = random.getstate()
    resume(packed.getvalue(), str(tmp_path))
    assert [path.name for path in tmp_path.rglob("*.*")] == ["table.npz"]
    assert random.getstate() != state
