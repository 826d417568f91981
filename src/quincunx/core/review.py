"""What a review of a finished game is: what chance did, and what the choices did.

A game's *worth* to a seat is its chance to win, from 0 to 1 (a win shared, or a draw, is a fair share of it);
in a game that is played alone it is minus the rounds that it takes (:data:`Scale`). Everything that happens
changes it, and every change is put down to somebody's luck, to somebody's choice, or, seen from one seat, to
the others. So for each seat

    result = start + luck - errors + others

holds to the last digits: :class:`SeatReview` has the four sums. A choice's *error* is what the best choice
would have been worth, minus what the chosen one was (Zare's measure, as backgammon programs have it).

A game says what it makes of a record by its :class:`Reviewer`; :mod:`quincunx.review` makes the rest of it.
These structs go over the wire as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Final, Literal, Protocol, TypeVar

import msgspec

from quincunx.core.values import AnyMove, Outcome, Ply, Seat

FORMAT: Final = 3
"""The version of these structs. A review of another one is made again."""

Scale = Literal["chance", "rounds"]
"""What worths are: chances to win; or minus the rounds that the game takes in all."""

Verdict = Literal["forced", "best", "close", "mistake", "uncertain"]
"""The verdict on a choice: there was no other that differs; none was better; what seemed better was so by
too little to be worth a word; something else was surely better; something else may have been better, but
measuring it has not settled that."""

NOT_JUDGED: Final[frozenset[Verdict]] = frozenset({"forced", "uncertain"})
"""The verdicts that count neither for the player nor against."""

Source = Literal["luck", "error", "others"]
"""What changed a seat's chances: its luck (a roll, its own cards), an error of its own, or what the others
did, as far as that cannot be told apart."""


class Why(msgspec.Struct, frozen=True):
    """A fact about a position that makes one choice better than another. ``code`` is a stable name; the
    game's texts have it as ``review.reason.<code>``, with holes for ``params``."""

    code: str
    params: Mapping[str, int | float | str] = {}


class Next(msgspec.Struct, frozen=True):
    """Something that follows a choice, as far as whoever chose could tell. ``code`` is a stable name; the
    game's texts have it as ``review.next.<code>``, with holes for ``params``, for ``chance`` as per cent, and
    for the ``name`` at ``seat``."""

    code: str
    params: Mapping[str, int | float | str] = {}
    chance: float | None = None
    """How likely that is after what is said before it; ``None`` where it is certain, or a mean."""
    seat: Seat | None = None
    """Who does it, where somebody does."""


class Option(msgspec.Struct, frozen=True):
    """Something that could be chosen: the move, as the game writes it, and its worth to who chose.
    ``points`` is what the turn makes on average by it, in games that have points."""

    move: AnyMove
    text: str
    worth: float
    points: float | None = None
    continuation: tuple[Next, ...] = ()
    """What it leads to, in the order of the game; for both choices of a mistake, and no others."""


class Judged(msgspec.Struct, frozen=True):
    """One choice of one seat, judged by what that seat could know."""

    ply: int
    """Which step of the record it is, from 1."""
    turn: int
    seat: Seat
    kind: str
    """What was done, a word of the game's (``play``, ``draw``, ``keep``); ``review.kind.<kind>`` in its
    texts."""
    chosen: Option
    best: Option
    """The choice that was better, or may have been, as far as could be measured; else the chosen one."""
    error: float
    """What counts in the sums: 0 or more, and 0 unless the verdict is ``mistake`` or the worths are exact."""
    uncertainty: float
    """The standard error of the difference between the two worths; 0 where they are exact."""
    verdict: Verdict
    reasons: tuple[Why, ...] = ()
    """Why the best choice is better, the weightiest first; for mistakes alone."""


class Change(msgspec.Struct, frozen=True):
    """What one thing that happened changed. ``by_seat`` has the change of each seat's worth; ``seat`` is
    whose luck or error it was, or who it is seen from where only their worth is known."""

    ply: int
    turn: int
    seat: Seat
    source: Source
    by_seat: tuple[float, ...]
    points: float | None = None
    """The same in points, to ``seat``, in games that have them."""


