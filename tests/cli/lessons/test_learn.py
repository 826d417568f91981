"""``quincunx learn``: the lesson in the terminal, the learner's progress, and the first game."""

from __future__ import annotations

import builtins
import re
from pathlib import Path

import pytest

from quincunx.cli.lessons import guided, progress
from quincunx.cli.lessons.lesson import choices
from quincunx.core.game import AnyGame
from quincunx.core.study import Study
from quincunx.engines.bot import Budget
from quincunx.games import GAMES
from quincunx.lessons.judge import fitting
from quincunx.lessons.library import lessons
from tests.cli.conftest import Quincunx

STEPS = [(game, study) for game in GAMES.values() for study in lessons(game)]


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No learner has started a lesson yet."""
    file = tmp_path / "state" / "lessons.json"
    monkeypatch.setattr(progress, "progress_file", lambda: file)
    return file


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints that take no time."""
    monkeypatch.setattr(guided, "best", lambda bots: bots.baselines[-1])
    monkeypatch.setattr(guided, "_BUDGET", Budget(simulations=1))


def right(study: Study, game: AnyGame) -> str:
    return next(move for move in choices(study, game) if fitting(study, move).right)  # type: ignore[union-attr]


def numbers(name: str) -> list[str]:
    """The right answers of a game's lesson, each by its number in the list."""
    game = GAMES[name]
    return [str(choices(each, game).index(right(each, game)) + 1) for each in lessons(game)]


@pytest.mark.parametrize("name", GAMES)
def test_right_answers_lead_to_a_whole_game_with_hints(name: str, quincunx: Quincunx) -> None:
    done = quincunx("learn", name, typed="\n".join([*numbers(name), "", "q"]))
    steps = len(lessons(GAMES[name]))
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Learn {GAMES[name].title}\n")
    assert done.out.count("Correct. ") == steps
    assert f"Step {steps + 1} of {steps + 1}\nYour first game\n" in done.out
    first_game = done.out.partition("Your first game")[2]
    assert "Hint: " in first_game
    assert "The game was left unfinished." in first_game
    assert progress.completed_steps(name) == (
        *(study.id for study in lessons(GAMES[name])),
        progress.WHOLE_GAME,
    )


@pytest.mark.parametrize(("game", "study"), STEPS, ids=lambda value: getattr(value, "id", ""))
def test_every_answer_of_the_list_gets_a_sentence_of_its_own(game: AnyGame, study: Study) -> None:
    found = choices(study, game)
    said = [fitting(study, move) for move in found]
    assert len(found) >= 2
    assert None not in said
    assert len({id(answer) for answer in said}) == len(found)
    assert sorted(found) == list(found)


@pytest.mark.parametrize("name", GAMES)
def test_right_answers_stand_at_different_places_of_the_list(name: str) -> None:
    assert len(set(numbers(name))) > 2


def test_a_wrong_answer_is_told_why_and_the_question_stays(quincunx: Quincunx) -> None:
    done = quincunx("learn", "cinco", typed="exchange\n31 63\n57 63\nq\n")
    first, second = done.out.partition("Step 2 of 8")[::2]
    assert "Not quite. That exchanges all four cards" in first
    assert "Not quite. That reaches 63, but another card does too." in first
    assert "Correct. 57 is the highest card that reaches 63." in first
    assert "Five of your colour" in second


def test_illegal_and_malformed_moves_are_explained_in_words(quincunx: Quincunx) -> None:
    done = quincunx("learn", "cinco", typed="57 20\njuggle\n9\nq\n")
    assert re.search(r"\nPlayer> Rule [\d.]+: Card 57 can only go on 57 or higher, not on 20\.\n", done.out)
    assert done.out.count("isn’t a move in Cinco") == 2
    assert progress.completed_steps("cinco") == ()


