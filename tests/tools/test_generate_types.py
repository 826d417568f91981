"""The client's types are those of the wire."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from quincunx.table import wire

TOOL = Path(__file__).parents[2] / "tools" / "generate_types.py"


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The program, with a target of its own."""
    spec = importlib.util.spec_from_file_location("generate_types", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "TARGET", tmp_path / "wire" / "types.ts")
    return module


def test_what_is_committed_is_not_stale(tool: ModuleType) -> None:
    committed = TOOL.parents[1] / "web" / "src" / "wire" / "types.ts"
    assert committed.read_text() == tool.generate(), "run “make types”"


def test_the_check_tells_missing_stale_and_current_apart(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["generate_types.py", *arguments])
        return int(tool.main())

    assert run("--check") == 1
    assert run() == 0
    assert run("--check") == 0
    tool.TARGET.write_text(tool.TARGET.read_text().replace("readonly key: string", "readonly key: number"))
    assert run("--check") == 1


def test_every_frame_and_body_has_a_type(tool: ModuleType) -> None:
    text = tool.generate()
    structs = [
        name
        for name, each in vars(wire).items()
        if isinstance(each, type) and each.__module__ == wire.__name__
    ]
    assert len(structs) > 20
    assert not [name for name in structs if f"export interface {name} {{" not in text]


def test_what_a_type_looks_like(tool: ModuleType) -> None:
    """Tags are literal, tuples are read-only, what may be absent is null, what may be left out is marked."""
    text = tool.generate()
    assert text.startswith("// Generated")
    for line in (
        '  readonly type: "make_move";',
        '  readonly game: "cinco";',
        "  readonly board: readonly (number | null)[];",
        "  readonly seen?: number | null;",
        '  readonly status: "ended" | "waiting" | "playing";',
        "  readonly params: Readonly<Record<string, number | string>>;",
    ):
        assert line in text, line
    assert "any" not in text.replace("anyone", "").split()
