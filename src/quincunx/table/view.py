"""The table's gate for secrets: a person's view of a table, and of an entry.

Everything passes through the game's own ``view`` and ``public_events``. The seed is shown only after the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final

from msgspec.structs import replace

from quincunx.core.game import AnyGame
from quincunx.core.randomness import commitment
from quincunx.core.values import Seat
from quincunx.table.chance.day import date_of, is_closed, opens_at
from quincunx.table.chat.lines import line_of
from quincunx.table.chat.rules import phrases_of, said_lately, was_seated
from quincunx.table.events import (
    BotPaceSet,
    BotSeated,
    ChanceMoved,
    Committed,
    DrawDeclined,
    DrawOffered,
    Ended,
    Entry,
    Interrupted,
    Moved,
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
    TimeRanOut,
    TookBack,
    Unrated,
    VacationSet,
    Wrote,
)
from quincunx.table.fold import Progress
from quincunx.table.parts import SeatState
from quincunx.table.seats.person import Person, handle_of, tournament_of
from quincunx.table.state import Step, TableState
from quincunx.table.wire.table import (
    Answered,
    AppointmentView,
    AwayEvent,
    ClockView,
    CommitRevealView,
    GameEvent,
    OfDayView,
    PublicEvent,
    Replay,
    ReplayLine,
    ReplayStep,
    SeatChange,
    SeatEvent,
    SeatView,
    TableEvent,
    TableView,
    TalkEvent,
)


def may_watch(state: TableState, person: Person, now: int = 0) -> bool:
    """True if this person may see the table now (milliseconds since 1970). People with a seat always may.
    Others may if the table is watchable and does not play a daily challenge whose day is not over."""
    if (state.settings.watchable or state.status == "waiting") and not is_closed(state, now):
        return True
    return person.id == state.host or any(seat.person == person.id for seat in state.seats)


def point_of_view(state: TableState, person: Person, wanted: Seat | None) -> Seat | None:
    """The seat from which this person sees the game now; ``None`` for a spectator's view.

    A person with one seat sees from it. On one device its holder chooses the uncovered hand (``wanted``).
    """
    mine = state.seats_of(person.id)
    if state.settings.one_device:
        return wanted if wanted in mine else None
    return mine[0] if mine else None


@lru_cache(maxsize=4096)
def _commitment(seed: str) -> str:
    return commitment(bytes.fromhex(seed))


def view_table(state: TableState, person: Person, wanted: Seat | None, now: int = 0) -> TableView:
    """Everything that this person may know of the table. ``now``, in milliseconds since 1970, is needed for
    clocks and for the end of a daily challenge."""
    seat = point_of_view(state, person, wanted)
    game = state.game
    ended = state.status == "ended" and not is_closed(state, now)
    view = None
    if state.position is not None:
        view = game.reveal(state.position) if ended else game.view(state.position, seat)
    return TableView(
        id=state.id,
        version=state.version,
        settings=state.settings,
        status=state.status,
        host=state.host_name,
        hosted_by_you=person.id == state.host,
        seats=tuple(seat_view(each, person) for each in state.seats),
        point_of_view=seat,
        moved_at=state.moved_at,
        commitment=_commitment(state.seed),
        seed=state.seed if ended else None,
        entropies=state.entropies,
        commit_reveal=_commit_reveal_view(state),
        clock=clock_view(state, now),
        game=view,
        outcome=state.outcome,
        draw_offers=state.offers,
        resigned=state.resigned,
        rematch=state.rematch,
        phrases=phrases_of(state) if was_seated(state, person.id) else (),
        talk=said_lately(state),
        tournament=tournament_of(state.host),
        of_day=_of_day_view(state),
        appointment=_appointment_view(state, now),
        is_unrated=state.is_unrated,
    )


_BESIDE_THE_GAME: Final = attrgetter(
    *("settings", "status", "host", "host_name", "seats", "seed", "chance", "entropies", "commit_reveal"),
    *("outcome", "offers", "resigned", "rematch", "talk", "is_unrated"),
)
"""The shown parts of a table's state outside the game."""


