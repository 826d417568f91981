"""Messages about puzzles."""

from __future__ import annotations

import msgspec

from quincunx.core.values import MoveData
from quincunx.lessons.judge import Judgement, Opened


class PuzzleTheme(msgspec.Struct, frozen=True):
    """A theme, and its number of puzzles."""

    theme: str
    count: int


class PuzzleStanding(msgspec.Struct, frozen=True):
    """A person's record at a game's puzzles. ``margin`` is half the width of the rating's 95 % interval, in
    points. ``tries`` is the number of puzzles answered, ``found`` the number solved at the first try."""

    game: str
    points: int
    margin: int
    tries: int
    found: int
    streak: int
    best_streak: int
    best_run: int
    """The most puzzles solved in five minutes."""


class PuzzleGame(msgspec.Struct, frozen=True):
    """A game with puzzles."""

    game: str
    themes: tuple[PuzzleTheme, ...]
    mine: PuzzleStanding
    """The caller's record; a newcomer's for a caller without a cookie."""


class PuzzleGames(msgspec.Struct, frozen=True):
    """All games with puzzles."""

    games: tuple[PuzzleGame, ...]


class PuzzleRun(msgspec.Struct, frozen=True):
    """A run of five minutes against the clock."""

    left: int
    """Milliseconds left, by the server's clock; 0 when the run is over."""
    found: int
    missed: int


class Puzzle(msgspec.Struct, frozen=True):
    """A puzzle to be solved. Nothing in it gives away the answer."""

    study: Opened
    points: int
    """Its difficulty, in rating points."""
    is_new: bool
    """True if the caller has not answered it before, so that the answer counts."""
    mine: PuzzleStanding
    run: PuzzleRun | None = None


class PuzzleAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The solver's answer: a move of the game. ``offline`` is true for an answer that was given without a
    server and is sent later: it counts in streaks, once, and never in ratings."""

    move: MoveData
    offline: bool = False


class PuzzleAnswered(msgspec.Struct, frozen=True):
    """The judgement of an answer, and its effect."""

    judgement: Judgement
    counts: bool
    """True if the answer changed ratings, as a first answer does."""
    change: int
    """The change of the solver's rating, in points."""
    mine: PuzzleStanding
    run: PuzzleRun | None = None
    next: Puzzle | None = None
    """The next question of a run that is not over."""
