"""``quincunx puzzles revise``: explanations and ratings anew, everything else as it was."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from quincunx.cli.lessons.puzzles import revise
from quincunx.core.study import Study
from quincunx.games import GAMES
from quincunx.lessons import library


@pytest.mark.nightly
def test_it_makes_of_the_puzzles_that_come_with_the_game_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    some = library.puzzles(GAMES["cinco"])[::40]
    bare = tuple(msgspec.structs.replace(study, rating=1.0) for study in some)
    monkeypatch.setattr(library, "puzzles", lambda game: bare)
    out = tmp_path / "found.json"
    assert revise("cinco", out=out) == 0
    assert f"{len(some)} puzzles of Cinco are in" in capsys.readouterr().out
    found = msgspec.json.decode(out.read_bytes(), type=tuple[Study, ...])
    assert sorted(found, key=lambda study: study.id) == sorted(some, key=lambda study: study.id)


def test_an_impossible_call_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(library, "puzzles", lambda game: ())
    assert revise("chess") == 2
    assert revise("cinco", out=tmp_path) == 1
    assert "Can’t write" in capsys.readouterr().err
