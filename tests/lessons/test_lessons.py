"""Each game's lesson: all positions can be reached, and each move gets the sentence that is meant for it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from quincunx.core.game import AnyGame, encode
from quincunx.core.study import Study
from quincunx.games import GAMES
from quincunx.games.cinco.board import WINDOWS
from quincunx.lessons.judge import check, fitting, judge, open_study, solve
from quincunx.lessons.library import lessons, puzzles
from quincunx.lessons.position import reach
from quincunx.texts.catalogue import Catalogue, languages

STEPS = [(game, study) for game in GAMES.values() for study in lessons(game)]
PUZZLES = [
    pytest.param(game, study, marks=pytest.mark.nightly if number % 8 else ())
    for game in GAMES.values()
    for number, study in enumerate(puzzles(game))
]
"""There are 2,000: every eighth with every change."""
SAID = {
    "cinco": """
        reach: 57>63 reach.right; 31>63 reach.low; 3>63 reach.low; 57>60 reach.other; exchange reach.exchange
        win: 40>45 win.right; 60>71 win.other; 40>81 win.other; draw win.draw
        block: 76>81 block.right; 25>81 block.low; 88>90 block.other; 25>80 block.other; draw block.other
        draw: draw draw.right; 85>85 draw.played
        exchange: exchange exchange.right; 84>84 exchange.played; 90>90 exchange.played
        team: 44>63 team.right; 44>60 team.other; draw team.other
        joker: 88>15 joker.right; 88>1 joker.anywhere; 66>71 joker.other; draw joker.other
    """,
    "cinqo": """
        turn: rack 45666 turn.right; rack 4 bank 5666 box turn.right; rack 6 turn.again
        rack: rack 66 rack.right; rack 66 box rack.boxed; rack 6 bank 6 rack.bank; rack 36 rack.low
        rack: rack 6 rack.other
        arrow: rack 11 arrow.right; rack 1 bank 1 box arrow.boxed; rack 6 arrow.high; rack 1 arrow.other
        box: rack 66 box box.right; rack 66 box.rolled; rack 166 box box.low; rack 6 box box.six
        leave: rack 6 bank 66 leave.right; rack 666 box leave.boxed; rack 2 leave.low; rack 66 leave.other
        bank: rack 6 bank 66 bank.right; rack 6 bank 66 box bank.boxed; rack 666 bank.racked
        bank: rack 66 bank 6 bank.fewer; rack 6 bank 126 bank.low; rack 66 bank.other
        straight: rack 2 bank 345 straight.right; rack 5 bank 234 box straight.right
        straight: rack 2345 straight.racked; rack 55 straight.other; rack 23 bank 45 straight.racked
        five: rack 45666 five.right; rack 4 bank 5666 box five.right; rack 4 box five.again
    """,
}
"""For each step some moves, and what is said to them."""


def expected() -> list[tuple[str, str, str, str]]:
    found = []
    for game, lines in SAID.items():
        for line in lines.strip().splitlines():
            step, _, pairs = line.strip().partition(": ")
            found += [(game, step, *pair.strip().rsplit(" ", 1)) for pair in pairs.split(";")]
    return found  # type: ignore[return-value]  # each pair has a move and a code


def step_of(game: str, id: str) -> Study:
    return next(study for study in lessons(GAMES[game]) if study.id == id)


def test_each_game_has_a_lesson_of_six_to_nine_steps_its_last_one_a_whole_game() -> None:
    assert {game.name: len(lessons(game)) + 1 for game in GAMES.values()} == {"cinco": 8, "cinqo": 9}


@pytest.mark.parametrize(("game", "study"), STEPS, ids=lambda each: getattr(each, "id", ""))
def test_every_move_gets_an_answer_in_words(game: AnyGame, study: Study) -> None:
    check(study, GAMES)
    reached = reach(study.position, GAMES)
    for move in reached.game.legal_moves(reached.state):
        found = judge(study, encode(move), GAMES)
        assert found.say is not None, reached.game.text.write_move(move)
        assert (found.solution is not None) == found.right


@pytest.mark.parametrize(
    ("game", "study"),
    [*STEPS, *PUZZLES],
    ids=lambda each: getattr(each, "id", ""),
)
def test_the_shown_solution_would_be_judged_right(game: AnyGame, study: Study) -> None:
    """All steps of all lessons, and all puzzles."""
    shown = solve(study, GAMES)
    judged = judge(study, encode(shown.solution), GAMES)
    assert judged.right, game.text.write_move(shown.solution)
    assert shown == judged


@pytest.mark.parametrize(("game", "study"), STEPS, ids=lambda each: getattr(each, "id", ""))
def test_all_that_is_asked_and_said_can_be_said_in_every_language(game: AnyGame, study: Study) -> None:
    keys = [f"ask.{study.ask}", *(f"say.{answer.say}" for answer in study.answers)]
    keys += [f"brief.{study.ask}"]
    for language in languages():
        catalogue = Catalogue(language)
        assert [key for key in keys if not catalogue.has(f"{game.name}.study.{key}")] == [], language


@pytest.mark.parametrize(("game", "step", "move", "say"), expected())
def test_a_move_gets_the_sentence_that_is_meant_for_it(game: str, step: str, move: str, say: str) -> None:
    study = step_of(game, step)
    written = GAMES[game].text.write_move(GAMES[game].text.parse_move(move))
    answer = fitting(study, written)
    assert answer is not None
    assert answer.say == say
    assert answer.right == (say.endswith((".right", ".bank", ".boxed", "block.low")) and say not in WRONG)
    # And the rules take it there.
    judge(study, encode(GAMES[game].text.parse_move(move)), GAMES)


WRONG = {"leave.boxed", "bank.boxed"}


def test_the_places_that_a_question_speaks_of_are_marked() -> None:
    assert open_study(step_of("cinco", "reach"), GAMES).marks == (63,)
    # With the answer the four marked ones are a line: it is no other four that are marked.
    for step, seat, answer in (("win", 0, 45), ("team", 0, 63), ("block", 1, 81)):
        study = step_of("cinco", step)
        view = open_study(study, GAMES).view
        assert {view.board[space - 1] for space in study.marks} == {seat}, step
        assert {*study.marks, answer} in map(set, WINDOWS), step
    # Dice count from 1, and the Hi/Lo die is the sixth: those that the text names are marked, and no others.
    for step, value, has_hilo in (("rack", 6, False), ("box", 6, True), ("bank", 6, False)):
        study = step_of("cinqo", step)
        tray = open_study(study, GAMES).view.tray
        assert study.marks == tuple(
            n for n, die in enumerate([*tray, value * has_hilo], 1) if die == value
        ), step
    unmarked = {
        study.marks
        for game, study in STEPS
        if game.name == "cinqo" and study.ask not in {"rack", "box", "bank"}
    }
    assert unmarked == {()}
    assert {study.marks for game in GAMES.values() for study in puzzles(game)} == {()}


def test_a_learner_who_does_not_block_sees_the_consequence() -> None:
    frames = judge(step_of("cinco", "block"), play(88, 90), GAMES).frames
    assert frames[-1].view.outcome.winners == (1,)
    assert frames[0].view.outcome is None


def test_a_bank_that_paid_for_a_roll_is_shown() -> None:
    put = msgspec.json.encode({"type": "put", "rack": [6], "bank": [6, 6]})
    frames = judge(step_of("cinqo", "bank"), put, GAMES).frames
    assert [frame.view.bank for frame in frames] == [(6, 6), (6, 6), (6,), (6,)]


def test_the_last_step_of_cinq_o_describes_its_dice_correctly() -> None:
    state = reach(step_of("cinqo", "five").position, GAMES).state
    view = GAMES["cinqo"].view(state, 0)
    assert (view.bonus, view.scores, view.number, view.points) == (True, (90,), 6, 18)


@pytest.mark.nightly
def test_right_answers_in_cinq_o_are_those_of_its_solution() -> None:
    """No lesson teaches a losing habit."""
    from random import Random

    game = GAMES["cinqo"]
    solved = game.bots.bot("master")
    for study in lessons(game):
        state = reach(study.position, GAMES).state
        best = solved.choose(game.view(state, 0), Random(1)).action
        answer = fitting(study, game.text.write_move(best))
        assert answer is not None
        assert answer.right, study.id


def play(card: int, space: int) -> bytes:
    move: dict[str, Any] = {"type": "play", "card": card, "space": space}
    return msgspec.json.encode(move)
