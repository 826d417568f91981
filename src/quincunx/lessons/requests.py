"""Requests for studies, as they are answered with a server and without one. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from quincunx.core.game import AnyGame
from quincunx.core.reason import Unparseable, refused
from quincunx.core.study import Study
from quincunx.lessons.judge import Judgement, judge
from quincunx.lessons.library import find_step, lessons
from quincunx.lessons.wire import Lesson, LessonStep, StudyAnswer


def game_named(name: str, games: Mapping[str, AnyGame]) -> AnyGame:
    """The game of this name. Raises :class:`~quincunx.core.reason.Refusal`."""
    game = games.get(name)
    if game is None:
        raise refused("unknown", "no-game", "There is no such game here.")
    return game


def step_of(game: AnyGame, id: str) -> Study:
    """The step of this name of the game's lesson. Raises :class:`~quincunx.core.reason.Refusal`."""
    study = find_step(game, id)
    if study is None:
        raise refused("unknown", "no-study", "We can’t find that exercise.")
    return study


def lesson_of(game: AnyGame) -> Lesson:
    """The steps of a game's lesson; none if it has none."""
    return Lesson(game.name, tuple(LessonStep(study.id, study.ask) for study in lessons(game)))


def judge_answer(study: Study, answer: StudyAnswer, games: Mapping[str, AnyGame]) -> Judgement:
    """The judgement of an answer. Raises :class:`~quincunx.core.reason.Refusal`, which names the rule if a
    rule forbids the move."""
    try:
        return judge(study, answer.move, games)
    except Unparseable as error:
        raise refused("malformed", "malformed", str(error)) from error