class Findings(msgspec.Struct, frozen=True):
    """What a game makes of a record, from the beginning to the last step."""

    scale: Scale
    exact: bool
    """Whether worths are the game's solution, and no estimates."""
    start: tuple[float, ...]
    """What the game was worth to each seat before anything was dealt or rolled."""
    changes: tuple[Change, ...]
    """In the order of the record. If the rules ended the game they lead to exactly what it was worth in the
    end."""
    choices: tuple[Judged, ...]


class Moment(msgspec.Struct, frozen=True):
    """A point of the graph: what the game is worth to each seat after so many steps of the record. A seat of
    a game with secrets judges by what it knows, so chances may not add up to 1."""

    ply: int
    turn: int
    worths: tuple[float, ...]


class TurningPoint(msgspec.Struct, frozen=True):
    """What changed the game most: ``source`` of ``seat``, from the point of the graph at ``since`` to the one
    at ``ply``."""

    since: int
    ply: int
    turn: int
    seat: Seat
    source: Source
    by_seat: tuple[float, ...]


class SeatReview(msgspec.Struct, frozen=True):
    """The sums of one seat: ``result = start + luck - errors + others``."""

    seat: Seat
    name: str
    start: float
    result: float
    luck: float
    """What chance changed for this seat on its own account: its rolls, or its cards."""
    errors: float
    """What its own choices lost: 0 or more, save for the one who has given up a game that was lost
    anyway."""
    others: float
    """What everybody else's luck and choices changed for this seat."""
    choices: float
    """Minus ``errors``."""
    cards: float | None
    """The same as ``luck`` where luck is cards that only the seat itself sees."""
    decisions: int
    """Choices that were judged: all but forced and uncertain ones."""
    found: int
    """How many of them were best, or as good as best."""
    mistakes: int
    luck_points: float | None = None
    errors_points: float | None = None
    """Luck and errors once more in points, for whoever plays for points alone."""
    uncertain: int = 0
    """Choices whose verdict is ``uncertain``."""


class Review(msgspec.Struct, frozen=True, tag_field="kind", tag="review"):
    """A whole review."""

    format: int
    game: str
    engine: str
    """What made it. A review by another engine may say something else."""
    simulations: int
    """How many simulations each worth was measured with; 0 if none was."""
    scale: Scale
    exact: bool
    plies: int
    """How many steps the record has."""
    outcome: Outcome | None
    start: tuple[float, ...]
    result: tuple[float, ...]
    """What the game was worth to each seat in the end; where it was broken off, as it stood."""
    graph: tuple[Moment, ...]
    turning_points: tuple[TurningPoint, ...]
    """The three weightiest at most, in the order of the game."""
    seats: tuple[SeatReview, ...]
    choices: tuple[Judged, ...]


T = TypeVar("T")

Working = Generator[tuple[int, int], None, T]
"""Work in pieces of a second at most, which returns its result. Before each piece it yields how much is done
and how much there is to do. It can be left there and continued later; what was done is not done again."""


def finish(working: Working[T], on_progress: Callable[[int, int], None] = lambda done, total: None) -> T:
    """Do all that is left of some work."""
    while True:
        try:
            on_progress(*next(working))
        except StopIteration as done:
            result: T = done.value
            return result


class Effort(msgspec.Struct, frozen=True):
    """How much to measure. The same effort gives the same review."""

    simulations: int = 400
    """For each choice that is measured."""
    confirm: int = 10
    """A mistake is measured with so many times the simulations of a first look."""
    seed: int = 0


USUAL: Final = Effort()


class Reviewer(Protocol):
    """A game's part of a review. Asking for its name is cheap; the first review may compile kernels."""

    @property
    def engine(self) -> str:
        """The version of what judges: another one may judge otherwise."""
        ...

    @property
    def kinds(self) -> tuple[str, ...]:
        """Every kind of choice there is (:attr:`Judged.kind`)."""
        ...

    def findings(self, plies: Sequence[Ply], options: Any, effort: Effort = USUAL) -> Working[Findings]:
        """What happened in a game that has at least one step. What a seat could not know has no part in how
        its choices are judged."""
        ...

    def reasons(self, view: Any, best: Any, other: Any) -> tuple[Why, ...]:
        """Why a move is better than another, from facts of the position that the seat to move sees; the
        weightiest first. Empty if no fact that there are words for tells them apart."""
        ...
