"""The most frequent continuation of a choice in its simulations, from the point of view of its seat.

No further simulations are run: the tree counts how often each move followed. It distinguishes moves by their
public part, the space and not the card; a card is named only if the seat certainly holds it. The continuation
ends with the seat's own next move on the board, with the game, or where too few simulations passed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from quincunx.core.review import Next
from quincunx.core.values import Seat
from quincunx.games.cinco.board import LINE, SPACES, bit, line_through
from quincunx.games.cinco.bots.kernels.measure import child_by, visited
from quincunx.games.cinco.bots.kernels.tree_search import DRAW_BRANCH, EXCHANGE_BRANCH, SPEND_BRANCH, Tree
from quincunx.games.cinco.state import team_of
from quincunx.games.cinco.types import CincoMove, CincoView, Play

LEAST: Final = 20
"""The smallest number of simulations that says anything about the continuation."""
USUALLY: Final = 0.1
"""The smallest share of a most frequent move; below it, the continuation depends on the cards."""
DANGER: Final = 0.05
"""The smallest chance of another team's win meanwhile that is worth mentioning."""

_CODES: Final = {DRAW_BRANCH: "draw", EXCHANGE_BRANCH: "exchange", SPEND_BRANCH: "spend"}
CODES: Final = ("ends", "open", "danger", "token", "five", "play", "play-five", *_CODES.values())
"""All codes."""


class _Turn(NamedTuple):
    """A point of the continuation: a node of the tree, the seat to move, and every team's tokens."""

    node: int
    seat: Seat
    tokens: tuple[int, ...]


def continuation(view: CincoView, move: CincoMove, tree: Tree) -> tuple[Next, ...]:
    """Return the continuation of a move of the viewer, which must be to move; ``tree`` is that of its
    simulations."""
    way = _Way(view, move, tree)
    return tuple(way.ends() or [*way.danger(), *way.line()] or [Next("open")])


class _Way:
    """The continuation of one move."""

    def __init__(self, view: CincoView, move: CincoMove, tree: Tree) -> None:
        assert view.viewer is not None
        self._view, self._tree, self._move = view, tree, move
        self._own_seat: Seat = view.viewer
        self._hand = tuple(card for card in view.hand if card != move.card) if isinstance(move, Play) else ()
        tokens = tuple(
            sum(bit(space) for space, owner in enumerate(view.board, 1) if owner == team)
            for team in range(view.options.teams)
        )
        space = move.space if isinstance(move, Play) else None
        before = _Turn(0, self._own_seat, tokens)
        self._wins = space is not None and self._completes(before, space)
        self._start = self._after(before, child_by(tree, move), space)

    def ends(self) -> list[Next]:
        """Return the end of the game, if the move itself wins."""
        return [Next("ends", seat=self._own_seat)] if self._wins else []

    def danger(self) -> Iterator[Next]:
        """Yield the danger that another team wins before the seat's next turn, unless that is the most
        frequent line."""
        chance = self._lost(self._start)
        if chance >= DANGER and not any(each.code == "five" for each in self.line()):
            yield Next("danger", {}, chance, self._own_seat)

    def line(self) -> Iterator[Next]:
        """Yield the most frequent move of each seat in turn."""
        at = self._start
        while at.node:
            branches = visited(self._tree, at.node)
            visits = sum(count for _, _, count in branches)
            if visits < LEAST:
                return
            branch, child, count = max(branches, key=lambda each: each[2])
            if count < USUALLY * visits:
                return
            space = branch + 1 if branch < SPACES else None
            if at.seat == self._own_seat and space is None:
                return
            yield self._next(at, branch, count / visits)
            if at.seat == self._own_seat or (space is not None and self._completes(at, space)):
                return
            at = self._after(at, child, space)

    def _next(self, at: _Turn, branch: int, chance: float) -> Next:
        if branch in _CODES:
            return Next(_CODES[branch], {}, chance, at.seat)
        space = branch + 1
        five = self._completes(at, space)
        card = self._card_for(at, space) if at.seat == self._own_seat else None
        if card is None:
            return Next("five" if five else "token", {"space": space}, chance, at.seat)
        return Next("play-five" if five else "play", {"card": card, "space": space}, chance, at.seat)

    def _card_for(self, at: _Turn, space: int) -> int | None:
        """Return the card that is played there if the hand is known: the one that reaches least of those that
        reach the space. After a draw nothing is known, since the drawn card may be better still."""
        free = [each for each in range(1, SPACES + 1) if not any(team & bit(each) for team in at.tokens)]
        reach = {card: [each for each in free if each >= card] for card in self._hand}
        if self._view.options.joker:
            reach = {card: spaces or free for card, spaces in reach.items()}
        reaching = [card for card, spaces in reach.items() if space in spaces]
        return min(reaching, key=lambda card: len(reach[card]), default=None)

    def _lost(self, at: _Turn) -> float:
        """Return the share of simulations in which another team has won before the seat's next turn."""
        if not at.node or at.seat == self._own_seat:
            return 0.0
        branches = visited(self._tree, at.node)
        visits, lost = sum(count for _, _, count in branches), 0.0
        theirs = team_of(self._view.options, at.seat) != team_of(self._view.options, self._own_seat)
        for branch, child, count in branches:
            space = branch + 1 if branch < SPACES else None
            if space is not None and self._completes(at, space):
                lost += count if theirs else 0
            else:
                lost += count * self._lost(self._after(at, child, space))
        return lost / max(1, visits)

    def _completes(self, at: _Turn, space: int) -> bool:
        return line_through(at.tokens[team_of(self._view.options, at.seat)], space) >= LINE

    def _after(self, at: _Turn, child: int, space: int | None) -> _Turn:
        team = team_of(self._view.options, at.seat)
        tokens = tuple(
            each | bit(space) if space is not None and number == team else each
            for number, each in enumerate(at.tokens)
        )
        return _Turn(child, (at.seat + 1) % self._view.options.players, tokens)
