"""State of a table, and its change by each event. Folding a table's entries gives its state."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from quincunx.core import randomness
from quincunx.core.chance import ChanceMove, Pick, Picked
from quincunx.core.day import DayChance
from quincunx.core.game import AnyGame, decode_options, name_in
from quincunx.core.values import Outcome, Seat
from quincunx.games import GAMES
from quincunx.table import clock as clocks
from quincunx.table.chat.lines import Talk
from quincunx.table.events import (
    BotPaceSet,
    BotSeated,
    ChanceMoved,
    Committed,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    Interrupted,
    Moved,
    OfDay,
    OfferTakenBack,
    RematchMade,
    Resigned,
    Revealed,
    RevealOpened,
    RevealVoided,
    Said,
    SatDown,
    SeatOpened,
    Started,
    StoodUp,
    TableMade,
    TableSettings,
    TimeRanOut,
    TookBack,
    Unrated,
    VacationSet,
    Wrote,
)
from quincunx.table.parts import CommitReveal, SeatState, Vacation
from quincunx.table.seats.person import tournament_of


class TableState(msgspec.Struct, frozen=True, gc=False):
    """The complete state of a table, secrets included. Viewers see it only through
    :mod:`quincunx.table.view`."""

    id: str
    version: int
    host: str
    host_name: str
    made_at: int
    settings: TableSettings
    game: AnyGame
    options: Any
    """The game's options, of its own type."""
    seed: str
    seats: tuple[SeatState, ...]
    status: Literal["waiting", "playing", "ended"] = "waiting"
    begins_by: int | None = None
    """The time at which bots sit down for absent people, at an appointment; milliseconds since 1970."""
    of_day: OfDay | None = None
    """The daily challenge played here."""
    origin: str | None = None
    """See :class:`quincunx.table.events.TableMade`."""
    commit_reveal: CommitReveal = CommitReveal()
    entropies: tuple[str, ...] = ()
    chance: int = randomness.VERSION
    """The version of ``docs/chance.md`` that the game's chance follows."""
    position: Any = None
    """The game's own state; ``None`` while the table waits for players."""
    questions: int = 0
    """The number of questions that chance has answered."""
    moved_at: int = 0
    """The version of the last change of the game itself."""
    moved_on: int = 0
    """The time of that change, in milliseconds since 1970. The player to move has kept the others waiting
    since then. Once the game has ended, it is the time of the end."""
    started_at: int = 0
    """The time of the entry that started the game, in milliseconds since 1970."""
    offers: tuple[Seat, ...] = ()
    """Seats that offer a draw."""
    offered: tuple[tuple[Seat, int], ...] = ()
    """The turn of the game in which each seat last offered a draw."""
    resigned: tuple[Seat, ...] = ()
    outcome: Outcome | None = None
    rematch: str | None = None
    chain: str = ""
    """The hash that the last entry carries."""
    changed_at: int = 0
    """The time of the last entry, in milliseconds since 1970."""
    quiet_since: int = 0
    """The time of the last entry by a person or bot, moved by later outages. The table's expiry counts from
    it."""
    resumed_at: int = 0
    """The end of the last recorded outage, in milliseconds since 1970."""
    interruptions: tuple[Interrupted, ...] = ()
    """The recorded outages of a table with the deal of a day."""
    clock: clocks.Clock | None = None
    """The clocks, in a game with clocks that has started."""
    talk: Talk = Talk()
    have_moved: tuple[Seat, ...] = ()
    """Seats whose people have made a move. Moves of a bot in their place do not count."""
    is_unrated: bool = False
    """True if the game was to be rated but began unrated, for want of capacity for its bots at their levels.
    """

    @property
    def last_at(self) -> int:
        """The latest time known at the table, in milliseconds since 1970."""
        return max(self.changed_at, self.resumed_at, 0 if self.clock is None else self.clock.now)

    @property
    def goes_on_alone(self) -> bool:
        """True if bots play on while no person plays. A game with clocks, as every rated one, is always
        finished."""
        return self.clock is not None and any(seat.kind == "stand_in" for seat in self.seats)

    def to_move(self) -> Seat | None:
        """The seat to move in the game, or chance; ``None`` if no game is running."""
        if self.status != "playing":
            return None
        return self.game.to_move(self.position)

    def bot_to_move(self) -> Seat | None:
        """The seat for which a bot must move now, if any."""
        seat = self.to_move()
        return seat if seat is not None and seat >= 0 and self.seats[seat].is_bot_played else None

    def awaited(self) -> tuple[Seat, ...]:
        """The seats whose devices must reveal now or, after a void round, commit again."""
        if self.commit_reveal.until is None:
            return ()
        if self.commit_reveal.taking_part is None:
            return tuple(seat for seat in self.commit_reveal.invited if not self.seats[seat].commitment)
        return tuple(seat for seat in self.commit_reveal.taking_part if not self.seats[seat].entropy)

    def left_out(self) -> tuple[Seat, ...]:
        """The people's seats that added nothing to the game's chance; empty before the start."""
        if "" not in self.entropies:
            return ()
        return tuple(
            seat
            for seat, (state, entropy) in enumerate(zip(self.seats, self.entropies, strict=False))
            if state.person is not None and not entropy
        )

    @property
    def is_peopled(self) -> bool:
        """True if a person plays on a seat, or a seat is open or kept."""
        return not all(seat.is_bot_played for seat in self.seats)

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of all people with a seat, with a seat held by a bot, or with a kept seat. Sorted, without
        duplicates."""
        return _each_once(tuple([seat.person for seat in self.seats]))

    def seats_of(self, person: str) -> tuple[Seat, ...]:
        """The seats on which this person sits."""
        return tuple(
            seat for seat, state in enumerate(self.seats) if state.kind == "person" and state.person == person
        )


@lru_cache(maxsize=4096)
def _each_once(people: tuple[str | None, ...]) -> tuple[str, ...]:
    # Cached, because it is asked at every move and the answer hardly ever changes.
    return tuple(sorted({person for person in people if person is not None}))


def initial_state(event: TableMade, at: int) -> TableState:
    """The state of a new table, before anyone sits."""
    seats: list[SeatState] = []
    for setup, person, name in zip(event.settings.seats, event.kept_for, event.kept_names, strict=True):
        if setup.kind == "bot":
            seats.append(SeatState("bot", level=setup.level))
        elif person is not None:
            seats.append(SeatState("kept", person, name))
        else:
            seats.append(SeatState("open"))
    options = decode_options(GAMES, event.settings.options)
    return TableState(
        id=event.table,
        version=0,
        host=event.host,
        host_name=event.host_name,
        made_at=at,
        settings=event.settings,
        game=GAMES[name_in(options)],
        options=options,
        seed=event.seed,
        seats=tuple(seats),
        begins_by=event.begins_by,
        of_day=event.of_day,
        origin=event.origin,
    )


class Step(msgspec.Struct, frozen=True, gc=False):
    """One event, with the states before and after it. ``before`` is ``None`` for a table's first event."""

    before: TableState | None
    event: Event
    after: TableState


