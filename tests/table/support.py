"""A table played by hand in the tests: people, seats, and one line per command."""

from __future__ import annotations

from random import Random

from quincunx.games.cinco.types import CincoOptions
from quincunx.core.game import Seat
from quincunx.games import Options, game_of
from quincunx.table.commands import Command, MakeMove, SitDown
from quincunx.table.events import Entry, Event, SeatSetup, TableSettings
from quincunx.table.person import SYSTEM, Person
from quincunx.table.state import TableState, advance
from quincunx.table.decide import decide, make

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


def entropy(number: int) -> str:
    """What some device drew."""
    return f"{number:064x}"


def settings(
    options: Options = TWO,
    seats: tuple[SeatSetup, ...] | None = None,
    *,
    one_device: bool = False,
    listed: bool = False,
    watchable: bool = True,
) -> TableSettings:
    """Settings with the host on the first seat and the others open, unless told otherwise."""
    planned = seats or (ME, *(OPEN,) * (game_of(options).players(options) - 1))
    return TableSettings(options, planned, one_device, listed, watchable)


class Desk:
    """One table and its journal."""

    def __init__(
        self,
        set_up: TableSettings | None = None,
        host: Person = ALICE,
        seed: str = SEED,
        table: str = "table-of-the-tests-0001",
    ) -> None:
        events = make(table, host, set_up or settings(), seed)
        self.entries = [Entry(table, 1, "make", 1_000, events)]
        self.state: TableState = advance(None, self.entries[0])

    def do(
        self,
        person: Person,
        command: Command,
        version: int | None = None,
        absent: frozenset[str] = frozenset(),
    ) -> tuple[Event, ...]:
        """One command, decided on the newest version unless told otherwise."""
        state = self.state
        seen = state.version if version is None else version
        events = decide(state, command, person, seen, absent)
        self.write(events)
        return events

    def write(self, events: tuple[Event, ...]) -> None:
        """One more entry, whatever it says."""
        version = self.state.version + 1
        entry = Entry(self.state.id, version, f"key-{version}", 1_000 * version, events)
        self.entries.append(entry)
        self.state = advance(self.state, entry)

    def seat_everybody(self) -> Desk:
        """Each open or kept seat gets a person of its own, or whoever it is kept for."""
        for seat, seat_state in enumerate(self.state.seats):
            if seat_state.kind in ("open", "kept"):
                person = next((each for each in PEOPLE if each.id == seat_state.person), PEOPLE[seat])
                self.do(person, SitDown(seat, entropy(seat + 1)))
        return self

    def mover(self) -> tuple[Person, Seat]:
        """Who moves for the seat to move."""
        seat = self.state.to_move()
        assert seat is not None
        seat_state = self.state.seats[seat]
        return (SYSTEM if seat_state.is_bot_played else Person(seat_state.person or "", seat_state.name or "")), seat

    def move(self, random: Random) -> tuple[Event, ...]:
        """Some legal move of whoever is to move."""
        person, seat = self.mover()
        moves = game_of(self.state.settings.options).legal_moves(self.state.game)
        return self.do(person, MakeMove(seat, random.choice(moves)))

    def play(self, random: Random, most: int = 5_000) -> Desk:
        """Play on at random, at most so many moves."""
        for _ in range(most):
            if self.state.status != "playing":
                break
            self.move(random)
        return self
