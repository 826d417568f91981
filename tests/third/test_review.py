"""A game without a reviewer: nothing is made of its records, and that is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from quincunx.cli.main import run
from quincunx.core.record import write
from quincunx.review import NotReviewed, review
from tests.third.support import TWO, record_of


def test_its_games_are_not_reviewed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = record_of(TWO)
    with pytest.raises(NotReviewed):
        review(record)
    file = tmp_path / "record.txt"
    file.write_text(write(record), "utf-8", newline="\n")
    assert run(["review", str(file)]) == 1
    assert "Games of Trio are not reviewed." in capsys.readouterr().err