def test_each_hint_takes_a_wrong_answer_away_and_the_last_is_the_answer(quincunx: Quincunx) -> None:
    wrong = len(choices(lessons(GAMES["cinco"])[0], GAMES["cinco"])) - 1
    done = quincunx("learn", "cinco", typed="?\n" * (wrong + 1) + "q\n")
    assert done.out.count("Not ") == wrong
    assert "Not 3>63: That reaches 63, but another card does too." in done.out
    assert "Not 57>63" not in done.out
    assert done.out.index("The answer is 57>63.") > done.out.rindex("Not ")


def test_it_continues_at_the_last_step(quincunx: Quincunx) -> None:
    typed = numbers("cinco")
    left = quincunx("learn", "cinco", typed=f"{typed[0]}\nskip\n{typed[2]}\n")
    assert left.code == 0
    assert left.out.endswith("\nRun “quincunx learn cinco” to continue from here.\n")
    # Skipped steps come again; finished ones do not.
    again = quincunx("learn", "cinco", typed="q\n")
    assert "Step 2 of 8" in again.out
    assert "Step 1 of 8" not in again.out
    assert "Step 4 of 8" in quincunx("learn", "cinco", typed="skip\nq\n").out
    assert "Step 1 of 8" in quincunx("learn", "cinco", "--again", typed="q\n").out
    assert progress.completed_steps("cinco") == ()


def test_lessons_of_two_games_do_not_know_each_other(quincunx: Quincunx) -> None:
    quincunx("learn", "cinco", typed="57 63\nq\n")
    assert "Step 1 of 9" in quincunx("learn", "cinqo", typed=f"{numbers('cinqo')[0]}\nq\n").out
    assert (len(progress.completed_steps("cinco")), len(progress.completed_steps("cinqo"))) == (1, 1)


@pytest.mark.parametrize("data", [b"", b"nonsense", b'{"cinco": 7}', b"\xff\xfe", b'["cinco"]'])
def test_a_file_that_says_nothing_is_as_good_as_none(data: bytes, kept: Path, quincunx: Quincunx) -> None:
    kept.parent.mkdir()
    kept.write_bytes(data)
    done = quincunx("learn", "cinco", typed="57 63\nq\n")
    assert (done.code, done.err) == (0, "")
    assert progress.completed_steps("cinco") == ("reach",)


def test_a_lesson_goes_on_where_nothing_can_be_kept(kept: Path, quincunx: Quincunx) -> None:
    kept.parent.write_text("no folder")
    done = quincunx("learn", "cinco", typed="57 63\nq\n")
    assert done.code == 0
    assert done.err.startswith("Can’t save your progress: ")
    assert "Step 2 of 8" in done.out


def test_a_keyboard_interrupt_keeps_the_progress_too(
    quincunx: Quincunx, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(builtins, "input", interrupted)
    done = quincunx("learn", "cinqo")
    assert done.code == 130
    assert done.out.endswith("Run “quincunx learn cinqo” to continue from here.\n")


def test_words_for_who_types_stand_in_for_those_for_who_touches(quincunx: Quincunx) -> None:
    assert "touch" not in quincunx("learn", "cinco", typed="q\n").out.casefold()
    assert "type the card and the space" in quincunx("learn", "cinco", typed="q\n").out
    done = quincunx("learn", "cinqo", "--lang", "de", typed="skip\nskip\nskip\nrack 66\nq\n")
    assert "Häng „box“ an." in done.out
    assert "Tippe auf" not in done.out
    assert "Schritt 4 von 9" in done.out


@pytest.mark.parametrize(
    ("words", "said"),
    [(("chess",), "There’s no lesson for “chess”."), (("cinqo", "--lang", "tlh"), "Unknown language “tlh”.")],
)
def test_a_wrong_call_is_told_in_a_sentence(quincunx: Quincunx, words: tuple[str, ...], said: str) -> None:
    done = quincunx("learn", *words)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"quincunx: {said}")


def test_without_a_game_it_is_the_first_one(quincunx: Quincunx) -> None:
    assert quincunx("learn", typed="q\n").out.startswith("Learn Cinco\n")


def test_its_file_is_where_programs_keep_such_things(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert progress.progress_file().name == "lessons.json"
    assert progress.progress_file().parent.name == "quincunx"
