"""``quincunx puzzles``: to solve them, to look for new ones, and what there is."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from quincunx.core.game import AnyGame
from quincunx.games import GAMES
from quincunx.lessons.library import puzzles, read
from quincunx.lessons.mine import Mining
from tests.cli.conftest import Quincunx
from tests.golden.games import stored

CINQO = GAMES["cinqo"]
BY_POSITION = {study.position.steps: study for study in puzzles(CINQO)}


def right_answers() -> list[str]:
    """The right input for each puzzle, in the order of the seed."""
    studies = list(puzzles(CINQO))
    Random(3).shuffle(studies)
    return [study.answers[0].move for study in studies]


def test_right_answers_one_after_another(quincunx: Quincunx) -> None:
    typed = "\n".join([*right_answers()[:3], "quit"])
    done = quincunx("puzzles", "cinqo", "--seed", "3", typed=typed)
    assert done.code == 0
    assert done.out.count("Correct.") == 3
    assert "3 of 3 solved first time." in done.out
    assert "Which dice do you keep?" in done.out


def test_a_wrong_answer_is_told_why_and_the_second_shows_how(quincunx: Quincunx) -> None:
    study = BY_POSITION[next(iter(BY_POSITION))]
    wrong = next(answer for answer in study.answers if not answer.right and answer.move != "*")
    seed = next(number for number in range(10_000) if _first(Random(number)) == study.id)
    typed = "\n".join(["nonsense", wrong.move, wrong.move, "quit"])
    done = quincunx("puzzles", "cinqo", "--seed", str(seed), typed=typed)
    assert done.out.count("Not the best move.") == 2
    assert "nonsense" in done.out
    assert "Player racks" in done.out.partition("The solution:")[2]
    assert "0 of 1 solved first time." in done.out


def test_a_puzzle_can_be_given_up_and_counts_as_wrong(quincunx: Quincunx) -> None:
    typed = "\n".join(["help", "show", right_answers()[1], "quit"])
    done = quincunx("puzzles", "cinqo", "--seed", "3", typed=typed)
    assert "“show” to give up" in done.out
    assert "give up and see the answer" in done.out
    assert done.out.index("The solution:") < done.out.index("Player racks") < done.out.index("Correct.")
    assert "1 of 2 solved first time." in done.out


def _first(random: Random) -> str:
    studies = list(puzzles(CINQO))
    random.shuffle(studies)
    return studies[0].id


def test_a_theme_alone_in_the_reader_s_language(quincunx: Quincunx) -> None:
    done = quincunx("puzzles", "cinqo", "--theme", "box", "--lang", "de", typed="quit\n")
    assert done.code == 0
    assert "Welche Würfel legst du weg?" in done.out
    assert "0 von 0 auf Anhieb richtig." in done.out


@pytest.mark.parametrize(
    "words",
    [
        ("chess",),
        ("cinqo", "--theme", "none"),
        ("cinqo", "--lang", "tlh"),
        ("mine", "chess"),
        ("mine", "cinqo", "--count", "0"),
    ],
)
def test_a_wrong_call_is_told_in_a_sentence(quincunx: Quincunx, words: tuple[str, ...]) -> None:
    done = quincunx("puzzles", *words)
    assert done.code == 2
    assert done.err.startswith("quincunx: ")
    assert not done.out


def themes_of(game: AnyGame) -> list[str | None]:
    return list(dict.fromkeys(each.theme for each in puzzles(game)))


def test_the_table_has_a_line_for_every_theme(quincunx: Quincunx) -> None:
    done = quincunx("puzzles", "table")
    assert done.code == 0
    lines = done.out.splitlines()
    themes = [
        theme for game in GAMES.values() for theme in dict.fromkeys(each.theme for each in puzzles(game))
    ]
    assert [line.split(" | ")[1] for line in lines[2:]] == themes


def test_records_are_searched(quincunx: Quincunx, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    for file in stored():
        if file.stem.startswith("cinqo-"):
            (folder / file.name).write_bytes(file.read_bytes())
    (folder / "note.txt").write_text("no record")
    out = tmp_path / "found.json"
    done = quincunx("puzzles", "mine", "cinqo", "--count", "3", "--records", str(folder), "--out", str(out))
    assert done.code == 0
    assert "note.txt" in done.err
    assert done.out == f"{len(read(out))} puzzles of Cinq-O are in {out}.\n"
    assert {study.theme for study in read(out)} <= {*themes_of(CINQO)}
    assert len(read(out)) > 0


def test_the_output_of_another_search_is_left_alone(quincunx: Quincunx, tmp_path: Path) -> None:
    out = tmp_path / "found.json"
    part = tmp_path / "found.json.part"
    part.write_bytes(msgspec.json.encode(Mining("cinqo", 3, 9)) + b"\n")
    done = quincunx("puzzles", "mine", "cinqo", "--count", "3", "--out", str(out))
    assert done.code == 1
    assert "another search" in done.err
    assert part.exists()
    assert not out.exists()
