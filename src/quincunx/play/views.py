"""The table's gate for secrets: what a person sees of a table, and is told of an entry.

Everything here goes through the game's own ``view`` and ``story``; the seed is shown only after the end.
"""

from __future__ import annotations

from quincunx.games.chance import commitment
from quincunx.games.core import Seat
from quincunx.games.registry import game_of
from quincunx.play.events import (
    BotSeated,
    DrawOffered,
    Ended,
    Entry,
    Moved,
    NatureMoved,
    OfferTakenBack,
    RematchMade,
    SatDown,
    SeatOpened,
    Started,
    StoodUp,
    TableMade,
    TookBack,
)
from quincunx.play.people import Person
from quincunx.play.state import Chair, TableState, evolve, made
from quincunx.play.wire import GameTold, Replay, ReplayStep, SeatTold, SeatView, TableTold, TableView, Told


def may_watch(state: TableState, person: Person) -> bool:
    """Whether this person may see the table: those with a seat always, others if it is watchable."""
    if state.settings.watchable or state.status == "gathering":
        return True
    return person.id == state.maker or any(chair.person == person.id for chair in state.chairs)


def eyes(state: TableState, person: Person, looking: Seat | None) -> Seat | None:
    """Through which seat's eyes this person sees the game now; ``None``: as a spectator does.

    Somebody with one seat sees through it; on one device the holder says which hand is uncovered.
    """
    mine = state.seats_of(person.id)
    if state.settings.one_device:
        return looking if looking in mine else None
    return mine[0] if mine else None


def view_table(state: TableState, person: Person, looking: Seat | None) -> TableView:
    """All that this person may know of the table."""
    seat = eyes(state, person, looking)
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
        maker=state.maker_name,
        made_by_you=person.id == state.maker,
        seats=tuple(_seat_view(chair, person) for chair in state.chairs),
        looking=seat,
        moved_at=state.moved_at,
        commitment=commitment(bytes.fromhex(state.seed)),
        seed=state.seed if ended else None,
        entropies=state.entropies,
        game=view,
        outcome=state.outcome,
        draw_offers=state.offers,
        rematch=state.rematch,
    )


def _seat_view(chair: Chair, person: Person) -> SeatView:
    return SeatView(chair.kind, chair.name, chair.level, chair.person == person.id)


def tell(before: TableState | None, entry: Entry, seat: Seat | None) -> tuple[Told, ...]:
    """What somebody who sees through this seat's eyes is told of an entry."""
    told: list[Told] = []
    state = before
    for event in entry.events:
        if isinstance(event, TableMade):
            state = made(event, entry.at)
            told.append(TableTold("made", None, None))
            continue
        assert state is not None
        after = evolve(state, event)
        match event:
            case SatDown(seat=who, name=name):
                told.append(SeatTold("sat_down", who, name, None))
            case StoodUp(seat=who, level=level):
                told.append(SeatTold("stood_up", who, state.chairs[who].name, level))
            case TookBack(seat=who):
                told.append(SeatTold("took_back", who, state.chairs[who].name, None))
            case BotSeated(seat=who, level=level):
                told.append(SeatTold("bot_seated", who, None, level))
            case SeatOpened(seat=who):
                told.append(SeatTold("opened", who, None, None))
            case Started():
                told.append(TableTold("started", None, None))
            case Moved(move=move) | NatureMoved(move=move):
                game = game_of(state.settings.options)
                told += [GameTold(item) for item in game.story(state.game, move, after.game, seat)]
            case DrawOffered(seat=who):
                told.append(TableTold("draw_offered", who, None))
            case OfferTakenBack(seat=who):
                told.append(TableTold("offer_taken_back", who, None))
            case Ended(outcome=outcome):
                told.append(TableTold("ended", None, outcome))
            case RematchMade():
                told.append(TableTold("rematch", None, None))
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
            if isinstance(event, Moved | NatureMoved):
                seat = event.seat if isinstance(event, Moved) else None
                nature = event.move if isinstance(event, NatureMoved) else None
                after = game.apply(at, event.move)
                # Told through the eyes of whoever drew, so that the cards drawn are named.
                told = game.story(at, event.move, after, at.seat)
                steps.append(ReplayStep(seat, nature, told, game.reveal(after)))
                at = after
    return Replay(view_table(state, person, None), tuple(steps))
