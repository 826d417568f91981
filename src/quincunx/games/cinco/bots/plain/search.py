"""The search of :mod:`quincunx.games.cinco.bots.kernels.tree_search` in plain Python, for the same tree: a
thousandth of the speed, and so a few hundred simulations a move."""

from __future__ import annotations

import math
from random import Random
from typing import Final

from quincunx.games.cinco.actions import PLAY_BASE
from quincunx.games.cinco.bots.decisions import PREDICTED, Effort
from quincunx.games.cinco.bots.plain.candidates import Candidates, candidates
from quincunx.games.cinco.bots.plain.deals import Belief, Game
from quincunx.games.cinco.bots.plain.position import Position
from quincunx.games.cinco.types import CincoView

MOST_NODES: Final = 60_000
"""The search continues in a full tree without adding nodes."""


class Node:
    """A node of the tree. Its branches are the public parts of moves."""

    __slots__ = ("children", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[int, Node] = {}
        self.visits = 0
        self.total = 0.0
        """The sum of the simulations' worths to the team that moved into the node."""


def branch_of(move: int) -> int:
    """Return the public part of a move: a space, a card spent (0), a draw or an exchange."""
    return move % PLAY_BASE if move >= PLAY_BASE else -1 - move


class Search:
    """A tree that grows by simulations."""

    def __init__(self, view: CincoView, root: Position, effort: Effort, random: Random) -> None:
        self.tree = Node()
        self._root = root
        self._options = _Options(candidates(root), effort)
        self._belief = Belief(view, root.notes)
        self._effort = effort
        self._random = random
        self._nodes = 1

    def simulate(self) -> None:
        """Add one simulation: deal the hidden cards, and descend until the searcher is to move in a new
        node."""
        game = Game(self._root, self._belief.deal(self._random), self._random)
        path: list[tuple[Node, int]] = []
        move = self._options.move_to_follow(self.tree, self._effort)
        worth = self._play_on(game, move, path)
        self.tree.visits += 1
        for node, team in path:
            node.visits += 1
            node.total += worth[team]

    def _play_on(self, game: Game, move: int, path: list[tuple[Node, int]]) -> list[float]:
        """Return the worth to each team; ``path`` receives the nodes, and the teams that moved into them."""
        searcher, teams = self._root.seat, self._root.options.teams
        node: Node | None = self.tree
        while True:
            if node is not None:
                node = self._child(node, move)
                if node is not None:
                    path.append((node, game.state.seat % teams))
            game.make(move)
            if game.state.outcome is not None:
                return _result(game)
            position = game.position()
            is_known = node is not None and node.visits > 0
            own = position.seat == searcher
            options = _Options(candidates(position), self._effort)
            if node is not None and is_known and (own or self._random.randrange(PREDICTED) == 0):
                move = options.move_to_follow(node, self._effort)
            elif own:
                return _worth(position, options)
            else:
                move = options.moves[options.best]

    def _child(self, node: Node, move: int) -> Node | None:
        """Return the child of a node for a move, a new one if there is room."""
        branch = branch_of(move)
        child = node.children.get(branch)
        if child is None and self._nodes < MOST_NODES:
            child = node.children[branch] = Node()
            self._nodes += 1
        return child


class _Options:
    """The moves of a node, with the network's estimates and priors; sure wins are chances of 1."""

    def __init__(self, found: Candidates, effort: Effort) -> None:
        self.moves, self.sums = found.moves, found.sums
        self.values = [min(1.0, value) for value in found.values]
        top = max(self.values)
        self.best = self.values.index(top)
        self._temperature = effort.temperature
        self._priors: list[float] = []

    def move_to_follow(self, node: Node, effort: Effort) -> int:
        """Return the move to explore next, by PUCT."""
        if not self._priors:
            top = self.values[self.best]
            weights = [math.exp((value - top) / self._temperature) for value in self.values]
            total = sum(weights)
            self._priors = [weight / total for weight in weights]
        children = [node.children.get(branch_of(move)) for move in self.moves]
        seen = sum(child.visits for child in children if child)
        reach = effort.c_puct * math.sqrt(seen + 1.0)
        best, chosen = -1.0, self.moves[0]
        for move, value, prior, child in zip(self.moves, self.values, self._priors, children, strict=True):
            # The network's value counts as one more simulation.
            score = value + reach * prior
            if child:
                score = (score + child.total) / (child.visits + 1)
            if score > best:
                best, chosen = score, move
        return chosen


def _result(game: Game) -> list[float]:
    """Return the worth of a finished game to each team."""
    outcome, teams = game.state.outcome, game.state.options.teams
    if outcome is None or not outcome.winners:
        return [1.0 / teams] * teams
    winner = outcome.winners[0] % teams
    return [1.0 if team == winner else 0.0 for team in range(teams)]


def _worth(position: Position, options: _Options) -> list[float]:
    """Return the worth of the best move to each team."""
    teams = position.options.teams
    team, value = position.seat % teams, options.values[options.best]
    if teams > 2 and value < 1.0:
        seen = position.board.network.chances(options.sums[options.best])
        return [seen[(each - team) % teams] for each in range(teams)]
    return [value if each == team else (1.0 - value) / (teams - 1) for each in range(teams)]