def has_gone_on_alone(before: TableState, state: TableState) -> bool:
    """True if only the game has changed between these two states, as after most moves."""
    return state.status == "playing" and _BESIDE_THE_GAME(before) == _BESIDE_THE_GAME(state)


def carry_on(shown: TableView, before: TableState, state: TableState, now: int) -> TableView | None:
    """The view of ``state`` for a viewer who was shown ``shown`` of ``before``, if only the game has changed
    since. Otherwise ``None``."""
    if not has_gone_on_alone(before, state):
        return None
    game = state.game.view(state.position, shown.point_of_view)
    clock = clock_view(state, now)
    return replace(shown, version=state.version, moved_at=state.moved_at, game=game, clock=clock)


def _appointment_view(state: TableState, now: int) -> AppointmentView | None:
    if state.begins_by is None or state.status != "waiting":
        return None
    return AppointmentView(state.begins_by, now)


def small_view(state: TableState) -> str | None:
    """The small picture of the game for lists, as a spectator sees it and the same for every viewer. ``None``
    unless the game is running, and for games without small pictures."""
    if state.status != "playing" or state.game.small is None:
        return None
    small: str = state.game.small(state.game.view(state.position, None))
    return small


def seat_view(seat: SeatState, person: Person) -> SeatView:
    """Everything that this person may know of a seat."""
    yours = seat.person == person.id
    return SeatView(seat.kind, seat.name, seat.level, yours, seat.bot_moves, seat.ran_out, _handle(seat))


def _handle(seat: SeatState) -> str | None:
    return None if seat.person is None else handle_of(seat.person)


def clock_view(state: TableState, now: int) -> ClockView | None:
    """The clocks as of ``now`` (milliseconds since 1970), if there are any."""
    clock = state.clock
    if clock is None:
        return None
    now = max(now, clock.now)
    return ClockView(
        clock.remaining, clock.since, clock.running, now, clock.finished_by_bot, _vacations(state, now)
    )


def _vacations(state: TableState, now: int) -> tuple[int, ...]:
    ends = tuple(0 if seat.vacation is None else seat.vacation.until for seat in state.seats)
    return tuple(end if end > now else 0 for end in ends) if max(ends) > now else ()


def _of_day_view(state: TableState) -> OfDayView | None:
    of_day = state.of_day
    if of_day is None:
        return None
    return OfDayView(date_of(of_day.day), of_day.is_practice, opens_at(of_day.day, state.interruptions))


def _commit_reveal_view(state: TableState) -> CommitRevealView | None:
    if state.chance != 2:
        return None
    return CommitRevealView(
        round=state.commit_reveal.round,
        commitments=tuple(seat.commitment for seat in state.seats),
        taking_part=state.commit_reveal.taking_part,
        awaited=state.awaited(),
        left_out=state.left_out(),
        voided=state.commit_reveal.voided,
    )


def public_events(progress: Progress, seat: Seat | None) -> tuple[PublicEvent, ...]:
    """The events of an entry for a viewer who sees from this seat."""
    if len(progress.steps) == 1:
        return tuple(_public(progress.steps[0], seat))
    return tuple(event for step in progress.steps for event in _public(step, seat))


