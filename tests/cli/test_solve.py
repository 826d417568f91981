"""``quincunx solve``."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from quincunx.cli.solve import solve


def test_the_numbers_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert solve("cinqo", json_=True) == 0
    numbers = json.loads(capsys.readouterr().out)
    assert numbers["turn"]["expected_points"] == pytest.approx(15.191181208268, abs=1e-11)
    assert numbers["solitaire"]["expected_rounds"] == pytest.approx(7.160800995567, abs=1e-11)
    assert numbers["race"]["first_player_wins"] == pytest.approx(0.575512014222, abs=1e-11)
    assert list(numbers["rounds"]["first_player_wins"]) == [str(n) for n in range(1, 11)]


@pytest.mark.parametrize(
    ("part", "words"),
    [("turn", "15.191181208268"), ("solitaire", "7.160800995567"), ("race", "0.575512014222"),
     ("rounds", "0.413967640501")],
)  # fmt: skip
def test_one_part_for_people(part: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert solve("cinqo", part=part) == 0  # type: ignore[arg-type]
    assert words in capsys.readouterr().out


def test_an_unknown_part_is_a_wrong_call() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from quincunx.cli.main import main; main()",
            "solve",
            "cinqo",
            "--game",
            "poker",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
