"""The data of a review of a finished game: the effects of chance, and of the choices.

A game's *worth* to a seat is its chance to win, from 0 to 1 (a shared win or a draw is a fair share of it);
in a game that is played alone it is minus the number of rounds (:data:`Scale`). Every event changes the
worth. Each change is attributed to a seat's luck, to a seat's choice, or, from the point of view of one seat,
to the others. So for each seat

    result = start + luck - errors + others

holds to the last digits: :class:`SeatReview` has the four sums. A choice's *error* is the worth of the best
choice minus that of the chosen one (Zare's measure, as in backgammon programs).

A game analyses a record with its :class:`Reviewer`; :mod:`quincunx.review` builds the review from that. These
structs are sent over the wire as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Final, Literal, Protocol, TypeVar

import msgspec

from quincunx.core.values import AnyMove, Outcome, Ply, Seat

FORMAT: Final = 4
"""The version of these structs. A stored review of another version is computed again."""

Scale = Literal["chance", "rounds"]
"""The unit of worths: chances to win, or minus the number of rounds of the whole game."""

Verdict = Literal["forced", "best", "close", "mistake", "uncertain"]
"""The verdict on a choice. ``forced``: no alternative differs. ``best``: no alternative is better. ``close``:
the better alternative is too little better to mention. ``mistake``: an alternative is certainly better.
``uncertain``: an alternative may be better, but the measurement has not settled it."""

NOT_JUDGED: Final[frozenset[Verdict]] = frozenset({"forced", "uncertain"})
"""The verdicts that count neither for nor against the player."""

Source = Literal["luck", "error", "others"]
"""The source of a change to a seat's chances: its luck (a roll, its own cards), its own error, or the others'
luck and choices together."""


class Why(msgspec.Struct, frozen=True):
    """A fact about a position that makes one choice better than another. ``code`` is a stable name; the
    game's catalogue has it as ``review.reason.<code>``, with holes for ``params``."""

    code: str
    params: Mapping[str, int | float | str] = {}


class Next(msgspec.Struct, frozen=True):
    """An event that follows a choice, as far as the chooser could tell. ``code`` is a stable name; the game's
    catalogue has it as ``review.next.<code>``, with holes for ``params``, for ``chance`` in per cent, and for
    the ``name`` at ``seat``."""

    code: str
    params: Mapping[str, int | float | str] = {}
    chance: float | None = None
    """Its probability, given the events before it in the list; ``None`` if it is certain, or a mean."""
    seat: Seat | None = None
    """The seat that does it, if it is a seat's action."""


class Option(msgspec.Struct, frozen=True):
    """A possible choice: the move in the game's notation, and its worth to the chooser. ``points`` is the
    mean score of the turn with this choice, in games that have points."""

    move: AnyMove
    text: str
    worth: float
    points: float | None = None
    continuation: tuple[Next, ...] = ()
    """The events it leads to, in the order of the game; only for the two choices of a mistake."""


class Judged(msgspec.Struct, frozen=True):
    """One choice of one seat, judged by the information that the seat had."""

    ply: int
    """The number of the step in the record, from 1."""
    turn: int
    seat: Seat
    kind: str
    """The kind of action, a word of the game's (``play``, ``draw``, ``keep``); ``review.kind.<kind>`` in its
    catalogue."""
    chosen: Option
    best: Option
    """The choice that was better, or may have been, as far as measured; otherwise the chosen one."""
    error: float
    """The error that counts in the sums: 0 or more, and 0 unless the verdict is ``mistake`` or worths are
    exact."""
    uncertainty: float
    """The standard error of the difference between the two worths; 0 if they are exact."""
    verdict: Verdict
    reasons: tuple[Why, ...] = ()
    """The reasons why the best choice is better, the weightiest first; only for mistakes."""


class Change(msgspec.Struct, frozen=True):
    """The effect of one event. ``by_seat`` is the change of each seat's worth. ``seat`` is the seat whose
    luck or error it was, or the point of view if only that seat's worth is known."""

    ply: int
    turn: int
    seat: Seat
    source: Source
    by_seat: tuple[float, ...]
    points: float | None = None
    """The same change in points, for ``seat``, in games that have points."""


class Findings(msgspec.Struct, frozen=True):
    """A game's analysis of a record, from the first step to the last."""

    scale: Scale
    exact: bool
    """True if worths are the game's solution rather than estimates."""
    start: tuple[float, ...]
    """The worth of the game to each seat before the first deal or roll."""
    changes: tuple[Change, ...]
    """The changes in the order of the record. If the rules ended the game, they add up exactly to the final
    worth."""
    choices: tuple[Judged, ...]
    simulations: int = 0
    """The number of simulations behind each worth; 0 if none were needed."""
    luck_is_cards: bool = False
    """True if a seat's luck is cards that only the seat itself sees."""


