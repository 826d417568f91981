"""Puzzles in a game of Cinco."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from quincunx.core.chance import Shuffled
from quincunx.core.game import encode
from quincunx.core.puzzle import Found, Wanted
from quincunx.core.study import Answer, Position, Study
from quincunx.core.values import Ply
from quincunx.games.cinco import rules
from quincunx.games.cinco.actions import ACTIONS
from quincunx.games.cinco.board import LINE, SPACES, WINDOW_MASKS, bit
from quincunx.games.cinco.bots.ranking import Root, rank_view
from quincunx.games.cinco.bots.roster import choices
from quincunx.games.cinco.bots.search import LearnedCinco
from quincunx.games.cinco.notation import write_move
from quincunx.games.cinco.puzzles.answers import MOST_WHYS, answers
from quincunx.games.cinco.puzzles.measure import Measured, measure
from quincunx.games.cinco.puzzles.shape import around, hand
from quincunx.games.cinco.puzzles.sorts import SORTS
from quincunx.games.cinco.review.position import Position as Facts
from quincunx.games.cinco.review.reasons import reasons
from quincunx.games.cinco.state import CincoState, team_of
from quincunx.games.cinco.types import CincoMove, CincoOptions, CincoView, Draw, Play
from quincunx.games.cinco.view import view

SPARE: Final = 8
"""The number of cards of the draw pile that are recorded beyond those drawn, for answers and
continuations."""
MOST_WINS: Final = 3
"""The largest number of wins on one move; with more, a win is too obvious for a puzzle."""
CLEAR: Final = 0.05
"""The smallest difference, by the network, at which a choice is measured."""
FEWEST_TOKENS: Final = 6


class Spot(NamedTuple):
    """A decision in a game: the knowledge of its seat, and its sensible moves in the network's order."""

    state: CincoState
    view: CincoView
    facts: Facts
    root: Root
    moves: tuple[CincoMove, ...]
    values: tuple[float, ...]


class Idea(NamedTuple):
    """A possible puzzle: its sort, and the moves that carry the idea out. ``space`` is where."""

    sort: str
    inside: frozenset[CincoMove]
    space: int | None


def find_puzzles(plies: Sequence[Ply], options: CincoOptions, wanted: Wanted, seed: str) -> Iterator[Found]:
    """Find puzzles as :meth:`quincunx.core.puzzle.Puzzler.find_puzzles` does: at most one of each sort."""
    sorts: set[str] = set()
    for place, ply in enumerate(plies):
        state: CincoState = ply.before
        tokens = SPACES - len(state.free)
        if state.asked is not None or state.reshuffles or tokens < FEWEST_TOKENS:
            continue
        if not _is_worth_a_look(state, [sort for sort in SORTS if sort not in sorts and wanted(sort)]):
            continue
        spot = _spot(state)
        for idea in _ideas(spot):
            if idea.sort in sorts or not wanted(idea.sort):
                continue
            found = measure(
                spot.root, state.seat, spot.moves, idea.inside.__contains__, f"{seed} {ply.number}"
            )
            if found is not None and (study := _study(plies[:place], spot, idea, found)) is not None:
                sorts.add(idea.sort)
                yield Found(study, idea.sort, _shape(spot, idea))


def _is_worth_a_look(state: CincoState, missing: Sequence[str]) -> bool:
    """Return whether a missing sort is possible here: a quick test before the far slower evaluation."""
    return _may_threaten_twice(state) if list(missing) == ["threats"] else bool(missing)


def _may_threaten_twice(state: CincoState) -> bool:
    """Return whether some space lies in two lines of which the team has three, and that miss different
    spaces."""
    own = state.tokens[team_of(state.options, state.seat)]
    others = sum(state.tokens) - own  # no space has two tokens
    missed: dict[int, int] = {}
    for window in WINDOW_MASKS:
        if (own & window).bit_count() != LINE - 2 or others & window:
            continue
        free = window & ~own
        low = free & -free
        for space, other in ((low, free ^ low), (free ^ low, low)):
            if missed.setdefault(space, other) != other:
                return True
    return False


def _spot(state: CincoState) -> Spot:
    seen = view(state, state.seat)
    root, ranking = rank_view(seen)
    moves = tuple(ACTIONS.move_of(int(number)) for number in ranking.moves)
    values = tuple(map(float, ranking.values))
    return Spot(state, seen, Facts(seen), root, moves, values)


def _ideas(spot: Spot) -> Iterator[Idea]:
    """Yield the ideas of a position; only the weightiest kind."""
    legal = choices(spot.view)
    plays = [move for move in legal if isinstance(move, Play) and move.space is not None]
    winning = frozenset(play for play in plays if play.space in spot.facts.wins(spot.facts.own))
    if winning:
        spaces = {play.space for play in winning}
        if len(spaces) == 1 and len(winning) <= MOST_WINS:
            yield Idea("win", winning, spaces.pop())
        return
    dangers = spot.facts.dangers()
    if dangers:
        if len(dangers) == 1 and (threat := _threat(spot, dangers)) is not None:
            yield Idea("block", frozenset(play for play in plays if play.space == threat), threat)
        return
    if (best := _two_threats(spot)) is not None:
        yield Idea("threats", frozenset(play for play in plays if play.space == best), best)
        return
    yield from _choice(spot, plays)


