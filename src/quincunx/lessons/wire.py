"""Messages about studies, besides those of :mod:`quincunx.lessons.judge`."""

from __future__ import annotations

import msgspec

from quincunx.core.values import MoveData


class LessonStep(msgspec.Struct, frozen=True):
    """One step of a lesson: a study, and its question."""

    id: str
    ask: str


class Lesson(msgspec.Struct, frozen=True):
    """A game's lesson, in the order of its steps."""

    game: str
    steps: tuple[LessonStep, ...]


class StudyAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The solver's answer: a move of the game."""

    move: MoveData
