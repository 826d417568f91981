"""Illustrations of a game's rules, drawn from the positions of its lesson, so that they stay correct."""

from __future__ import annotations

from typing import Final

import msgspec

from quincunx.core.game import AnyGame
from quincunx.core.study import Answer, Code, Move, Study
from quincunx.games import GAMES
from quincunx.lessons.judge import fitting
from quincunx.lessons.library import lessons
from quincunx.lessons.position import BadStudy, follow, reach

FILE: Final = "pictures.json"


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The source of an illustration: a step of the lesson, an answer to it, and the number of steps of the
    continuation to play."""

    section: str
    study: Code
    move: Move
    line: int = 0


class Picture(msgspec.Struct, frozen=True):
    """The data that the client draws."""

    small: str
    """The position, as written by :attr:`~quincunx.core.game.Game.small`."""
    say: str
    """The caption: ``study.say.<code>`` in the game's catalogue."""


def pictures(game: AnyGame) -> dict[str, Picture]:
    """Return the game's illustrations, by the sections of its rules. Raises :class:`BadStudy`."""
    if game.studies is None or not (game.studies / FILE).exists():
        return {}
    wanted = msgspec.json.decode((game.studies / FILE).read_bytes(), type=tuple[Wanted, ...])
    return {each.section: _picture(game, each) for each in wanted}


def _picture(game: AnyGame, wanted: Wanted) -> Picture:
    study = next((each for each in lessons(game) if each.id == wanted.study), None)
    if study is None or game.small is None:
        raise BadStudy(f"There is nothing to draw for section {wanted.section}.")
    answer = _answer_to(study, wanted.move)
    state = reach(study.position, GAMES).state
    for _, after in follow(game, state, (wanted.move, *answer.line[: wanted.line])):
        state = after
    return Picture(game.small(game.view(state, None)), answer.say or "")


def _answer_to(study: Study, move: str) -> Answer:
    answer = fitting(study, move)
    if answer is None or answer.say is None:
        raise BadStudy(f"Nothing is said to “{move[:40]}”.")
    return answer