def follow(state: TableState, events: Iterable[Event]) -> tuple[Step, ...]:
    """Apply these events one after the other, and return a step for each."""
    steps: list[Step] = []
    for event in events:
        after = evolve(state, event)
        steps.append(Step(state, event, after))
        state = after
    return tuple(steps)


def evolve(state: TableState, event: Event) -> TableState:
    """The state after an event. Events are facts, so nothing is refused here. But a move against the rules
    raises :class:`~quincunx.core.reason.GameError`."""
    game = state.game
    match event:
        case Moved(seat=seat, move=move):  # first, since most events are moves
            position = game.apply(state.position, game.decode_move(move))
            return replace(_silent(_count_move(state, seat), seat), position=position)
        case TableMade():
            raise ValueError("a table is made once")
        case SatDown(seat=seat, person=person, name=name):
            # Entropy that was sent at once, by version 1 of chance, counts only in what has started with it.
            taken = SeatState("person", person, name, commitment=event.commitment, network=event.network)
            return _sit(state, seat, taken)
        case StoodUp(seat=seat, level=None) | SeatOpened(seat=seat):
            return _sit(state, seat, SeatState("open"))
        case StoodUp(seat=seat, level=level):
            left = replace(state.seats[seat], kind="stand_in", level=level)
            return _silent(_sit(state, seat, left), seat)
        case TimeRanOut(seat=seat, level=level):
            left = replace(state.seats[seat], kind="stand_in", level=level, ran_out=True)
            return _silent(_sit(state, seat, left), seat)
        case TookBack(seat=seat):
            return _sit(state, seat, replace(state.seats[seat], kind="person", level=None, ran_out=False))
        case BotSeated(seat=seat, level=level):
            return _sit(state, seat, SeatState("bot", level=level))
        case Unrated():
            return replace(state, settings=replace(state.settings, rated=False), is_unrated=True)
        case Committed(seat=seat, commitment=commitment):
            return _sit(state, seat, replace(state.seats[seat], commitment=commitment))
        case RevealOpened() | Revealed() | RevealVoided() | Started():
            return _mix(state, event)
        case ChanceMoved(move=move):
            return replace(state, position=game.apply(state.position, move), questions=state.questions + 1)
        case BotPaceSet(pace=pace):
            return replace(state, settings=replace(state.settings, bot_pace=pace))
        case DrawOffered(seat=seat):
            others = tuple(each for each in state.offered if each[0] != seat)
            turn = state.game.turn(state.position).number
            return replace(state, offers=(*state.offers, seat), offered=(*others, (seat, turn)))
        case OfferTakenBack(seat=seat):
            return replace(state, offers=_without(state.offers, seat))
        case DrawDeclined():
            return replace(state, offers=())
        case Resigned(seat=seat):
            return replace(state, resigned=(*state.resigned, seat))
        case Interrupted():
            return _resume(state, event)
        case VacationSet():
            return _rest(state, event)
        case Ended(outcome=outcome):
            return replace(state, status="ended", outcome=outcome, offers=())
        case RematchMade(table=table):
            return replace(state, rematch=table)
        case Said() | Wrote():
            return state  # no decision depends on chat lines; they are added when the entry is folded


