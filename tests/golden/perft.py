"""Counts of the tree of moves from fixed positions, chance answering as the record's seed says.

Every rule that lets a move in or keeps one out changes some of these numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from quincunx.core.chance import CHANCE
from quincunx.core.game import AnyGame
from quincunx.core.randomness import Randomness
from quincunx.core.record import Record, read, replay
from quincunx.games import GAMES
from tests.golden.games import RECORDS

PERFT = Path("testdata/perft.json")
MOST_LEAVES = 15_000
DEPTHS = 6


class Position(msgspec.Struct, frozen=True):
    """The number of positions 1, 2 … moves after a record's ply; ended games are not continued."""

    record: str
    ply: int
    counts: tuple[int, ...]


class Node(msgspec.Struct, frozen=True):
    state: Any
    questions: int
    """The number of questions to chance so far."""


def children(game: AnyGame, randomness: Randomness, node: Node) -> Iterator[Node]:
    """The positions after each legal move, with chance's answers to it."""
    for move in game.legal_moves(node.state):
        yield settled(game, randomness, Node(game.apply(node.state, move), node.questions))


def settled(game: AnyGame, randomness: Randomness, node: Node) -> Node:
    """The position once chance has answered."""
    state, questions = node.state, node.questions
    while game.to_move(state) == CHANCE:
        state = game.apply(state, randomness.chance_move(questions, game.asks(state)))
        questions += 1
    return Node(state, questions)


def count(record: Record, ply: int, depths: int = DEPTHS) -> tuple[int, ...]:
    """The counts for depths 1, 2 …, up to the last that has few enough leaves."""
    assert record.seed is not None
    randomness = Randomness(bytes.fromhex(record.seed), tuple(map(bytes.fromhex, record.entropies)))
    game = record.game
    state, questions = game.initial(record.options), 0
    for each in replay(record):
        if each.number > ply:
            break
        state = each.after
        questions += each.step.seat == CHANCE
    nodes = [settled(game, randomness, Node(state, questions))]
    counts: list[int] = []
    while nodes and len(counts) < depths:
        if sum(len(game.legal_moves(node.state)) for node in nodes) > MOST_LEAVES:
            break
        nodes = [child for node in nodes for child in children(game, randomness, node)]
        counts.append(len(nodes))
    return tuple(counts)


def positions() -> Iterator[Position]:
    """The beginning, the middle and the end of every record that shows its seed."""
    for file in sorted(RECORDS.glob("*.txt")):
        record = read(file.read_bytes(), GAMES)
        if record.seed is None:
            continue
        length = len(record.steps)
        for ply in sorted({0, length // 2, length - 12, length - 3}):
            yield Position(file.name, ply, count(record, ply))


def dump() -> str:
    """All positions as JSON, one a line."""
    lines = (msgspec.json.encode(position).decode() for position in positions())
    return "[\n" + ",\n".join(lines) + "\n]\n"
