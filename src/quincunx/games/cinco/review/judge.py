"""A game of Cinco as each of its seats has lived through it.

What a seat could not know has no part in this: everything is worked out from the seat's own views. At each of
its choices the best bot says what it would do, and that and what was chosen are measured with the same deals
of what the seat did not see. What came between two choices is put down to the seat's new cards, and, where
the others have moved, to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from quincunx.core.chance import Shuffled
from quincunx.core.game import Seat
from quincunx.core.record import Ply
from quincunx.core.review import Change, Effort, Findings, Judged, Next, Option, Source, Verdict, Why
from quincunx.games.cinco.bots.measure import explored, worths_of
from quincunx.games.cinco.bots.ranking import root_of
from quincunx.games.cinco.bots.roster import choices
from quincunx.games.cinco.notation import write_move
from quincunx.games.cinco.review.continuation import continuation
from quincunx.games.cinco.review.reasons import reasons
from quincunx.games.cinco.review.worths import before_the_deal, best_move, measured
from quincunx.games.cinco.rules import turn
from quincunx.games.cinco.state import CincoState, team_of
from quincunx.games.cinco.types import CincoMove, CincoOptions, CincoView, Draw, Play
from quincunx.games.cinco.view import view

SURE: Final = 2.0
"""A difference counts if it is larger than so many of its standard errors: 19 times in 20."""
WORTH_A_WORD: Final = 0.01
"""A difference that is smaller is none."""
LIMIT: Final = 90
"""Choices times players that are measured with all the simulations that are asked for. In a longer game, and
with more players, whose simulations take longer, there are fewer for each."""
LEAST: Final = 10


class _Simulations(NamedTuple):
    """How many there are for each thing that is worked out."""

    search: int
    measure: int
    confirm: int


def _simulations(plies: Sequence[Ply], options: CincoOptions, effort: Effort) -> _Simulations:
    """A quarter of what the search may use tells whether a choice was worse at all."""
    share = min(1.0, LIMIT / (max(1, len(plies)) * options.players))
    search = max(4 * LEAST, int(effort.simulations * share))
    return _Simulations(search, search // 4, search // 4 * effort.confirm)


def findings(plies: Sequence[Ply], options: CincoOptions, effort: Effort) -> Findings:
    """As :meth:`quincunx.core.review.Reviewer.findings`."""
    starts = _starts(plies, options)
    simulations = _simulations(plies, options, effort)
    seats = [_Seat(seat, options, starts[seat], effort.seed, simulations) for seat in range(options.players)]
    for done, ply in enumerate(plies):
        effort.advance(done, len(plies))
        for seat in seats:
            seat.follow(ply)
    effort.advance(len(plies), len(plies))
    # Of one step the seat that moved comes first; the order says nothing else.
    changes = sorted((change for seat in seats for change in seat.changes), key=lambda each: each.ply)
    judged = sorted((each for seat in seats for each in seat.choices), key=lambda each: each.ply)
    return Findings("chance", False, starts, tuple(changes), tuple(judged))


def _starts(plies: Sequence[Ply], options: CincoOptions) -> tuple[float, ...]:
    """What the game is worth to each seat once it is known who starts."""
    dealt = next((ply.before for ply in plies if isinstance(ply.step.move, Shuffled)), None)
    if dealt is None:
        return (1 / options.teams,) * options.players
    return before_the_deal(options, dealt.seat)


class _Choice(NamedTuple):
    """A choice as it was measured. ``chosen`` is worth ``error`` less than ``best``."""

    best: CincoMove
    chosen_worth: float
    best_worth: float
    error: float
    uncertainty: float
    verdict: Verdict
    after_chosen: tuple[Next, ...] = ()
    after_best: tuple[Next, ...] = ()


class _Seat:
    """One seat's way through the game."""

    def __init__(
        self, seat: Seat, options: CincoOptions, start: float, seed: int, simulations: _Simulations
    ) -> None:
        self._seat = seat
        self._options = options
        self._seed = seed
        self._simulations = simulations
        self._worth = start
        self._dealt = False
        """Whether nothing but the deal has happened since the worth was measured."""
        self.changes: list[Change] = []
        self.choices: list[Judged] = []

    def follow(self, ply: Ply) -> None:
        """Take in one step of the record."""
        before: CincoState = ply.before
        after: CincoState = ply.after
        if before.asked is None and before.seat == self._seat:
            self._choose(ply)
        if after.outcome is not None:
            self._end(ply)
        elif isinstance(ply.step.move, Shuffled) and not before.owed:
            self._dealt = after.seat == self._seat
            if not self._dealt:
                self._wait(ply, "luck")
        elif before.seat == self._seat and after.asked is None and not isinstance(ply.step.move, Play):
            self._wait(ply, "luck")  # it has drawn

    def _choose(self, ply: Ply) -> None:
        seen = view(ply.before, self._seat)
        move: CincoMove = ply.step.move
        choice = self._measure(seen, move, ply.number)
        if choice is None:
            # Nothing to choose from: what the others have done shows at the next choice.
            option = Option(move, write_move(move), self._worth)
            self._judge(ply, option, option, None, ())
            return
        # What is as good as best, as far as can be told, is worth what it was measured to be worth itself.
        self._change(ply, "luck" if self._dealt else "others", choice.chosen_worth + choice.error)
        self._dealt = False
        if choice.error:
            self._change(ply, "error", choice.chosen_worth)
        chosen = Option(move, write_move(move), choice.chosen_worth, None, choice.after_chosen)
        best = Option(choice.best, write_move(choice.best), choice.best_worth, None, choice.after_best)
        why = reasons(seen, choice.best, move) if choice.verdict == "mistake" else ()
        self._judge(ply, chosen, chosen if choice.verdict == "best" else best, choice, why)

    def _judge(
        self, ply: Ply, chosen: Option, best: Option, choice: _Choice | None, why: tuple[Why, ...]
    ) -> None:
        move: CincoMove = ply.step.move
        self.choices.append(
            Judged(
                ply=ply.number,
                turn=turn(ply.before).number,
                seat=self._seat,
                kind="play" if isinstance(move, Play) else "draw" if isinstance(move, Draw) else "exchange",
                chosen=chosen,
                best=best,
                error=choice.error if choice else 0.0,
                uncertainty=choice.uncertainty if choice else 0.0,
                verdict=choice.verdict if choice else "forced",
                reasons=why,
            )
        )

    def _measure(self, seen: CincoView, move: CincoMove, ply: int) -> _Choice | None:
        """What was chosen beside what the best bot would have done; ``None`` if there was one thing to do."""
        if len(choices(seen)) == 1:
            return None
        name = f"{self._seed} {self._seat} {ply}"
        best, many = best_move(seen, f"{name} search", self._simulations.search), self._simulations
        if best == move:
            worths = worths_of(root_of(seen), self._seat, move, f"{name} first", many.measure)
            worth = measured(worths).mean
            return _Choice(best, worth, worth, 0.0, 0.0, "best")
        first = self._compare(seen, best, move, f"{name} first", many.measure)
        if not _is_sure(first):
            return first
        second = self._compare(seen, best, move, f"{name} again", many.confirm, is_told=True)
        if not _is_sure(second):
            return second._replace(after_chosen=(), after_best=())
        error = second.best_worth - second.chosen_worth
        return second._replace(error=error, verdict="mistake")

    def _compare(
        self,
        seen: CincoView,
        best: CincoMove,
        move: CincoMove,
        name: str,
        simulations: int,
        is_told: bool = False,
    ) -> _Choice:
        """Both measured with the same deals; until it is sure that one is worse, they are worth the same.
        What follows them is found out if somebody may be told."""
        root = root_of(seen)
        better, after_best = explored(root, self._seat, best, name, simulations)
        worse, after_chosen = explored(root, self._seat, move, name, simulations)
        difference, chosen = measured(better - worse), measured(worse)
        verdict: Verdict = "close" if difference.mean > 0 else "best"
        choice = _Choice(best, chosen.mean, chosen.mean + difference.mean, 0.0, difference.error, verdict)
        if not is_told:
            return choice
        return choice._replace(
            after_chosen=continuation(seen, move, after_chosen),
            after_best=continuation(seen, best, after_best),
        )

    def _wait(self, ply: Ply, source: Source) -> None:
        """Measure what it is worth that others move next."""
        name = f"{self._seed} {self._seat} {ply.number} wait"
        root = root_of(view(ply.after, self._seat))
        worth = measured(worths_of(root, ply.after.seat, None, name, self._simulations.measure))
        self._change(ply, source, worth.mean)

    def _end(self, ply: Ply) -> None:
        outcome = ply.after.outcome
        teams = {team_of(self._options, seat) for seat in outcome.winners}
        teams = teams or set(range(self._options.teams))
        won = team_of(self._options, self._seat) in teams
        self._change(ply, "others", 1 / len(teams) if won else 0.0)

    def _change(self, ply: Ply, source: Source, worth: float) -> None:
        more = worth - self._worth
        by_seat = tuple(more if seat == self._seat else 0.0 for seat in range(self._options.players))
        self.changes.append(Change(ply.number, turn(ply.before).number, self._seat, source, by_seat))
        self._worth = worth


def _is_sure(choice: _Choice) -> bool:
    """Whether what was chosen is worse by more than the error of measuring it, and by enough for a word."""
    difference = choice.best_worth - choice.chosen_worth
    return difference > max(WORTH_A_WORD, SURE * choice.uncertainty)