def _mix(state: TableState, event: RevealOpened | Revealed | RevealVoided | Started) -> TableState:
    commit_reveal = state.commit_reveal
    match event:
        case RevealOpened(taking_part=taking_part, until=until):
            return replace(state, commit_reveal=replace(commit_reveal, taking_part=taking_part, until=until))
        case Revealed(seat=seat, entropy=entropy):
            return _sit(state, seat, replace(state.seats[seat], entropy=entropy))
        case RevealVoided(missing=missing, seed=seed, until=until):
            invited = tuple(seat for seat in commit_reveal.taking_part or () if seat not in missing)
            commit_reveal = CommitReveal(
                commit_reveal.round + 1, None, invited, (*commit_reveal.voided, missing), until
            )
            seats = tuple(replace(seat, entropy="", commitment="") for seat in state.seats)
            return replace(state, seed=seed, seats=seats, commit_reveal=commit_reveal)
        case Started(entropies=entropies, chance=chance):
            commit_reveal = replace(commit_reveal, taking_part=commit_reveal.taking_part or (), until=None)
            state = replace(
                state, status="playing", commit_reveal=commit_reveal, entropies=entropies, chance=chance
            )
            options = _with_lot(state)
            return replace(state, options=options, position=state.game.initial(options))


def _resume(state: TableState, event: Interrupted) -> TableState:
    """Move every deadline by what it lost: the whole outage, or its part after the table's last entry."""
    until = event.until
    by = until - max(event.since, state.last_at)
    commit_reveal, begins_by = state.commit_reveal, state.begins_by
    if commit_reveal.until is not None:
        commit_reveal = replace(commit_reveal, until=commit_reveal.until + by)
    if begins_by is not None and state.status == "waiting":
        begins_by += by
    return replace(
        state,
        commit_reveal=commit_reveal,
        begins_by=begins_by,
        clock=state.clock and clocks.pause(state.clock, by, until),
        quiet_since=state.quiet_since + by,
        resumed_at=until,
        interruptions=() if state.of_day is None else (*state.interruptions, event),
    )


def _rest(state: TableState, event: VacationSet) -> TableState:
    """Record a person's vacation, for which the clock of their turn stands still."""
    seat, vacation = event.seat, Vacation(event.since, event.until)
    known = state.seats[seat].vacation
    resting_until = 0 if known is None else known.until
    clock = state.clock and clocks.rest(state.clock, seat, vacation.since, vacation.until, resting_until)
    return replace(_sit(state, seat, replace(state.seats[seat], vacation=vacation)), clock=clock)


LOT: Final = (1 << 64) - 1
"""The number of chance's question for the starting player of a rated game. No game asks so many questions."""


def _with_lot(state: TableState) -> Any:
    """The options with which the game starts. In a rated game the starting player is drawn by lot, not
    chosen. Games that draw lots themselves are left to do so. Tournaments balance the starting players over
    all their tables."""
    if not state.settings.rated or state.options.first is None or tournament_of(state.host) is not None:
        return state.options
    drawn = randomness_of(state).chance_move(LOT, Pick(state.game.players(state.options)))
    assert isinstance(drawn, Picked)
    return replace(state.options, first=drawn.number)


def _without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(each for each in seats if each != seat)


def _count_move(state: TableState, seat: Seat) -> TableState:
    """Count a bot's move in place of a person as help. Record that a person has moved."""
    taken = state.seats[seat]
    if taken.kind == "person" and seat not in state.have_moved:
        return replace(state, have_moved=(*state.have_moved, seat))
    if taken.kind != "stand_in":
        return state
    turn = state.game.turn(state.position).number
    turns = taken.bot_turns + (turn != taken.last_bot_turn)
    helped = replace(taken, bot_moves=taken.bot_moves + 1, bot_turns=turns, last_bot_turn=turn)
    return _sit(state, seat, helped)


def _silent(state: TableState, seat: Seat) -> TableState:
    """Withdraw the offers of a player who moves or leaves."""
    if seat not in state.offers and seat not in state.resigned:
        return state
    return replace(state, offers=_without(state.offers, seat), resigned=_without(state.resigned, seat))


def _sit(state: TableState, seat: Seat, taken: SeatState) -> TableState:
    return replace(state, seats=(*state.seats[:seat], taken, *state.seats[seat + 1 :]))


def answer_due(state: TableState) -> ChanceMove:
    """The answer of chance to the game's current question."""
    question = state.game.asks(state.position)
    if state.of_day is None:
        return randomness_of(state).chance_move(state.questions, question)
    deal = state.game.day
    if deal is None:
        raise ValueError(f"{state.game.title} has no deal of the day")
    chance = DayChance(bytes.fromhex(state.seed), state.game.name)
    return chance.chance_move(deal.streams(state.position), question)


def randomness_of(state: TableState) -> randomness.Randomness:
    """The table's source of chance, made from the seed and the devices' entropies."""
    entropies = tuple(map(bytes.fromhex, state.entropies))
    return randomness.Randomness(bytes.fromhex(state.seed), entropies, state.chance)
