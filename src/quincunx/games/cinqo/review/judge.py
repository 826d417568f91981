"""The effect of every roll and every keep of a game, by the solution where there is one.

Exact for solitaire, for two to 100 and over fixed rounds and for three to 100; the estimates are those of
:mod:`quincunx.games.cinqo.bots.solver.everybody`. An estimate may change between two turns; the change counts
with the luck of the next roll.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from quincunx.core.review import Change, Effort, Findings, Judged, Option, Source, Verdict, Why, Working
from quincunx.core.values import Ply
from quincunx.games.cinqo.bots.advisor import ROUNDING
from quincunx.games.cinqo.bots.kernels.keeps import Keeps, keeps_of
from quincunx.games.cinqo.bots.solver.everybody import again, start
from quincunx.games.cinqo.notation import write_move
from quincunx.games.cinqo.review.continuation import Continuations, continuations
from quincunx.games.cinqo.review.reasons import reasons
from quincunx.games.cinqo.review.solved import MOST_LANES, Turns, Worths, points_before, points_of
from quincunx.games.cinqo.state import CinqoState
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.games.cinqo.view import view

TIE: Final = 1e-12
"""The largest difference at which worths are equal."""
WORTH_A_WORD: Final = {"chance": 0.005, "rounds": 0.02}
"""The smallest error that is called a mistake; smaller ones count all the same."""


def findings(plies: Sequence[Ply], options: CinqoOptions, effort: Effort) -> Working[Findings]:
    """Analyse a game as :meth:`quincunx.core.review.Reviewer.findings` does."""
    game = _Game(options)
    turns = list(turns_of(plies))
    for first in range(0, len(turns), MOST_LANES):
        some = turns[first : first + MOST_LANES]
        solved = Turns([view(turn[0].before, None) for turn in some])
        for lane, turn in enumerate(some):
            yield first + lane, len(turns)
            game.follow(solved, lane, turn)
    yield len(turns), len(turns)
    return Findings(
        scale="rounds" if options.players == 1 else "chance",
        exact=options.players <= (2 if options.goal == "rounds" else 3),
        start=tuple(map(float, game.start)),
        changes=tuple(game.changes),
        choices=tuple(game.choices),
    )


def turns_of(plies: Sequence[Ply]) -> Iterator[list[Ply]]:
    """Yield the steps of each turn, from its first roll."""
    turn: list[Ply] = []
    for ply in plies:
        if turn and ply.before.rolling and not ply.before.roll:
            yield turn
            turn = []
        turn.append(ply)
    if turn:
        yield turn


class _Best(NamedTuple):
    """The keeps after a roll, and the best of them."""

    ways: Keeps
    place: int
    worths: Worths
    points: float
    """The mean points of the best keep."""
    most_points: float
    """The mean points of the keep that is best for points."""
    matters: bool
    """True if any two keeps that rack no more than necessary differ."""


def _best(solved: Turns, lane: int, after: CinqoState) -> _Best:
    """Return the best keep as :func:`quincunx.games.cinqo.bots.advisor.advise` orders them: by worth, then by
    points."""
    assert after.hilo is not None
    ways = keeps_of(tuple(sorted(after.tray)), after.bank, after.rack, after.boxed)
    # Racking more than necessary never helps, so the best keep is among the others.
    some = np.flatnonzero(ways.racked == ways.racked.min())
    worths = solved.keeps(lane, ways, some, after.roll, after.hilo)
    points = points_of(ways, after.roll, after.hilo)[some]
    own = worths[:, after.seat]
    at = int(np.lexsort((-points.round(ROUNDING), -own.round(ROUNDING)))[0])
    spread = float(own.max() - own.min())
    return _Best(
        ways, int(some[at]), worths[at], float(points[at]), float(points.max()), matters=spread > TIE
    )


class _Game:
    """The analysis so far."""

    def __init__(self, options: CinqoOptions) -> None:
        self._alone = options.players == 1
        self._least = WORTH_A_WORD["rounds" if self._alone else "chance"]
        self.start: Worths = np.roll(start(options), options.first)
        self._worths = self.start
        self._points = points_before()
        self._best: _Best | None = None
        self.changes: list[Change] = []
        self.choices: list[Judged] = []

    def follow(self, solved: Turns, lane: int, turn: Sequence[Ply]) -> None:
        """Process one turn, with its index among the solved ones."""
        self._points = points_before()
        for ply in turn:
            if ply.before.rolling:
                self._rolled(solved, lane, ply)
            else:
                self._judge_keep(solved, lane, ply)

    def _rolled(self, solved: Turns, lane: int, ply: Ply) -> None:
        after: CinqoState = ply.after
        if len(after.history) > len(ply.before.history):
            self._change(ply, "luck", self._ended(solved, lane, after), float(after.history.last.points))
        else:
            self._best = _best(solved, lane, after)
            self._change(ply, "luck", self._best.worths, self._best.most_points)

    def _ended(self, solved: Turns, lane: int, after: CinqoState) -> Worths:
        """Return the worth to all seats after a roll that ended the turn."""
        last = after.history.last
        if after.outcome is None and last.kind == "five":
            return np.roll(again(view(after, None)), after.seat) - (after.round if self._alone else 0)
        return solved.ended(lane, last.points)

    def _judge_keep(self, solved: Turns, lane: int, ply: Ply) -> None:
        before: CinqoState = ply.before
        best = self._best
        assert best is not None  # a roll comes before every keep
        assert before.hilo is not None
        place = best.ways.puts.index(ply.step.move)
        worths = solved.keeps(lane, best.ways, np.array([place]), before.roll, before.hilo)[0]
        points = float(points_of(best.ways, before.roll, before.hilo)[place])
        error = float(best.worths[before.seat] - worths[before.seat])
        if error <= TIE:
            error, worths[before.seat] = 0.0, best.worths[before.seat]
        after = ((), ()) if error < self._least else self._continuations(solved, lane, ply, place)
        self._judge(ply, best, place, error, points, after)
        self._change(ply, "error", worths, points)

    def _continuations(self, solved: Turns, lane: int, ply: Ply, place: int) -> Continuations:
        assert self._best is not None
        seen = view(ply.before, ply.before.seat)
        return continuations(seen, solved.wanted(lane), self._best.ways, place, self._best.place)

    def _judge(
        self, ply: Ply, best: _Best, place: int, error: float, points: float, after: Continuations
    ) -> None:
        before: CinqoState = ply.before
        puts, top = best.ways.puts, float(best.worths[before.seat])
        verdict: Verdict = "best" if best.matters else "forced"
        why: tuple[Why, ...] = ()
        if error:
            verdict = "mistake" if error >= self._least else "close"
        if verdict == "mistake":
            why = reasons(view(before, before.seat), puts[best.place], puts[place])
        chosen = Option(puts[place], write_move(puts[place]), top - error, points, after[0])
        better = Option(puts[best.place], write_move(puts[best.place]), top, best.points, after[1])
        turn = len(before.history) + 1
        judged = Judged(
            ply.number,
            turn,
            before.seat,
            "keep",
            chosen,
            better if error else chosen,
            error,
            0.0,
            verdict,
            why,
        )
        self.choices.append(judged)

    def _change(self, ply: Ply, source: Source, worths: Worths, points: float) -> None:
        before: CinqoState = ply.before
        by_seat = tuple(map(float, worths - self._worths))
        turn = len(before.history) + 1
        self.changes.append(Change(ply.number, turn, before.seat, source, by_seat, points - self._points))
        self._worths, self._points = worths, points
