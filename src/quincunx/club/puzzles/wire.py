"""What is said of puzzles over the wire."""

from __future__ import annotations

import msgspec

from quincunx.core.values import MoveData
from quincunx.lessons.judge import Judgement, Opened


class PuzzleTheme(msgspec.Struct, frozen=True):
    """A theme, and how many puzzles there are of it."""

    theme: str
    count: int


class PuzzleStanding(msgspec.Struct, frozen=True):
    """How somebody has done at a game's puzzles. With a chance of 95 % their rating is no farther away than
    ``margin`` points; ``tries`` are puzzles that they have answered, ``found`` those that were right at
    once."""

    game: str
    points: int
    margin: int
    tries: int
    found: int
    streak: int
    best_streak: int
    best_run: int
    """The most that were right in five minutes."""


class PuzzleGame(msgspec.Struct, frozen=True):
    """A game that has puzzles."""

    game: str
    themes: tuple[PuzzleTheme, ...]
    mine: PuzzleStanding
    """Of whoever asks; a newcomer's for who has no cookie."""


class PuzzleGames(msgspec.Struct, frozen=True):
    """Every game that has puzzles."""

    games: tuple[PuzzleGame, ...]


class PuzzleRun(msgspec.Struct, frozen=True):
    """Five minutes against the clock."""

    left: int
    """Milliseconds, by the server's clock; 0 when it is over."""
    found: int
    missed: int


class Puzzle(msgspec.Struct, frozen=True):
    """A puzzle to be solved. Nothing in it answers the question."""

    study: Opened
    points: int
    """How hard it is."""
    is_new: bool
    """Whether whoever asks has not answered it before, so that it counts."""
    mine: PuzzleStanding
    run: PuzzleRun | None = None


class PuzzleAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the solver would do: a move of the game."""

    move: MoveData


class PuzzleAnswered(msgspec.Struct, frozen=True):
    """What is said to an answer, and what has come of it."""

    judgement: Judgement
    counts: bool
    """Whether it has changed ratings: a first answer does."""
    change: int
    """By how many points it has changed the solver's."""
    mine: PuzzleStanding
    run: PuzzleRun | None = None
    next: Puzzle | None = None
    """In a run, until it is over: what is asked next."""
