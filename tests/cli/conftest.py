"""The command line called in this process, with what is typed and what is printed."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from quincunx.cli.main import run
from quincunx.core.speech import speak_english


class Done(NamedTuple):
    code: int
    out: str
    err: str


Quincunx = Callable[..., Done]


@pytest.fixture
def quincunx(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Quincunx]:
    """``quincunx("play", "--json", typed="quit\\n")``; English, whatever the machine speaks."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def call(*words: str, typed: str | bytes = "") -> Done:
        data = typed if isinstance(typed, bytes) else typed.encode()
        monkeypatch.setattr(
            sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="replace")
        )
        capsys.readouterr()
        code = run(words)
        said = capsys.readouterr()
        return Done(code, said.out, said.err)

    yield call
    speak_english()
