"""What came of a game, for the people who played it. Pure: it follows from the table's state alone.

Whoever has left a game has lost it for the rating, whatever the bot in their seat made of it. Somebody has
left if a bot holds their seat at the end, or has moved for them in more than :data:`MOST_BOT_TURNS` turns.
``docs/ratings.md`` has the rules with a table of cases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec

from quincunx.core.day import SEAT
from quincunx.core.game import encode
from quincunx.core.values import OptionsData, Outcome, Seat
from quincunx.table.chance.day import opens_at
from quincunx.table.deadlines.expiry import ABANDONED
from quincunx.table.parts import SeatState
from quincunx.table.seats.person import evening_of
from quincunx.table.state import TableState

MOST_BOT_TURNS: Final = 2
"""A bot may help out in so many turns before somebody has left. Turns and not moves: time that runs out once
costs a whole turn, and a turn may have many moves."""

Ending = Literal["won", "lost", "drew", "left"]
"""What a game was for somebody. Who left has lost."""


class SeatResult(msgspec.Struct, frozen=True):
    """What came of a game for one seat."""

    seat: Seat
    side: int
    person: str | None
    """``None`` for a bot's seat."""
    name: str | None
    """What the person was called there."""
    level: str | None
    """The bot's, on a bot's seat."""
    ending: Ending
    """A bot's seat has won, lost or drawn."""
    bot_moves: int = 0
    facts: Mapping[str, int] = {}
    """What the game's own ``facts`` says of the seat."""
    change: int | None = None
    """By how many points it has changed the person's rating; known once it has been counted."""
    is_gone: bool = False
    """Whether the person has been deleted since."""
    network: str = ""
    """The mark of the network from which the person sat down: equal marks of a game are one network."""


class DayResult(msgspec.Struct, frozen=True):
    """What somebody's first try at a day's deal came to. ``number`` is the game's own, ``None`` if it counts
    for nothing: not in time, given up, or a bot has helped."""

    day: int
    person: str
    began_at: int
    number: int | None


class Result(msgspec.Struct, frozen=True):
    """A game that has ended by its rules, or by its players' will."""

    table: str
    game: str
    kind: str | None
    """The kind of seating by which it is rated; ``None`` for a game that is played alone."""
    options: OptionsData
    is_rated: bool
    started_at: int
    ended_at: int
    """Milliseconds since 1970."""
    termination: str
    seats: tuple[SeatResult, ...]
    day: DayResult | None = None
    """Where it is a first try at the deal of a day."""
    is_of_evening: bool = False
    """Whether an evening waits for it."""
    is_watchable: bool = True
    """Whether people without a seat may see it."""

    @property
    def order(self) -> tuple[int, str]:
        """Games count in this order: by their end, and by name where they ended together."""
        return self.ended_at, self.table


def result_of(state: TableState) -> Result | None:
    """What came of a table; ``None`` while it goes on, and for one that never began, that was left alone by
    everybody until it was closed, at which no person sat, or one person on several seats for others; and for
    a day's deal that was played for practice, by somebody who could know what comes."""
    outcome = state.outcome
    if outcome is None or state.position is None or outcome.termination == ABANDONED.termination:
        return None
    if state.of_day is not None and state.of_day.is_practice:
        return None
    people = [seat.person for seat in state.seats if seat.person is not None]
    if not people or len(set(people)) < len(people):
        return None
    game, sides = state.game, state.game.sides(state.options)
    kind, winners = game.rating_kind(state.options), _winning_sides(sides, outcome)
    return Result(
        table=state.id,
        game=game.name,
        kind=kind,
        options=encode(state.options),
        is_rated=state.settings.rated and kind is not None and _have_all_moved(state, sides),
        started_at=state.started_at,
        ended_at=state.moved_on,
        termination=outcome.termination,
        seats=tuple(
            SeatResult(
                seat=seat,
                side=sides[seat],
                person=each.person,
                name=each.name if each.person is not None else None,
                level=each.level if each.person is None else None,
                ending=_ending(each, sides[seat], winners),
                bot_moves=each.bot_moves,
                facts=game.facts(state.position, seat),
                network=each.network,
            )
            for seat, each in enumerate(state.seats)
        ),
        day=_day_result(state, outcome),
        is_of_evening=evening_of(state.host) is not None,
        is_watchable=state.settings.watchable,
    )


def _day_result(state: TableState, outcome: Outcome) -> DayResult | None:
    person = state.seats[SEAT].person
    if state.of_day is None or state.game.day is None or person is None:
        return None
    day = state.of_day.day
    is_late = state.moved_on >= opens_at(day, state.interruptions)
    is_own = state.seats[SEAT].kind == "person" and not state.seats[SEAT].bot_moves
    counts = is_own and not is_late and outcome.termination != "truncated"
    number = state.game.day.result(state.position, outcome) if counts else None
    return DayResult(day, person, state.started_at, number)


def _have_all_moved(state: TableState, sides: Sequence[int]) -> bool:
    """Whether every side has moved itself: a person on it, or a bot that is there from the start. What a bot
    does in a person's place is no move of theirs."""
    bots = (seat for seat, each in enumerate(state.seats) if each.kind == "bot")
    return {sides[seat] for seat in (*state.have_moved, *bots)} == set(sides)


def has_left(seat: SeatState) -> bool:
    """Whether the person of this seat has left the game."""
    return seat.kind == "stand_in" or (seat.person is not None and seat.bot_turns > MOST_BOT_TURNS)


def _winning_sides(sides: Sequence[int], outcome: Outcome) -> set[int]:
    """The sides that have won; none if all have: that is a draw. Alone a player wins against the game."""
    winners = {sides[seat] for seat in outcome.winners}
    return set() if len(winners) > 1 and winners == set(sides) else winners


def _ending(seat: SeatState, side: int, winners: set[int]) -> Ending:
    if has_left(seat):
        return "left"
    if not winners:
        return "drew"
    return "won" if side in winners else "lost"
