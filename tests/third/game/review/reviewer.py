"""Trio's :class:`~quincunx.core.review.Reviewer`: nothing is sampled, so every worth is exact."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from quincunx.core.chance import Picked, Rolled, Shuffled
from quincunx.core.review import USUAL, Change, Effort, Findings, Judged, Option, Scale, Verdict, Why, Working
from quincunx.core.values import Ply
from tests.third.game.notation import write_move
from tests.third.game.review.reasons import reasons
from tests.third.game.review.worths import by_move, worth
from tests.third.game.rules import turn
from tests.third.game.state import TrioState
from tests.third.game.types import TrioMove, TrioOptions, TrioView
from tests.third.game.view import view

TIE: Final = 1e-9
"""The largest difference at which worths are equal."""
WORTH_A_WORD: Final = 0.01
"""The smallest error that is called a mistake; smaller ones count all the same."""


class TrioReviewer:
    """Judges every choice by the worths of :mod:`tests.third.game.review.worths`."""

    engine: str = "trio-1"
    kinds: tuple[str, ...] = ("turn",)
    mean_losses: Mapping[Scale, tuple[float, ...]] = {}
    discreet_reasons: frozenset[str] = frozenset()
    lacks: Mapping[str, frozenset[str]] = {}

    def findings(
        self, plies: Sequence[Ply], options: TrioOptions, effort: Effort = USUAL
    ) -> Working[Findings]:
        found = _Game(options.players)
        for done, ply in enumerate(plies):
            yield done, len(plies)
            found.follow(ply)
        return Findings(
            scale="chance",
            exact=True,
            start=(1 / options.players,) * options.players,
            changes=tuple(found.changes),
            choices=tuple(found.choices),
        )

    def reasons(self, view: TrioView, best: TrioMove, other: TrioMove) -> tuple[Why, ...]:
        return reasons(view, best, other)


class _Game:
    """The analysis so far. A seat's own luck is the deal and its die; a choice shows others its card."""

    def __init__(self, players: int) -> None:
        self._worths = [1 / players] * players
        self._by_move: dict[TrioMove, float] = {}
        self.changes: list[Change] = []
        self.choices: list[Judged] = []

    def follow(self, ply: Ply) -> None:
        """Process one step."""
        match ply.step.move:
            case Picked():
                pass  # who starts makes no difference
            case Shuffled():
                self.changes += self._dealt(ply)
            case Rolled():
                self._rolled(ply)
            case move:
                self._chosen(ply, move)

    def _dealt(self, ply: Ply) -> Iterator[Change]:
        for seat, was in enumerate(self._worths):
            self._worths[seat] = worth(view(ply.after, seat))
            yield Change(ply.number, 0, seat, "luck", self._only(seat, self._worths[seat] - was))

    def _rolled(self, ply: Ply) -> None:
        seat = ply.after.seat
        self._by_move = by_move(view(ply.after, seat))
        best, was = max(self._by_move.values()), self._worths[seat]
        self._worths[seat] = best
        self.changes.append(
            Change(ply.number, turn(ply.after).number, seat, "luck", self._only(seat, best - was))
        )

    def _only(self, seat: int, change: float) -> tuple[float, ...]:
        return tuple(change if other == seat else 0.0 for other in range(len(self._worths)))

    def _chosen(self, ply: Ply, move: TrioMove) -> None:
        before: TrioState = ply.before
        seat, number = before.seat, turn(before).number
        top = max(self._by_move, key=lambda each: self._by_move[each])
        error = self._by_move[top] - self._by_move[move]
        if error <= TIE:
            error, top = 0.0, move
        self.choices.append(self._judged(ply, number, move, top, error))
        now = [worth(view(ply.after, each)) for each in range(len(self._worths))]
        if not error:
            now[seat] = self._worths[seat]  # without the rounding errors of another sum
        by_seat = tuple(new - old for new, old in zip(now, self._worths, strict=True))
        self.changes.append(Change(ply.number, number, seat, "error", by_seat))
        self._worths = now

    def _judged(self, ply: Ply, number: int, move: TrioMove, top: TrioMove, error: float) -> Judged:
        seat, matters = ply.before.seat, max(self._by_move.values()) - min(self._by_move.values()) > TIE
        verdict: Verdict = "best" if matters else "forced"
        why: tuple[Why, ...] = ()
        if error:
            verdict = "mistake" if error >= WORTH_A_WORD else "close"
        if verdict == "mistake":
            why = reasons(view(ply.before, seat), top, move)
        chosen, best = (Option(each, write_move(each), self._by_move[each]) for each in (move, top))
        return Judged(ply.number, number, seat, "turn", chosen, best, error, 0.0, verdict, why)


REVIEWER: Final = TrioReviewer()
