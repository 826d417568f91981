"""Games of Trio for the tests: played by chance's own rules, or at a table by people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from quincunx.core.chance import CHANCE
from quincunx.core.game import encode
from quincunx.core.randomness import Randomness, commitment
from quincunx.core.record import Record, write
from quincunx.core.values import Seat, Step
from quincunx.table.commands import Command, MakeMove, SitDown
from quincunx.table.decide import decide
from quincunx.table.events import Entry, Event, SeatSetup, TableSettings
from quincunx.table.fold import advance
from quincunx.table.record import game_record
from quincunx.table.seats.person import Person
from quincunx.table.seats.setup import create_table
from quincunx.table.state import TableState
from tests.third.game.game import GAME
from tests.third.game.state import TrioState
from tests.third.game.types import TrioOptions

ALICE, BOB, CAROL = PEOPLE = (Person("a" * 22, "Alice"), Person("b" * 22, "Bob"), Person("c" * 22, "Carol"))
ME, OPEN, BOT = SeatSetup("me"), SeatSetup("open"), SeatSetup("bot", "expert")
SETUPS = (TrioOptions(), TrioOptions(3, 2, 1), TrioOptions(2, 0, 0), TrioOptions(3, 3))
TWO = TrioOptions(first=0)
PLAIN = replace(GAME, reviewer=None, day=None, studies=None, puzzler=None)
"""Trio without all that a game may lack."""


def record_of(options: TrioOptions, number: int = 0) -> Record:
    """A whole game of random moves, with a seed and entropies to check."""
    seed, entropies = bytes([number]) * 32, tuple(bytes([seat] * 32) for seat in range(options.players))
    randomness, taste = Randomness(seed, entropies), Random(number)
    state, steps, questions = GAME.initial(options), list[Step](), 0
    while (seat := GAME.to_move(state)) is not None:
        move: Any
        if seat == CHANCE:
            move = randomness.chance_move(questions, GAME.asks(state))
            questions += 1
        else:
            move = taste.choice(GAME.legal_moves(state))
        steps.append(Step(seat, move))
        state = GAME.apply(state, move)
    return Record(
        game=GAME,
        options=options,
        names=tuple(person.name for person in PEOPLE[: options.players]),
        steps=tuple(steps),
        outcome=GAME.outcome(state),
        commitment=commitment(seed),
        seed=seed.hex(),
        entropies=tuple(entropy.hex() for entropy in entropies),
    )


class Table:
    """One table and its journal, with people on every seat unless told otherwise."""

    def __init__(self, options: TrioOptions = TWO, seats: tuple[SeatSetup, ...] | None = None) -> None:
        planned = seats or (ME, *(OPEN,) * (options.players - 1))
        settings = TableSettings(encode(options), planned)
        self.entries = [
            Entry(
                "table-of-the-tests",
                1,
                "make",
                1,
                create_table("table-of-the-tests", ALICE, settings, "5e" * 32),
            )
        ]
        self.state: TableState = advance(None, self.entries[0])
        for seat, taken in enumerate(self.state.seats):
            if not taken.is_taken:
                self.do(PEOPLE[seat], SitDown(seat, f"{seat + 1:064x}"))

    @property
    def position(self) -> TrioState:
        """The game's own state."""
        position: TrioState = self.state.position
        return position

    def do(self, person: Person, command: Command, last_seen: Mapping[str, int] = {}) -> tuple[Event, ...]:
        """One command, decided on the newest version, an hour after the one before."""
        version = self.state.version
        now = 3_600_000 * (version + 1)
        steps = decide(self.state, command, person, version, now, last_seen)
        events = tuple(step.event for step in steps)
        self.entries.append(Entry(self.state.id, version + 1, f"key-{version}", now, events))
        self.state = advance(self.state, self.entries[-1])
        return events

    def move(self, move: Any, seat: Seat | None = None) -> tuple[Event, ...]:
        """A move of the seat to move, or of another."""
        seat = self.state.to_move() if seat is None else seat
        assert seat is not None
        return self.do(PEOPLE[seat], MakeMove(seat, encode(move)))

    def record(self) -> str:
        """The record of the game, which has ended."""
        return write(game_record.record_of(tuple(self.entries), self.state))

    def play_on(self) -> None:
        """The first legal move of each seat, until the game is over."""
        while self.state.status == "playing":
            self.move(GAME.legal_moves(self.position)[0])
