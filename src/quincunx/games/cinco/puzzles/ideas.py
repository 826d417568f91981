"""Possible puzzles in a position of Cinco, by the network and by facts that the seat sees."""

from __future__ import annotations

from typing import Final, NamedTuple

from quincunx.games.cinco.actions import ACTIONS
from quincunx.games.cinco.board import bit
from quincunx.games.cinco.bots.ranking import Root, rank_view
from quincunx.games.cinco.bots.roster import choices
from quincunx.games.cinco.review.position import Position as Facts
from quincunx.games.cinco.review.position import space_of
from quincunx.games.cinco.review.reasons import reasons
from quincunx.games.cinco.state import CincoState, team_of
from quincunx.games.cinco.types import CincoMove, CincoView, Draw, Exchange, Play
from quincunx.games.cinco.view import view

MOST_WINS: Final = 3
"""The largest number of wins on one move; with more, a win is too obvious for a puzzle."""
CLEAR: Final = {"quiet": 0.04, "reach": 0.04}
"""The smallest difference, by the network, at which a sort is measured."""
OTHERWISE: Final = 0.08
"""The same for all other sorts."""
QUIET: Final = 2
"""The largest number of tokens in a line that a quiet move builds or stops."""
PREVENTS: Final = frozenset({"breaks", "takes-double"})
SAVES: Final = frozenset({"keeps-low", "keeps-lower", "spends-idle"})


class Spot(NamedTuple):
    """A decision in a game: the knowledge of its seat, and its sensible moves in the network's order."""

    state: CincoState
    view: CincoView
    facts: Facts
    root: Root
    moves: tuple[CincoMove, ...]
    values: tuple[float, ...]

    def nearest(self, inside: frozenset[CincoMove]) -> tuple[CincoMove, float] | None:
        """Return the network's best move outside these, and its distance to the best of all."""
        for move, value in zip(self.moves, self.values, strict=True):
            if move not in inside:
                return move, self.values[0] - value
        return None


class Idea(NamedTuple):
    """A possible puzzle: its sort, and the moves that carry the idea out. ``space`` is where."""

    sort: str
    inside: frozenset[CincoMove]
    space: int | None


def spot_of(state: CincoState) -> Spot:
    """Return the decision of the seat to move."""
    seen = view(state, state.seat)
    root, ranking = rank_view(seen)
    moves = tuple(ACTIONS.move_of(int(number)) for number in ranking.moves)
    return Spot(state, seen, Facts(seen), root, moves, tuple(map(float, ranking.values)))


def idea_of(spot: Spot) -> Idea | None:
    """Return the weightiest idea of a position; ``None`` if it has none."""
    legal = choices(spot.view)
    plays = [move for move in legal if isinstance(move, Play) and move.space is not None]
    wins = spot.facts.wins(spot.facts.own)
    winning = frozenset(play for play in plays if play.space in wins)
    if winning:
        spaces = {play.space for play in winning}
        is_hidden = len(spaces) == 1 and len(winning) <= MOST_WINS
        return Idea("win", winning, spaces.pop()) if is_hidden else None
    dangers = set(spot.facts.dangers())
    if len(dangers) == 1 and (threat := _threat(spot, dangers)) is not None:
        return Idea("block", frozenset(play for play in plays if play.space == threat), threat)
    best = spot.moves[0]
    space = space_of(best)
    inside = frozenset({best} if space is None else (play for play in plays if play.space == space))
    if not dangers and _makes_two_threats(spot, best):
        return Idea("threats", inside, space)
    return _choice(spot, inside, dangers)


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


def _makes_two_threats(spot: Spot, best: CincoMove) -> bool:
    """Return whether a move threatens to win in two places at once, as nothing did before."""
    space, own = space_of(best), spot.facts.own
    if space is None or spot.facts.wins(own):
        return False
    return len([each for each in spot.facts.wins(own | bit(space)) if each != space]) > 1


def _choice(spot: Spot, inside: frozenset[CincoMove], dangers: set[int]) -> Idea | None:
    """Return a choice that the network clearly prefers."""
    best, nearest = spot.moves[0], spot.nearest(inside)
    if nearest is None:
        return None
    other, gap = nearest
    sort = _danger(best, dangers) if dangers else _sort(spot, best, other)
    return Idea(sort, inside, space_of(best)) if sort and gap >= CLEAR.get(sort, OTHERWISE) else None


def _danger(best: CincoMove, dangers: set[int]) -> str:
    """Return the sort of a choice while others threaten to win."""
    return "chances-block" if space_of(best) in dangers else "chances-leave"


def _sort(spot: Spot, best: CincoMove, other: CincoMove) -> str | None:
    """Return the sort of a choice while no player threatens to win."""
    if isinstance(best, Draw):
        return "timing-no" if isinstance(other, Exchange) else "choose-draw"
    if isinstance(best, Exchange):
        return "timing-yes"
    if isinstance(other, Exchange):
        return "timing-no"
    if isinstance(other, Draw):
        return "choose-play"
    if best.space is None:
        return None
    codes = {why.code for why in reasons(spot.view, best, other)}
    if "threatens" in codes:
        return "pressure"
    if codes & PREVENTS:
        return "prevent"
    if _is_quiet(spot.facts, best):
        return "quiet"
    return "reach" if codes & SAVES else None


def _is_quiet(facts: Facts, best: Play) -> bool:
    """Return whether a token neither builds nor stops a line of three, and makes no threat."""
    assert best.space is not None
    own = facts.own | bit(best.space)
    longest = max(((own & window).bit_count() for window in facts.open_windows(best.space)), default=0)
    return max(longest, *facts.hindered(best.space), 0) <= QUIET and not facts.threats(best)


def may_threaten_twice(state: CincoState) -> bool:
    """Return whether some space lies in two lines of which the team has three, and that miss different
    spaces. This is a quick test before the far slower evaluation."""
    from quincunx.games.cinco.board import LINE, WINDOW_MASKS

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
