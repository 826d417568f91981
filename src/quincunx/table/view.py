"""The table's gate for secrets: what a person sees of a table, and is told of an entry.

Everything here goes through the game's own ``view`` and ``story``; the seed is shown only after the end.
"""

from __future__ import annotations

from quincunx.core.randomness import commitment
from quincunx.core.game import Seat
from quincunx.games import game_of
from quincunx.table.events import (
    BotSeated,
    DrawOffered,
    Ended,
    Entry,
    Moved,
    ChanceMoved,
    OfferTakenBack,
    RematchMade,
    SatDown,
    SeatOpened,
    Started,
    StoodUp,
    TableMade,
    TookBack,
)
from quincunx.table.person import Person
from quincunx.table.state import SeatState, TableState, evolve, made
from quincunx.table.wire import GameEvent, Replay, ReplayStep, SeatEvent, SeatView, TableEvent, TableView, PublicEvent


def may_watch(state: TableState, person: Person) -> bool:
    """Whether this person may see the table: those with a seat always, others if it is watchable."""
    if state.settings.watchable or state.status == "waiting":
        return True
    return person.id == state.host or any(seat_state.person == person.id for seat_state in state.seats)


def point_of_view(state: TableState, person: Person, point_of_view: Seat | None) -> Seat | None:
    """Through which seat's point_of_view this person sees the game now; ``None``: as a spectator does.

    Somebody with one seat sees through it; on one device the holder says which hand is uncovered.
    """
    mine = state.seats_of(person.id)
    if state.settings.one_device:
        return point_of_view if point_of_view in mine else None
    return mine[0] if mine else None


def view_table(state: TableState, person: Person, point_of_view: Seat | None) -> TableView:
    """All that this person may know of the table."""
    seat = point_of_view(state, person, point_of_view)
    game = game_of(state.settings.options)
    ended = state.status == "ended"
    view = None
    if state.game is not None:
        view = game.reveal(state.game) if ended else game.view(state.game, seat)
    return TableView(
        id=state.id,
        version=state.version,
        settings=state.settings,
        status=state.status,
        host=state.host_name,
        hosted_by_you=person.id == state.host,
        seats=tuple(_seat_view(seat_state, person) for seat_state in state.seats),
        point_of_view=seat,
        moved_at=state.moved_at,
        commitment=commitment(bytes.fromhex(state.seed)),
        seed=state.seed if ended else None,
        entropies=state.entropies,
        game=view,
        outcome=state.outcome,
        draw_offers=state.offers,
        rematch=state.rematch,
    )


def _seat_view(seat_state: SeatState, person: Person) -> SeatView:
    return SeatView(seat_state.kind, seat_state.name, seat_state.level, seat_state.person == person.id)


def tell(before: TableState | None, entry: Entry, seat: Seat | None) -> tuple[PublicEvent, ...]:
    """What somebody who sees through this seat's point_of_view is told of an entry."""
    told: list[PublicEvent] = []
    state = before
    for event in entry.events:
        if isinstance(event, TableMade):
            state = made(event, entry.at)
            told.append(TableEvent("made", None, None))
            continue
        assert state is not None
        after = evolve(state, event)
        match event:
            case SatDown(seat=who, name=name):
                told.append(SeatEvent("sat_down", who, name, None))
            case StoodUp(seat=who, level=level):
                told.append(SeatEvent("stood_up", who, state.seats[who].name, level))
            case TookBack(seat=who):
                told.append(SeatEvent("took_back", who, state.seats[who].name, None))
            case BotSeated(seat=who, level=level):
                told.append(SeatEvent("bot_seated", who, None, level))
            case SeatOpened(seat=who):
                told.append(SeatEvent("opened", who, None, None))
            case Started():
                told.append(TableEvent("started", None, None))
            case Moved(move=move) | ChanceMoved(move=move):
                game = game_of(state.settings.options)
                told += [GameEvent(item) for item in game.story(state.game, move, after.game, seat)]
            case DrawOffered(seat=who):
                told.append(TableEvent("draw_offered", who, None))
            case OfferTakenBack(seat=who):
                told.append(TableEvent("offer_taken_back", who, None))
            case Ended(outcome=outcome):
                told.append(TableEvent("ended", None, outcome))
            case RematchMade():
                told.append(TableEvent("rematch", None, None))
        state = after
    return tuple(told)


def replay(entries: tuple[Entry, ...], state: TableState, person: Person) -> Replay:
    """A finished game, ply by ply, with everything open. Raises ``ValueError`` while it runs."""
    if state.status != "ended":
        raise ValueError("a running game is not replayed")
    game = game_of(state.settings.options)
    at = game.initial(state.settings.options)
    steps: list[ReplayStep] = []
    for entry in entries:
        for event in entry.events:
            if isinstance(event, Moved | ChanceMoved):
                seat = event.seat if isinstance(event, Moved) else None
                chance = event.move if isinstance(event, ChanceMoved) else None
                after = game.apply(at, event.move)
                # PublicEvent through the point_of_view of whoever drew, so that the cards drawn are named.
                told = game.story(at, event.move, after, at.seat)
                steps.append(ReplayStep(seat, chance, told, game.reveal(after)))
                at = after
    return Replay(view_table(state, person, None), tuple(steps))
