"""What is said of studies over the wire, besides what :mod:`quincunx.lessons.judge` says."""

from __future__ import annotations

import msgspec

from quincunx.core.values import MoveData


class LessonStep(msgspec.Struct, frozen=True):
    """One step of a lesson: a study, and what it asks."""

    id: str
    ask: str


class Lesson(msgspec.Struct, frozen=True):
    """A game's lesson, in the order in which its steps are taken."""

    game: str
    steps: tuple[LessonStep, ...]


class StudyAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the solver would do: a move of the game."""

    move: MoveData
