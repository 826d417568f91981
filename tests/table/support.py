"""A table played by hand in the tests: people, seats, and one line per command."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

import pytest

from quincunx.core.game import AnyGame, encode
from quincunx.core.randomness import entropy_commitment
from quincunx.core.reason import Reason, Refusal
from quincunx.core.values import Seat
from quincunx.games import game_of
from quincunx.games.cinco.types import CincoOptions
from quincunx.table.chance import day as days
from quincunx.table.commands import Command, MakeMove, Reveal, SitDown
from quincunx.table.decide import decide
from quincunx.table.events import Entry, Event, Moved, OfDay, SeatSetup, TableSettings
from quincunx.table.fold import advance
from quincunx.table.seats.person import SYSTEM, Person
from quincunx.table.seats.setup import create_table
from quincunx.table.seats.sitting import AWAY_MILLISECONDS
from quincunx.table.state import TableState

ALICE = Person("alice-cookie", "Alice")
BOB = Person("bob-cookie", "Bob")
CAROL = Person("carol-cookie", "Carol")
DAVE = Person("dave-cookie", "Dave")
PEOPLE = (ALICE, BOB, CAROL, DAVE, Person("erin-cookie", "Erin"), Person("finn-cookie", "Finn"))

ME = SeatSetup("me")
OPEN = SeatSetup("open")
BOT = SeatSetup("bot", "random")

SEED = "5e" * 32
TWO = CincoOptions(first=0)
NOW = 10 * AWAY_MILLISECONDS


def entropy(number: int) -> str:
    """The entropy that a device drew."""
    return f"{number:064x}"


def promise(number: int) -> str:
    """The commitment to that entropy."""
    return entropy_commitment(entropy(number))


def settings(
    options: Any = TWO,
    seats: tuple[SeatSetup, ...] | None = None,
    *,
    one_device: bool = False,
    listed: bool = False,
    watchable: bool = True,
) -> TableSettings:
    """Settings with the host on the first seat and the others open, unless told otherwise."""
    planned = seats or (ME, *(OPEN,) * (game_of(options).players(options) - 1))
    return TableSettings(encode(options), planned, one_device, listed, watchable)


def make_move(seat: Seat, move: Any) -> MakeMove:
    """The command to make this move."""
    return MakeMove(seat, encode(move))


def moved(seat: Seat, move: Any) -> Moved:
    """The event of this move."""
    return Moved(seat, encode(move))


class Desk:
    """One table and its journal."""

    def __init__(
        self,
        set_up: TableSettings | None = None,
        host: Person = ALICE,
        seed: str = SEED,
        table: str = "table-of-the-tests-0001",
        kept: tuple[Person | None, ...] | None = None,
        begins_by: int | None = None,
    ) -> None:
        events = create_table(table, host, set_up or settings(), seed, kept, begins_by=begins_by)
        self.entries = [Entry(table, 1, "make", 1_000, events)]
        self.state: TableState = advance(None, self.entries[0])
        self.now: int | None = None
        """The time in ms, where a test sets it; otherwise every entry has a time of its own."""

    def do(
        self,
        person: Person,
        command: Command,
        version: int | None = None,
        away: Collection[str] = (),
        here: Collection[str] = (),
    ) -> tuple[Event, ...]:
        """One command, decided on the newest version unless told otherwise; ``away`` are the ids of people
        who have been gone for long, ``here`` of those who are connected and can reveal."""
        state = self.state
        seen = state.version if version is None else version
        now = NOW if self.now is None else self.now
        steps = decide(state, command, person, seen, now, dict.fromkeys(away, now - AWAY_MILLISECONDS), here)
        events = tuple(step.event for step in steps)
        self.write(events)
        return events

    def refused(
        self,
        person: Person,
        command: Command,
        version: int | None = None,
        away: Collection[str] = (),
        here: Collection[str] = (),
    ) -> Reason:
        """The command must be refused and change nothing."""
        before = self.state
        with pytest.raises(Refusal) as caught:
            self.do(person, command, version, away, here)
        assert self.state == before
        assert caught.value.reason.sentence.endswith(".")
        return caught.value.reason

    def write(self, events: tuple[Event, ...]) -> None:
        """One more entry, whatever it says."""
        version = self.state.version + 1
        at = 1_000 * version if self.now is None else self.now
        entry = Entry(self.state.id, version, f"key-{version}", at, events)
        self.entries.append(entry)
        self.state = advance(self.state, entry)

    def seat_everybody(self) -> Desk:
        """Seat a person on each open seat, and the expected person on each kept one. All devices are there
        and take part in commit–reveal."""
        for seat, each in enumerate(self.state.seats):
            if each.kind in ("open", "kept"):
                person = next((one for one in PEOPLE if one.id == each.person), PEOPLE[seat])
                self.do(person, SitDown(seat, promise(seat + 1)), here=[each.id for each in PEOPLE])
        return self.reveal_all()

    def reveal_all(self, but: Collection[Seat] = ()) -> Desk:
        """Every device that is asked reveals what :meth:`seat_everybody` has committed to, ``but`` these."""
        for seat in self.state.awaited():
            if seat not in but:
                person = Person(self.state.seats[seat].person or "", self.state.seats[seat].name or "")
                self.do(person, Reveal(seat, entropy(seat + 1)))
        return self

    def mover(self) -> tuple[Person, Seat]:
        """The person who moves for the seat to move, and that seat."""
        seat = self.state.to_move()
        assert seat is not None
        state = self.state.seats[seat]
        return (SYSTEM if state.is_bot_played else Person(state.person or "", state.name or "")), seat

    def move(self, random: Random) -> tuple[Event, ...]:
        """Make a legal move for the seat to move."""
        person, seat = self.mover()
        moves = self.state.game.legal_moves(self.state.position)
        return self.do(person, make_move(seat, random.choice(moves)))

    def play(self, random: Random, most: int = 5_000) -> Desk:
        """Play on at random, at most so many moves."""
        for _ in range(most):
            if self.state.status != "playing":
                break
            self.move(random)
        return self


class DayDesk(Desk):
    """A table at which Alice plays a day's deal; an hour of the day has gone by."""

    def __init__(
        self,
        game: AnyGame,
        day: int = 20_000,
        seed: str = SEED,
        *,
        is_practice: bool = False,
        person: Person = ALICE,
        at: int | None = None,
    ) -> None:
        table = f"table-of-the-day-{game.name}"
        events = days.create_day_table(table, person, game, OfDay(day, is_practice), seed)
        self.now = days.begins_at(day) + 3_600_000 if at is None else at
        self.entries = [Entry(table, 1, "make", self.now, events)]
        self.state = advance(None, self.entries[0])


def seated(plan: TableSettings | None = None) -> Desk:
    """A table that has begun, with a person on every seat that is not a bot's."""
    return Desk(plan).seat_everybody()
