"""The result of a game, for the people who played it. Pure: it follows from the table's state alone.

For the rating, a player who has left a game has lost it, whatever the bot in their seat achieved. A player
has left if a bot holds their seat at the end, or has moved for them in more than :data:`MOST_BOT_TURNS`
turns. ``docs/ratings.md`` has the rules with a table of cases.
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
from quincunx.table.seats.person import tournament_of
from quincunx.table.state import TableState

MOST_BOT_TURNS: Final = 2
"""Turns in which a bot may help before the player counts as having left. It counts turns and not moves,
because running out of time once costs a whole turn, and a turn may have many moves."""

Ending = Literal["won", "lost", "drew", "left"]
"""The result for one seat. A player who left has lost."""


class SeatResult(msgspec.Struct, frozen=True):
    """The result of a game for one seat."""

    seat: Seat
    side: int
    person: str | None
    """``None`` for a bot's seat."""
    name: str | None
    """The person's name at the table."""
    level: str | None
    """The bot's level, on a bot's seat."""
    ending: Ending
    """Never ``left`` for a bot's seat."""
    bot_moves: int = 0
    facts: Mapping[str, int] = {}
    """The game's own ``facts`` about the seat."""
    change: int | None = None
    """The change of the person's rating, in points. Known once the result has been recorded."""
    is_gone: bool = False
    """True if the person has been deleted since."""
    network: str = ""
    """The mark of the network from which the person sat down. Equal marks in one game mean one network."""


class DayResult(msgspec.Struct, frozen=True):
    """The result of a person's first attempt at a day's deal. ``number`` is the game's own result. It is
    ``None`` if it counts for nothing: too late, resigned, or helped by a bot."""

    day: int
    person: str
    began_at: int
    number: int | None


class Result(msgspec.Struct, frozen=True):
    """The result of a game that ended by its rules, or by its players' consent or resignation."""

    table: str
    game: str
    kind: str | None
    """The kind of seating for the rating; ``None`` for a solo game."""
    options: OptionsData
    is_rated: bool
    started_at: int
    ended_at: int
    """The time of the end, in milliseconds since 1970."""
    termination: str
    seats: tuple[SeatResult, ...]
    day: DayResult | None = None
    """The daily challenge result, if the game was a first attempt."""
    is_of_tournament: bool = False
    """True if a tournament waits for the result."""
    is_watchable: bool = True
    """True if people without a seat may see the game."""

    @property
    def order(self) -> tuple[int, str]:
        """The sort key of results: the time of the end, then the name of the table."""
        return self.ended_at, self.table


def result_of(state: TableState) -> Result | None:
    """The result of a table; ``None`` while the game runs, and for tables that give no result. Those are
    tables that never started, that expired without any player, without a person, or with one person on
    several seats for others. Practice at a daily challenge gives no result either, since its player could
    know what comes."""
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
        is_of_tournament=tournament_of(state.host) is not None,
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
    """True if every side has moved itself, by a person on it or by a bot seated from the start. A bot's moves
    in a person's place do not count."""
    bots = (seat for seat, each in enumerate(state.seats) if each.kind == "bot")
    return {sides[seat] for seat in (*state.have_moved, *bots)} == set(sides)


def has_left(seat: SeatState) -> bool:
    """True if the person of this seat has left the game."""
    return seat.kind == "stand_in" or (seat.person is not None and seat.bot_turns > MOST_BOT_TURNS)


def _winning_sides(sides: Sequence[int], outcome: Outcome) -> set[int]:
    """The sides that have won; none if all have, which is a draw. A solo player wins against the game."""
    winners = {sides[seat] for seat in outcome.winners}
    return set() if len(winners) > 1 and winners == set(sides) else winners


def _ending(seat: SeatState, side: int, winners: set[int]) -> Ending:
    if has_left(seat):
        return "left"
    if not winners:
        return "drew"
    return "won" if side in winners else "lost"
