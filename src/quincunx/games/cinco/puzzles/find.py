"""Puzzles in a game of Cinco."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from quincunx.core.chance import Shuffled
from quincunx.core.game import encode
from quincunx.core.puzzle import Found, Wanted
from quincunx.core.study import Answer, Position, Study
from quincunx.core.values import Ply
from quincunx.games.cinco import rules
from quincunx.games.cinco.board import SPACES
from quincunx.games.cinco.bots.roster import choices
from quincunx.games.cinco.bots.search import LearnedCinco
from quincunx.games.cinco.notation import write_move
from quincunx.games.cinco.puzzles.answers import MOST_WHYS, answers
from quincunx.games.cinco.puzzles.ideas import Idea, Spot, idea_of, spot_of
from quincunx.games.cinco.puzzles.measure import EFFORTS, Effort, Measured, measure
from quincunx.games.cinco.puzzles.shape import shape
from quincunx.games.cinco.review.reasons import reasons
from quincunx.games.cinco.state import CincoState
from quincunx.games.cinco.types import CincoMove, CincoOptions, Exchange
from quincunx.games.cinco.view import view

SPARE: Final = 8
"""The number of cards of the draw pile that are recorded beyond those drawn, for answers and
continuations."""
FEWEST_TOKENS: Final = 6
PLAYERS: Final = 2
CHEAP: Final = frozenset({"win", "block", "threats"})
"""The sorts that are looked for among more players: there simulations take several times as long."""
THREATENING: Final = frozenset({"threats", "pressure"})
"""Sorts whose right moves threaten to win."""
CHOICES: Final = frozenset({"choose", "timing"})
"""Themes whose question is what to do at all."""


def find_puzzles(plies: Sequence[Ply], options: CincoOptions, wanted: Wanted, seed: str) -> Iterator[Found]:
    """Find puzzles as :meth:`quincunx.core.puzzle.Puzzler.find_puzzles` does: at most one of each sort."""
    sorts: set[str] = set()
    for place, ply in enumerate(plies):
        state: CincoState = ply.before
        tokens = SPACES - len(state.free)
        if state.asked is not None or state.reshuffles or tokens < FEWEST_TOKENS:
            continue
        spot = spot_of(state)
        idea = idea_of(spot)
        if idea is None or idea.sort in sorts or not wanted(idea.sort):
            continue
        if options.players > PLAYERS and idea.sort not in CHEAP:
            continue
        effort = EFFORTS.get(idea.sort, Effort())
        moves = _with_low_cards(spot, idea) if idea.sort == "reach" else spot.moves
        name = f"{seed} {ply.number}"
        found = measure(spot.root, state.seat, moves, idea.inside.__contains__, name, effort)
        if found is None or (idea.sort == "timing-no" and Exchange() not in found.wrong):
            continue
        if (study := _study(plies[:place], spot, idea, found)) is not None:
            sorts.add(idea.sort)
            yield Found(study, idea.sort, shape(spot.view, idea.sort, idea.space))


def _with_low_cards(spot: Spot, idea: Idea) -> tuple[CincoMove, ...]:
    """Return the network's moves, and the idea's with lower cards, which the network does not consider."""
    return (*spot.moves, *(move for move in choices(spot.view) if move in idea.inside - {*spot.moves}))


def _study(before: Sequence[Ply], spot: Spot, idea: Idea, found: Measured) -> Study | None:
    """Return the study; ``None`` if no reason explains why the right answer is better."""
    theme = idea.sort.partition("-")[0]
    why = reasons(spot.view, found.right[0], found.wrong[0])[:MOST_WHYS]
    if not why:
        return None
    return Study(
        id="new",
        position=Position(encode(spot.state.options), _steps(before, spot.state)),
        ask=f"puzzle.{'win' if theme == 'win' else 'choose' if theme in CHOICES else 'best'}",
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
    # Unless cards are the question, a lower card on the same space is right: what it would do elsewhere is
    # another question.
    lower = [] if idea.sort == "reach" else _with_lower_cards(spot, idea, found)
    right = [*found.right, *lower]
    wrong = {move: found.compared(move) for move in found.wrong}
    lines = dict.fromkeys(right, ()) | {
        move: _line(spot.state, move) for move in (found.right[0], *found.wrong)
    }
    others = [move for move in choices(spot.view) if move not in right and move not in wrong]
    # Any other action leaves the space to the next seat, which has the card for it.
    rest = _line(spot.state, others[0]) if others and idea.sort == "block" else ()
    if any(rules.apply(spot.state, move).asked is not None for move in others):
        rest = ()  # after some of them the cards are shuffled first
    return answers(spot.view, right, wrong, lines, rest)


def _with_lower_cards(spot: Spot, idea: Idea, found: Measured) -> list[CincoMove]:
    """Return the same idea with lower cards, which the network does not consider."""
    said = {*found.right, *found.wrong}
    lower = [move for move in choices(spot.view) if move in idea.inside and move not in said]
    if idea.sort in THREATENING:
        # A lower card may be the one that was to win.
        lower = [move for move in lower if spot.facts.threats(move)]
    return lower


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