def _public(step: Step, viewer: Seat | None) -> Iterable[PublicEvent]:
    if step.before is None:
        yield TableEvent("made", None, None)
        return
    state, event = step.before, step.event
    match event:
        case Moved() | ChanceMoved():  # first, since most events are moves
            move = _move_of(state, event)
            for each in state.game.public_events(state.position, move, step.after.position, viewer):
                yield GameEvent(each)
        case SatDown(seat=seat, name=name, person=person):
            yield SeatEvent("sat_down", seat, name, None, handle=handle_of(person))
        case StoodUp(seat=seat, level=level):
            yield _seat_event("stood_up", seat, state.seats[seat], level)
        case TimeRanOut(seat=seat, level=level):
            yield _seat_event("time_ran_out", seat, state.seats[seat], level)
        case TookBack(seat=seat):
            yield _seat_event("took_back", seat, state.seats[seat], bot_moves=state.seats[seat].bot_moves)
        case BotSeated(seat=seat, level=level):
            yield SeatEvent("bot_seated", seat, None, level)
        case SeatOpened(seat=seat):
            # Only a player's loss of a seat is news; a seat that is no longer kept is not.
            is_news = state.seats[seat].kind == "person"
            yield (
                _seat_event("opened", seat, state.seats[seat])
                if is_news
                else SeatEvent("opened", seat, None, None)
            )
        case Started():
            yield TableEvent("started", None, None)
            if step.after.chance == 2:
                # Seats that did not reveal took part, and their void round has had an event.
                void = {seat for seats in step.after.commit_reveal.voided for seat in seats}
                for seat in step.after.left_out():
                    if seat not in void:
                        yield _seat_event("left_out", seat, step.after.seats[seat])
        case Unrated():
            yield TableEvent("unrated", None, None)
        case RevealVoided(missing=missing):
            for seat in missing:
                yield _seat_event("did_not_reveal", seat, state.seats[seat])
        case DrawOffered(seat=seat):
            yield TableEvent("draw_offered", seat, None)
        case OfferTakenBack(seat=seat):
            yield TableEvent("offer_taken_back", seat, None)
        case DrawDeclined(seat=seat):
            yield TableEvent("draw_declined", seat, None)
        case Resigned(seat=seat):
            yield TableEvent("resigned", seat, None)
        case Ended(outcome=outcome):
            yield TableEvent("ended", None, outcome)
            for seat, each in enumerate(state.seats):
                if each.bot_moves:
                    yield _seat_event("helped", seat, each, bot_moves=each.bot_moves)
        case RematchMade():
            yield TableEvent("rematch", None, None)
        case Said() | Wrote():
            yield TalkEvent(line_of(event, step.after.talk.lines[-1].at))
        case Interrupted(since=since, until=until):
            yield AwayEvent(since, until)
        case VacationSet() | BotPaceSet() | Committed() | RevealOpened() | Revealed() | TableMade():
            pass  # the view shows it, or another event contains it


def _seat_event(
    what: SeatChange, at: Seat, seat: SeatState, level: str | None = None, bot_moves: int = 0
) -> SeatEvent:
    return SeatEvent(what, at, seat.name, level, bot_moves, _handle(seat))


def _move_of(state: TableState, event: Moved | ChanceMoved) -> Any:
    return state.game.decode_move(event.move) if isinstance(event, Moved) else event.move


def replay_step(game: AnyGame, at: Any, seat: Seat | None, move: Any) -> tuple[ReplayStep, Any]:
    """A move of this seat (``None``: of chance) with everything open, and the state after it."""
    chance = None if seat is not None else Answered(game.asks(at), move)
    after = game.apply(at, move)
    # From the seat to move, so that the cards it drew are named.
    events = game.public_events(at, move, after, game.turn(at).seat)
    return ReplayStep(seat, chance, events, game.reveal(after)), after


def replay(entries: tuple[Entry, ...], state: TableState, person: Person, now: int = 0) -> Replay:
    """A finished game, ply by ply, with everything open. Raises ``ValueError`` while the game runs, or while
    the day of its daily challenge is not over."""
    if state.status != "ended" or is_closed(state, now):
        raise ValueError("a game that is not open yet is not replayed")
    game = state.game
    at = game.initial(state.options)
    steps: list[ReplayStep] = []
    talk: list[ReplayLine] = []
    for entry in entries:
        for event in entry.events:
            if isinstance(event, Moved | ChanceMoved):
                seat = event.seat if isinstance(event, Moved) else None
                step, at = replay_step(game, at, seat, _move_of(state, event))
                steps.append(step)
            elif isinstance(event, Said | Wrote):
                talk.append(ReplayLine(len(steps), line_of(event, entry.at)))
    return Replay(view_table(state, person, None, now), tuple(steps), tuple(talk), state.started_at or None)
