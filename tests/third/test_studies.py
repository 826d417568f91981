"""The third game's lesson and puzzles: accepted by the real judge, solved and mined on the command line."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from quincunx.cli.lessons import progress
from quincunx.cli.lessons.lesson import choices
from quincunx.cli.main import run
from quincunx.core.study import Study
from quincunx.games import GAMES
from quincunx.lessons.grade import revised
from quincunx.lessons.judge import check, fitting
from quincunx.lessons.library import lessons, puzzles, read
from quincunx.lessons.mine import name_of
from quincunx.lessons.position import reach
from quincunx.texts.catalogue import Catalogue
from tests.third.game.game import GAME
from tests.third.game.puzzles.puzzler import LITTLE, MARGIN, PUZZLER
from tests.third.game.review.worths import by_move


class Done(NamedTuple):
    """The result of a command."""

    code: int
    out: str
    err: str


Command = Callable[..., Done]


@pytest.fixture
def quincunx(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Command:
    """``quincunx …`` in this process, with what is typed, and progress of its own."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(progress, "progress_file", lambda: tmp_path / "lessons.json")

    def command(*words: str, typed: str = "") -> Done:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = run(words)
        return Done(code, *capsys.readouterr())

    return command


def right(study: Study) -> str:
    return next(each.move for each in study.answers if each.right)


# ---- the studies themselves -------------------------------------------------------------------------------


@pytest.mark.parametrize("study", [*lessons(GAME), *puzzles(GAME)], ids=lambda study: study.id)
def test_the_judge_accepts_every_study_and_says_something_to_every_move(study: Study) -> None:
    check(study, GAMES)
    for move in GAME.legal_moves(reach(study.position, GAMES).state):
        answer = fitting(study, GAME.text.write_move(move))
        assert answer is not None
        assert answer.say or answer.why or answer.right


def test_every_puzzle_has_its_name_a_rating_and_a_margin_that_its_worths_confirm() -> None:
    themes = [study.theme for study in puzzles(GAME)]
    assert {theme: themes.count(theme) for theme in themes} == {"three": 12, "fewer": 12}
    for study in puzzles(GAME):
        assert study.id == name_of(study)
        assert study.rating is not None
        state = reach(study.position, GAMES).state
        worths = by_move(GAME.view(state, state.seat))
        answers = {move: fitting(study, GAME.text.write_move(move)) for move in worths}
        good = [worths[move] for move, answer in answers.items() if answer is not None and answer.right]
        wrong = [worths[move] for move, answer in answers.items() if answer is None or not answer.right]
        assert max(good) - min(good) <= LITTLE
        assert study.margin == pytest.approx(min(good) - max(wrong), abs=1e-4)
        assert study.margin >= MARGIN
        assert revised(study, GAME) == study, "run “quincunx puzzles revise trio”"


def test_the_lessons_value_of_a_card_is_its_worth() -> None:
    for study in lessons(GAME):
        state = reach(study.position, GAMES).state
        worths = by_move(GAME.view(state, state.seat))
        best = max(worths, key=lambda move: worths[move])
        assert GAME.text.write_move(best) == right(study)


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_question_theme_and_comment_has_its_words(language: str) -> None:
    catalogue = Catalogue(language, GAMES)
    studies = [*lessons(GAME), *puzzles(GAME)]
    codes = {f"ask.{study.ask}" for study in studies} | {f"theme.{theme}" for theme in PUZZLER.themes}
    codes |= {f"say.{answer.say}" for study in studies for answer in study.answers if answer.say}
    assert [code for code in codes if not catalogue.has(f"trio.study.{code}")] == []


# ---- quincunx learn ------------------------------------------------------------------------------------


def test_right_answers_lead_to_a_whole_game_with_hints(quincunx: Command) -> None:
    typed = [str(choices(study, GAME).index(right(study)) + 1) for study in lessons(GAME)]
    done = quincunx("learn", "trio", typed="\n".join([*typed, "", "quit"]) + "\n")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Learn Trio\n")
    assert done.out.count("Correct. ") == len(typed)
    assert "Hint: " in done.out.partition("Your first game")[2]
    assert progress.completed_steps("trio") == (*(study.id for study in lessons(GAME)), progress.WHOLE_GAME)


def test_a_wrong_answer_is_explained_and_an_illegal_one_refused(quincunx: Command) -> None:
    done = quincunx("learn", "trio", typed="play 12\nplay 11\nplay 6\nquit\n")
    assert "Rule 4.1: You do not hold card 12." in done.out
    assert "Not quite. Card 11 also scores only 6, and is gone." in done.out
    assert "Correct. Card 6 scores 6" in done.out
    assert "La carta 11 segna solo 6" not in done.out
    italian = quincunx("learn", "trio", "--again", "--lang", "it", typed="quit\n")
    assert "Quale carta giochi?" in italian.out


# ---- quincunx puzzles ----------------------------------------------------------------------------------


def in_order(seed: int) -> list[Study]:
    """The puzzles in the order of this seed."""
    studies = list(puzzles(GAME))
    Random(seed).shuffle(studies)
    return studies


def test_puzzles_are_solved_and_wrong_answers_explained(quincunx: Command) -> None:
    first, second, *_ = in_order(3)
    wrong = next(answer.move.split("|")[0] for answer in second.answers if not answer.right)
    typed = "\n".join([right(first), wrong, wrong, "quit"])
    done = quincunx("puzzles", "trio", "--seed", "3", typed=f"{typed}\n")
    assert (done.code, done.err) == (0, "")
    assert "Which move wins most often?" in done.out
    assert done.out.count("Not the best move.") == 2
    assert "The solution:" in done.out
    assert "1 of 2 solved first time." in done.out
    assert "trio." not in done.out, "every text is known"


def test_mining_finds_the_same_puzzles_again(quincunx: Command, tmp_path: Path) -> None:
    found = []
    for name in ("one.json", "two.json"):
        done = quincunx("puzzles", "mine", "trio", "--count", "4", "--out", str(tmp_path / name))
        assert (done.code, done.err) == (0, "")
        assert "4 puzzles of Trio" in done.out
        found.append(read(tmp_path / name))
    assert found[0] == found[1]
    assert {study.theme for study in found[0]} == {*PUZZLER.themes}
    for study in found[0]:
        check(study, GAMES)


def test_revising_changes_nothing_that_is_still_true(quincunx: Command, tmp_path: Path) -> None:
    assert quincunx("puzzles", "revise", "trio", "--out", str(tmp_path / "new.json")).code == 0
    assert read(tmp_path / "new.json") == puzzles(GAME)
    table = quincunx("puzzles", "table").out
    assert "| Trio | fewer | 12 |" in table