def _threat(spot: Spot, dangers: set[int]) -> int | None:
    """Return the space where the next seat would win with a card that it holds, so that the continuation can
    show it."""
    (space,) = dangers
    state = spot.state
    after = (state.seat + 1) % state.options.players
    theirs = state.tokens[team_of(state.options, after)]
    if team_of(state.options, after) == team_of(state.options, state.seat):
        return None
    if space not in spot.facts.wins(theirs) or not any(card <= space for card in state.hands[after]):
        return None
    return space


def _two_threats(spot: Spot) -> int | None:
    """Return the space where the best move threatens to win in two places at once, as nothing did before."""
    best, own = spot.moves[0], spot.facts.own
    if not isinstance(best, Play) or best.space is None or spot.facts.wins(own):
        return None
    wins = [space for space in spot.facts.wins(own | bit(best.space)) if space != best.space]
    return best.space if len(wins) > 1 else None


def _choice(spot: Spot, plays: Sequence[Play]) -> Iterator[Idea]:
    """Yield drawing, exchanging, or playing, if the network clearly prefers it."""
    best = spot.moves[0]
    inside = {best} if not isinstance(best, Play) else {play for play in plays if play.space == best.space}
    others = [value for move, value in zip(spot.moves, spot.values, strict=True) if move not in inside]
    if not inside or not others or spot.values[0] - max(others) < CLEAR:
        return
    if isinstance(best, Play):
        yield Idea("choose-play", frozenset(inside), best.space)
    else:
        yield Idea("choose-draw" if isinstance(best, Draw) else "choose-exchange", frozenset(inside), None)


def _shape(spot: Spot, idea: Idea) -> str:
    if idea.space is None:
        return f"{idea.sort} {hand(spot.view)}"
    return f"{idea.sort} {around(spot.view, idea.space, team_of(spot.state.options, spot.state.seat))}"


def _study(before: Sequence[Ply], spot: Spot, idea: Idea, found: Measured) -> Study | None:
    """Return the study; ``None`` if no reason explains why the right answer is better."""
    theme = idea.sort.partition("-")[0]
    why = reasons(spot.view, found.right[0], found.wrong[0])[:MOST_WHYS]
    if not why:
        return None
    return Study(
        id="new",
        position=Position(encode(spot.state.options), _steps(before, spot.state)),
        ask=f"puzzle.{theme if theme in ('win', 'choose') else 'best'}",
        answers=_answers(spot, idea, found),
        theme=theme,
        margin=round(found.margin, 4),
    )


def _steps(before: Sequence[Ply], state: CincoState) -> tuple[str, ...]:
    """Return the steps to a position; of the shuffle no more than is needed."""
    steps: list[str] = []
    for ply in before:
        move = ply.step.move
        if isinstance(move, Shuffled):
            move = Shuffled(move.cards[: SPACES - len(state.pile) + SPARE])
        steps.append(write_move(move))
    return tuple(steps)


def _answers(spot: Spot, idea: Idea, found: Measured) -> tuple[Answer, ...]:
    # A lower card would do more elsewhere; that is another question.
    right = [*found.right, *_with_lower_cards(spot, idea, found)]
    wrong = {move: found.compared(move) for move in found.wrong}
    lines = dict.fromkeys(right, ()) | {
        move: _line(spot.state, move) for move in (found.right[0], *found.wrong)
    }
    others = [move for move in choices(spot.view) if move not in right and move not in wrong]
    # Any other action leaves the space to the next seat, which has the card for it.
    rest = _line(spot.state, others[0]) if others and idea.sort == "block" else ()
    return answers(spot.view, right, wrong, lines, rest)


def _with_lower_cards(spot: Spot, idea: Idea, found: Measured) -> list[CincoMove]:
    """Return the same idea with lower cards, which the network does not consider."""
    said = {*found.right, *found.wrong}
    return [move for move in choices(spot.view) if move in idea.inside and move not in said]


def _line(state: CincoState, move: CincoMove) -> tuple[str, ...]:
    """Return the others' replies and, if it comes to that, the win that follows."""
    steps: list[str] = []
    now, best = rules.apply(state, move), LearnedCinco()
    while now.outcome is None and now.asked is None and now.seat != state.seat:
        reply = best.choose(view(now, now.seat), Random(0)).action  # noqa: S311  # nothing is secret here
        steps.append(write_move(reply))
        now = rules.apply(now, reply)
    if now.outcome is None and now.asked is None:
        reply = best.choose(view(now, now.seat), Random(0)).action  # noqa: S311  # nothing is secret here
        if rules.apply(now, reply).outcome is not None:
            steps.append(write_move(reply))
    return tuple(steps)
