"""The games that are kept: one for each way to set up a game, and some in which rare things happen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from quincunx.core.chance import CHANCE, Pick, Picked, Shuffled
from quincunx.core.randomness import Randomness, commitment
from quincunx.core.record import Record, replay
from quincunx.core.values import Outcome, Step
from quincunx.games import game_of
from quincunx.games.cinco.types import CincoOptions, Draw, Exchange
from quincunx.games.cinqo.types import CinqoOptions
from tests.games.support import SETUPS, name_of

RECORDS = Path("testdata/records")
NAMES = ("Ada", "Bruno", "Chiara", "Dmitri", "Élodie", "Fatma")
MOST_PLIES = 5000

Wanted = Callable[[Record], bool]


class Special(msgspec.Struct, frozen=True):
    """A game in which something rare happens, found by trying.

    ``restless`` is the share, of 100, of moves that are the last of the legal ones: at Cinco to draw
    or to exchange, at Cinq-O to rack everything.
    """

    options: Any
    wanted: Wanted
    restless: int = 0
    finish: Callable[[Record], Record] = lambda record: record


def ends(termination: str, most: int = MOST_PLIES) -> Wanted:
    """Games that end like this after so many plies at most."""
    return lambda record: (
        record.outcome is not None and record.outcome.termination == termination and len(record.steps) <= most
    )


def reshuffles_within(kind: type[Exchange] | type[Draw], drawn: int) -> Wanted:
    """Games in which the pile runs out during a move of this kind, when so many cards have been drawn."""

    def wanted(record: Record) -> bool:
        plies = list(replay(record)) if record.outcome else []
        return len(record.steps) <= 400 and any(
            isinstance(ply.step.move, Shuffled)
            and isinstance(before.step.move, kind)
            and len(before.before.pile) == drawn
            for before, ply in pairwise(plies)
        )

    return wanted


def fives(record: Record) -> bool:
    """Short games of Cinq-O with a five of a kind in one roll."""
    return len(record.steps) <= 120 and any(
        result.kind == "five" for ply in replay(record) for result in ply.after.history
    )


def broken_off(outcome: Outcome | None, plies: int) -> Callable[[Record], Record]:
    """The same game up to a ply, with an outcome that no rule brings about, and a secret still kept."""
    return lambda record: replace(
        record,
        steps=record.steps[:plies],
        outcome=outcome,
        seed=record.seed if outcome else None,
    )


def anything(record: Record) -> bool:
    return record.outcome is not None


SPECIALS: dict[str, Special] = {
    **{name_of(options): Special(options, lambda record: len(record.steps) <= 200, 30) for options in SETUPS},
    "cinco-reshuffle-in-exchange": Special(CincoOptions(2), reshuffles_within(Exchange, 2), 70),
    "cinco-reshuffle-in-exchange-4": Special(CincoOptions(4, 2, True), reshuffles_within(Exchange, 1), 80),
    "cinco-reshuffle-before-draw": Special(CincoOptions(3, 3), reshuffles_within(Draw, 0), 70),
    "cinco-reshuffle-empty-exchange": Special(CincoOptions(4, 2), reshuffles_within(Exchange, 0), 80),
    "cinco-tokens": Special(CincoOptions(2, first=1), ends("tokens"), 20),
    "cinco-board": Special(CincoOptions(3, 3, True), ends("board"), 20),
    "cinco-agreed": Special(CincoOptions(4, 2), anything, 30, broken_off(Outcome("agreed", ()), 40)),
    "cinco-truncated": Special(CincoOptions(2), anything, 30, broken_off(Outcome("truncated", ()), 30)),
    "cinco-unfinished": Special(CincoOptions(2), anything, 30, broken_off(None, 25)),
    "cinqo-five-of-a-kind": Special(CinqoOptions(2), fives, 50),
    "cinqo-unfinished": Special(CinqoOptions(3), anything, 30, broken_off(None, 20)),
}


def record_of(name: str) -> Record:
    """A new record of this name: the first game that has what is wanted."""
    special = SPECIALS[name]
    for attempt in range(20_000):
        record = _play(f"{name} {attempt}", special)
        if special.wanted(record):
            return special.finish(record)
    raise ValueError(f"no game for {name}")


def _play(text: str, special: Special) -> Record:
    seed = sha256(text.encode()).digest()
    players = special.options.players
    # Every other seat is a bot's, which adds no entropy.
    entropies = tuple(sha256(f"{text} {seat}".encode()).digest() * (seat % 2 == 0) for seat in range(players))
    randomness, taste = Randomness(seed, entropies), Randomness(seed, ())
    game = game_of(special.options)
    state = game.initial(special.options)
    steps: list[Step] = []
    questions = 0
    while (turn := game.to_move(state)) is not None and len(steps) < MOST_PLIES:
        move: Any
        if turn == CHANCE:
            move = randomness.chance_move(questions, game.asks(state))
            questions += 1
        else:
            move = _choose(taste, len(steps), game.legal_moves(state), special.restless)
        steps.append(Step(turn, move))
        state = game.apply(state, move)
    return Record(
        game,
        special.options,
        NAMES[:players],
        tuple(steps),
        game.outcome(state),
        commitment(seed),
        seed.hex(),
        tuple(entropy.hex() for entropy in entropies),
    )


def _choose(taste: Randomness, ply: int, legal: Sequence[Any], restless: int) -> Any:
    # Python's own random numbers are not promised to stay the same from version to version.
    lot, which = (taste.chance_move(2 * ply + half, Pick(n)) for half, n in enumerate((100, len(legal))))
    assert isinstance(lot, Picked)
    assert isinstance(which, Picked)
    return legal[-1] if lot.number < restless else legal[which.number]


def stored() -> Iterator[Path]:
    """The kept records, by name."""
    return iter(sorted(RECORDS.glob("*.txt")))
