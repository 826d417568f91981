"""Every line of the library's reference pages, and of the README's example, runs as it stands."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("page", "fewest"),
    [
        ("docs/library.md", 55),
        pytest.param("docs/environments.md", 12, marks=pytest.mark.nightly),
        ("README.md", 5),
    ],
)
def test_every_line_runs(page: str, fewest: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # A fence would count as output.
    text = re.sub(r"^```.*$", "", (ROOT / page).read_text("utf-8"), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    assert len(examples.examples) >= fewest
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(examples, out=said.append)
    assert said == []