class Moment(msgspec.Struct, frozen=True):
    """A point of the graph: the worth of the game to each seat after so many steps of the record. In a game
    with hidden information each seat judges by what it knows, so chances may not add up to 1."""

    ply: int
    turn: int
    worths: tuple[float, ...]


class TurningPoint(msgspec.Struct, frozen=True):
    """One of the greatest changes of the game: ``source`` of ``seat``, from the point of the graph at
    ``since`` to the one at ``ply``."""

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
    """The effect of this seat's own chance: its rolls, or its cards."""
    errors: float
    """The loss by the seat's own choices: 0 or more, except for a seat that resigned a lost game."""
    others: float
    """The effect on this seat of the luck and choices of all others."""
    choices: float
    """Minus ``errors``."""
    cards: float | None
    """The same as ``luck``, if :attr:`Findings.luck_is_cards`."""
    decisions: int
    """The number of judged choices: all but forced and uncertain ones."""
    found: int
    """The number of judged choices that were best or as good as best."""
    mistakes: int
    luck_points: float | None = None
    errors_points: float | None = None
    """Errors in points (as ``luck_points`` is luck in points), in games played alone for points."""
    uncertain: int = 0
    """The number of choices with the verdict ``uncertain``."""
    accuracy: float | None = None
    """The judged choices as a number from 0 to 100 (:mod:`quincunx.review.accuracy`)."""


class Review(msgspec.Struct, frozen=True, tag_field="kind", tag="review"):
    """A whole review."""

    format: int
    game: str
    engine: str
    """The version of the engine. Another engine's review may differ."""
    simulations: int
    """The number of simulations behind each worth; 0 if none were needed."""
    scale: Scale
    exact: bool
    plies: int
    """The number of steps in the record."""
    outcome: Outcome | None
    start: tuple[float, ...]
    result: tuple[float, ...]
    """The final worth of the game to each seat; the last worth if the game has no result."""
    graph: tuple[Moment, ...]
    turning_points: tuple[TurningPoint, ...]
    """At most three, the weightiest of the game, in the order of the game."""
    seats: tuple[SeatReview, ...]
    choices: tuple[Judged, ...]


T = TypeVar("T")

Working = Generator[tuple[int, int], None, T]
"""Work in pieces of at most a second, which finally returns its result. Before each piece it yields the
amounts done and to do. It can be suspended at any yield and continued later; nothing is computed twice."""


def finish(working: Working[T], on_progress: Callable[[int, int], None] = lambda done, total: None) -> T:
    """Run the rest of the work and return its result."""
    while True:
        try:
            on_progress(*next(working))
        except StopIteration as done:
            result: T = done.value
            return result


class Effort(msgspec.Struct, frozen=True):
    """The amount of measurement. The same effort gives the same review."""

    simulations: int = 400
    """The number of simulations for each choice that is measured."""
    confirm: int = 10
    """The factor by which simulations are multiplied to confirm a mistake."""
    seed: int = 0


USUAL: Final = Effort()


class Reviewer(Protocol):
    """A game's part of a review. Reading its engine's version is cheap; the first review may compile
    kernels."""

    @property
    def engine(self) -> str:
        """The version of the engine. Verdicts may differ between versions."""
        ...

    @property
    def kinds(self) -> tuple[str, ...]:
        """Every kind of choice (:attr:`Judged.kind`)."""
        ...

    @property
    def mean_losses(self) -> Mapping[Scale, tuple[float, ...]]:
        """The mean loss of a decision in games between bots of one level, weakest first, by the scale of the
        game. Accuracy is measured by it; a game without them has none."""
        ...

    @property
    def discreet_reasons(self) -> frozenset[str]:
        """The codes of reasons that speak of the worse choice alone. After a wrong answer these are given
        before the solution is asked for, since they do not give it away."""
        ...

    @property
    def lacks(self) -> Mapping[str, frozenset[str]]:
        """The codes of reasons that can be turned into what the worse choice lacks, each with the parameters
        that do not give the better one away; ``review.lacks.<code>`` in the game's catalogue."""
        ...

    def findings(self, plies: Sequence[Ply], options: Any, effort: Effort = USUAL) -> Working[Findings]:
        """Analyse a game that has at least one step. Information that a seat did not have plays no part in
        the verdicts on its choices."""
        ...

    def reasons(self, view: Any, best: Any, other: Any) -> tuple[Why, ...]:
        """Return the reasons why one move is better than another, from facts of the position visible to the
        seat to move; the weightiest first. The result is empty if no describable fact distinguishes them."""
        ...
