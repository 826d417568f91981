"""A game of Cinco from the point of view of each of its seats.

Everything is computed from the seat's own views; information that it did not have plays no part. Choices are
judged in :mod:`~quincunx.games.cinco.review.verdicts`. Luck is the worth of the seat's new cards minus the
average worth of cards from the same pile. Both are measured in the same way by independent simulations, so
luck is 0 on average, whatever the true worth of the position. The contents of the pile are used only for this
average, since a seat's beliefs about them depend on its model of the others' play. All other changes between
two choices are attributed to the others.
"""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.core.chance import Shuffled
from quincunx.core.review import Change, Effort, Findings, Judged, Option, Source, Working
from quincunx.core.values import Ply, Seat
from quincunx.games.cinco.bots.kernels.measure import explored, outlooks
from quincunx.games.cinco.bots.ranking import root_of
from quincunx.games.cinco.notation import write_move
from quincunx.games.cinco.review.continuation import continuation
from quincunx.games.cinco.review.reasons import reasons
from quincunx.games.cinco.review.verdicts import Question, Simulations, settle, simulations_for
from quincunx.games.cinco.review.worths import before_the_deal, hand_worth, usual_cards, usual_hand
from quincunx.games.cinco.rules import turn
from quincunx.games.cinco.state import CincoState, team_of
from quincunx.games.cinco.types import CincoMove, CincoOptions, Draw, Exchange, Play
from quincunx.games.cinco.view import view


def findings(plies: Sequence[Ply], options: CincoOptions, effort: Effort) -> Working[Findings]:
    """Analyse a game as :meth:`quincunx.core.review.Reviewer.findings` does."""
    starts = _starts(plies, options)
    simulations = simulations_for(len(plies), options, effort)
    seats = [_Seat(seat, options, starts[seat], effort.seed, simulations) for seat in range(options.players)]
    total = len(plies) + len(seats)
    for done, ply in enumerate(plies):
        yield done, total
        if ply.before.asked is None:
            seats[ply.before.seat].ask(ply)
    for seat in seats:
        for _ in settle(list(seat.questions.values()), simulations.pool):
            yield len(plies) + seat.seat, total
    for ply in plies:
        yield total - 1, total
        for seat in seats:
            seat.follow(ply)
    yield total, total
    # Of one step the seat that moved comes first; the order has no other meaning.
    changes = sorted((change for seat in seats for change in seat.changes), key=lambda each: each.ply)
    judged = sorted((each for seat in seats for each in seat.choices), key=lambda each: each.ply)
    return Findings(
        scale="chance",
        exact=False,
        start=starts,
        changes=tuple(changes),
        choices=tuple(judged),
        simulations=effort.simulations,
        luck_is_cards=True,
    )


def _starts(plies: Sequence[Ply], options: CincoOptions) -> tuple[float, ...]:
    """Return the worth of the game to each seat once the starting seat is known."""
    dealt = next((ply.before for ply in plies if isinstance(ply.step.move, Shuffled)), None)
    if dealt is None:
        return (1 / options.teams,) * options.players
    return before_the_deal(options, dealt.seat)


class _Seat:
    """The course of the game for one seat."""

    def __init__(
        self, seat: Seat, options: CincoOptions, start: float, seed: int, simulations: Simulations
    ) -> None:
        self.seat = seat
        self._options = options
        self._seed = seed
        self._simulations = simulations
        self._worth = start
        self.questions: dict[int, Question] = {}
        """The choices by the number of their step."""
        self.changes: list[Change] = []
        self.choices: list[Judged] = []

    def ask(self, ply: Ply) -> None:
        """Add a choice of this seat."""
        seen = view(ply.before, self.seat)
        self.questions[ply.number] = Question(
            self.seat, ply.number, seen, ply.step.move, self._seed, self._simulations
        )

    def follow(self, ply: Ply) -> None:
        """Process one step of the record."""
        before: CincoState = ply.before
        after: CincoState = ply.after
        if ply.number in self.questions:
            self._choose(ply, self.questions[ply.number])
        if after.outcome is not None:
            self._end(ply)
        elif isinstance(ply.step.move, Shuffled) and not before.owed:
            self._take_hand(ply)
        elif before.seat == self.seat and after.asked is None and not isinstance(ply.step.move, Play):
            self._draw(ply)

    def _choose(self, ply: Ply, question: Question) -> None:
        verdict = question.verdict
        is_mistake = verdict == "mistake"
        error = question.best_worth - question.chosen_worth if is_mistake else 0.0
        self._change(ply, "others", question.worth + error)
        if is_mistake:
            self._change(ply, "error", question.worth)
        move: CincoMove = ply.step.move
        best = question.best if verdict in ("close", "mistake", "uncertain") else move
        self.choices.append(
            Judged(
                ply=ply.number,
                turn=turn(ply.before).number,
                seat=self.seat,
                kind="play" if isinstance(move, Play) else "draw" if isinstance(move, Draw) else "exchange",
                chosen=self._option(question, move, question.chosen_worth, is_mistake),
                best=self._option(
                    question, best, question.chosen_worth if best == move else question.best_worth, is_mistake
                ),
                error=error,
                uncertainty=question.uncertainty,
                verdict=verdict,
                reasons=reasons(question.seen, best, move) if is_mistake else (),
            )
        )

    def _option(self, question: Question, move: CincoMove, worth: float, is_told: bool) -> Option:
        """Return a move with its worth and, if it will be shown, its continuation."""
        if not is_told:
            return Option(move, write_move(move), worth)
        name = f"{self._seed} {self.seat} {write_move(move)} after"
        _, tree = explored(root_of(question.seen), self.seat, move, name, self._simulations.confirm)
        return Option(move, write_move(move), worth, None, continuation(question.seen, move, tree))

    def _take_hand(self, ply: Ply) -> None:
        """Compare the first hand with its average worth."""
        name = f"{self._seed} {self.seat} {ply.number} hand"
        worth = hand_worth(view(ply.after, self.seat), name, self._simulations.first)
        usual = usual_hand(self._options, ply.after.seat)[self.seat]
        self._change(ply, "luck", self._worth + worth - usual)

    def _draw(self, ply: Ply) -> None:
        """Compare new cards with the average worth of cards from the same pile."""
        before: CincoState = ply.before
        after: CincoState = ply.after
        name = f"{self._seed} {self.seat} {ply.number} drawn"
        seen, count = view(after, self.seat), self._simulations.first
        kept = () if isinstance(ply.step.move, Exchange) else before.hands[self.seat]
        pool = sorted({*after.pile, *seen.hand}.difference(kept))
        self._change(ply, "others", usual_cards(seen, after.seat, kept, pool, f"{name} usual", count))
        worths = outlooks(root_of(seen), after.seat, None, name, count)
        self._change(ply, "luck", float(worths.mean()))

    def _end(self, ply: Ply) -> None:
        outcome = ply.after.outcome
        teams = {team_of(self._options, seat) for seat in outcome.winners}
        teams = teams or set(range(self._options.teams))
        won = team_of(self._options, self.seat) in teams
        self._change(ply, "others", 1 / len(teams) if won else 0.0)

    def _change(self, ply: Ply, source: Source, worth: float) -> None:
        more = worth - self._worth
        by_seat = tuple(more if seat == self.seat else 0.0 for seat in range(self._options.players))
        self.changes.append(Change(ply.number, turn(ply.before).number, self.seat, source, by_seat))
        self._worth = worth
