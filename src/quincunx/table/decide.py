"""What a command brings about, or why it is refused. Pure: the same state and command, the same events."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from hashlib import sha256

from msgspec.structs import replace

from quincunx.games.levels import DEFAULT_LEVEL, names
from quincunx.core.randomness import Randomness
from quincunx.games.cinco.types import CincoView
from quincunx.core.game import CHANCE, Forbidden, GameError, Outcome, Seat
from quincunx.games import Move, game_of
from quincunx.table.commands import (
    CallBot,
    Command,
    MakeMove,
    OfferDraw,
    OpenSeat,
    Rematch,
    SeatBot,
    SitDown,
    StandUp,
    TakeBack,
    TakeBackOffer,
)
from quincunx.table.events import (
    BotSeated,
    DrawOffered,
    Ended,
    Event,
    Moved,
    ChanceMoved,
    OfferTakenBack,
    SatDown,
    SeatOpened,
    SeatSetup,
    Started,
    StoodUp,
    TableMade,
    TableSettings,
    TookBack,
)
from quincunx.table.person import SYSTEM, Person, Refusal
from quincunx.table.state import TableState, evolve, made

PATIENCE_OF_BOTS = 150
"""After so many turns the house's bots agree to a draw (C7); before, they play on."""
_ENTROPY = re.compile(r"[0-9a-f]{64}")


def check(settings: TableSettings) -> None:
    """Raise :class:`Refusal` unless a table can be set up like this."""
    options = settings.options
    game = game_of(options)
    try:
        game.check(options)
    except Forbidden as forbidden:
        raise Refusal.of(forbidden) from None
    players = game.players(options)
    if len(settings.seats) != players:
        raise Refusal("seats-do-not-match", f"There must be {players} seats, not {len(settings.seats)}.", "2")
    for plan in settings.seats:
        if plan.kind == "bot":
            _check_level(game.name, plan.level)
        elif plan.level is not None:
            raise Refusal("level-without-bot", "Only a bot has a level.")
    mine = sum(plan.kind == "me" for plan in settings.seats)
    if mine > 1 and not settings.one_device:
        raise Refusal("one-seat-each", "You can hold several seats only when everyone plays on one device.")
    if settings.one_device and not mine:
        raise Refusal("nobody-here", "On one device at least one seat must be played by people.")
    if settings.one_device and any(plan.kind == "open" for plan in settings.seats):
        raise Refusal("one-device-open-seat", "On one device no seat can be open to others.")


def _check_level(game: str, level: str | None) -> str:
    if level not in names(game):
        raise Refusal("no-such-level", "There is no bot of that level.")
    return level


def make(
    table: str,
    person: Person,
    settings: TableSettings,
    seed: str,
    kept: tuple[Person | None, ...] | None = None,
) -> tuple[Event, ...]:
    """The first events of a table. ``kept`` says for whom seats are kept (default: the host's own)."""
    check(settings)
    if kept is None:
        kept = tuple(person if plan.kind == "me" else None for plan in settings.seats)
    event = TableMade(
        table=table,
        host=person.id,
        host_name=person.name,
        settings=settings,
        seed=seed,
        kept_for=tuple(each.id if each else None for each in kept),
        kept_names=tuple(each.name if each else None for each in kept),
    )
    return (event, *_start_if_full(made(event, 0)))


def decide(
    state: TableState,
    command: Command,
    person: Person,
    version: int,
    absent: frozenset[str] = frozenset(),
) -> tuple[Event, ...]:
    """The events that a person's command brings about, with all that follows from them.

    ``version`` is the one that the person decided on; ``absent`` are people who have been away for
    long. Raises :class:`Refusal`. A rematch is made by the service, which owns more than one table.
    """
    match command:
        case SitDown():
            return _sit_down(state, command, person)
        case StandUp(seat=seat):
            return _stand_up(state, seat, person)
        case TakeBack(seat=seat):
            return _take_back(state, seat, person)
        case CallBot(seat=seat):
            return _call_bot(state, seat, person, absent)
        case SeatBot(seat=seat, level=level):
            _only_host(state, seat, person)
            if state.seats[seat].kind not in ("open", "kept"):
                raise Refusal("seat-taken", "That seat is taken.")
            event = BotSeated(seat, _check_level(game_of(state.settings.options).name, level))
            return (event, *_start_if_full(evolve(state, event)))
        case OpenSeat(seat=seat):
            _only_host(state, seat, person)
            if state.seats[seat].kind not in ("bot", "kept") or state.settings.one_device:
                raise Refusal("seat-cannot-open", "That seat cannot be opened.")
            return (SeatOpened(seat),)
        case MakeMove(seat=seat, move=move):
            return _move(state, seat, move, person, version)
        case OfferDraw(seat=seat):
            return _offer_draw(state, seat, person)
        case TakeBackOffer(seat=seat):
            _my_seat(state, seat, person)
            if seat not in state.offers:
                raise Refusal("no-offer", "You have not offered a draw.")
            return (OfferTakenBack(seat),)
        case Rematch():
            raise ValueError("a rematch concerns two tables")


def _seat(state: TableState, seat: Seat) -> None:
    if not 0 <= seat < len(state.seats):
        raise Refusal("no-such-seat", "There is no such seat.")


def _playing(state: TableState) -> None:
    if state.status == "waiting":
        raise Refusal("not-started", "The game has not started yet.")
    if state.status == "ended":
        raise Refusal("game-over", "The game is over.", "6")


def _waiting_for_players(state: TableState) -> None:
    if state.status != "waiting":
        raise Refusal("already-started", "The game has started already.")


def _only_host(state: TableState, seat: Seat, person: Person) -> None:
    _seat(state, seat)
    _waiting_for_players(state)
    if person.id != state.host:
        raise Refusal("only-host", "Only the host of the table can do that.")


def _my_seat(state: TableState, seat: Seat, person: Person) -> None:
    _seat(state, seat)
    seat_state = state.seats[seat]
    if person.id == SYSTEM.id and seat_state.is_bot_played:
        return
    if seat_state.kind != "person" or seat_state.person != person.id:
        raise Refusal("not-your-seat", "That is not your seat.")


def _my_turn(state: TableState, seat: Seat) -> None:
    if state.to_move() != seat:
        raise Refusal("not-your-turn", "It is not your turn.", "4" if _is_cinco(state) else "3")


def check_hint(state: TableState, seat: Seat, person: Person) -> None:
    """Raises :class:`Refusal` unless this person may have a hint for this seat now."""
    if not state.settings.hints:
        raise Refusal("no-hints", "This table is played without hints.")
    _my_seat(state, seat, person)
    _playing(state)
    _my_turn(state, seat)


def _sit_down(state: TableState, command: SitDown, person: Person) -> tuple[Event, ...]:
    seat = command.seat
    _seat(state, seat)
    _waiting_for_players(state)
    seat_state = state.seats[seat]
    if seat_state.kind == "kept" and seat_state.person != person.id:
        raise Refusal("seat-kept", f"That seat is kept for {seat_state.name}.", params={"name": seat_state.name or ""})
    if seat_state.is_taken:
        raise Refusal("seat-taken", "That seat is taken.")
    if not state.settings.one_device and state.seats_of(person.id):
        raise Refusal("already-seated", "You are sitting at this table already.")
    if not _ENTROPY.fullmatch(command.entropy):
        raise Refusal("bad-entropy", "Sitting down needs 64 hex digits of your device’s own randomness.")
    events: list[Event] = [SatDown(seat, person.id, person.name, command.entropy)]
    if not state.settings.one_device:
        # Whoever sits elsewhere needs the seat that was kept for them no longer.
        events += [
            SeatOpened(kept)
            for kept, other in enumerate(state.seats)
            if kept != seat and other.kind == "kept" and other.person == person.id
        ]
    for event in events:
        state = evolve(state, event)
    return (*events, *_start_if_full(state))


def _stand_up(state: TableState, seat: Seat, person: Person) -> tuple[Event, ...]:
    _my_seat(state, seat, person)
    if state.status == "ended":
        raise Refusal("game-over", "The game is over.", "6")
    return (StoodUp(seat, None if state.status == "waiting" else DEFAULT_LEVEL),)


def _take_back(state: TableState, seat: Seat, person: Person) -> tuple[Event, ...]:
    _seat(state, seat)
    _playing(state)
    seat_state = state.seats[seat]
    if seat_state.kind != "stand_in" or seat_state.person != person.id:
        raise Refusal("not-your-seat", "That is not your seat.")
    return (TookBack(seat),)


def _call_bot(state: TableState, seat: Seat, person: Person, absent: frozenset[str]) -> tuple[Event, ...]:
    _seat(state, seat)
    _playing(state)
    if not state.seats_of(person.id):
        raise Refusal("not-at-table", "Only somebody who plays here can do that.")
    seat_state = state.seats[seat]
    if seat_state.kind != "person" or seat_state.person not in absent:
        raise Refusal("not-away", "That player has not been away for long enough.")
    return (StoodUp(seat, DEFAULT_LEVEL),)


def _move(state: TableState, seat: Seat, move: Move, person: Person, version: int) -> tuple[Event, ...]:
    _my_seat(state, seat, person)
    _playing(state)
    if version < state.moved_at:
        raise Refusal("stale", "The game has moved on in the meantime.", stale=True)
    _my_turn(state, seat)
    try:
        moved = Moved(seat, move)
        after = evolve(state, moved)
    except Forbidden as forbidden:
        raise Refusal.of(forbidden) from None
    except GameError as error:
        raise Refusal("no-such-move", str(error)) from None
    return (moved, *_carry_on(after))


def _is_cinco(state: TableState) -> bool:
    return state.settings.options.__class__.__name__ == "CincoOptions"


def _offer_draw(state: TableState, seat: Seat, person: Person) -> tuple[Event, ...]:
    _my_seat(state, seat, person)
    _playing(state)
    view = game_of(state.settings.options).view(state.game, None)
    if not isinstance(view, CincoView):
        raise Refusal("no-draws", "Cinq-O knows no draw.", "5")
    if seat in state.offers:
        raise Refusal("already-offered", "You have offered a draw already.", "C7")
    if view.turn < PATIENCE_OF_BOTS and any(seat_state.is_bot_played for seat_state in state.seats):
        raise Refusal(
            "bots-play-on",
            f"The bots agree to a draw only after {PATIENCE_OF_BOTS} turns.",
            "C7",
            {"turns": PATIENCE_OF_BOTS},
        )
    # On one device whoever holds it speaks for everyone there.
    mine = state.seats_of(person.id) if state.settings.one_device else (seat,)
    offers = tuple(DrawOffered(each) for each in mine if each not in state.offers)
    agreed = {*state.offers, *mine}
    if all(seat_state.is_bot_played or each in agreed for each, seat_state in enumerate(state.seats)):
        return (*offers, Ended(Outcome("agreed", ())))
    return offers


def _start_if_full(state: TableState) -> tuple[Event, ...]:
    if not all(seat_state.is_taken for seat_state in state.seats):
        return ()
    started = Started(tuple(seat_state.entropy for seat_state in state.seats))
    return (started, *_carry_on(evolve(state, started)))


def _carry_on(state: TableState) -> tuple[Event, ...]:
    """Chance's answers, until somebody must move or the game is over."""
    events: list[Event] = []
    game = game_of(state.settings.options)
    while game.to_move(state.game) == CHANCE:
        # Made here and not before: most moves ask nothing of chance.
        chance = Randomness(bytes.fromhex(state.seed), tuple(map(bytes.fromhex, state.entropies)))
        event = ChanceMoved(chance.answer(state.questions, game.asks(state.game)))
        events.append(event)
        state = evolve(state, event)
    outcome = game.outcome(state.game)
    if outcome is not None:
        events.append(Ended(outcome))
    return tuple(events)


def rematch_name(state: TableState) -> str:
    """The name of the table at which the same people meet again.

    It follows from the secret seed of the game that has ended: whoever asks, however often and on
    whichever node, there is one rematch, and nobody could have guessed its name before the end.
    """
    digest = sha256(f"quincunx rematch 1 {state.id} {state.seed}".encode()).digest()
    return urlsafe_b64encode(digest[:18]).decode()


def rematch_settings(state: TableState) -> tuple[TableSettings, tuple[Person | None, ...]]:
    """The settings of a rematch, and for whom its seats are kept.

    Whoever started is followed by the next seat.
    """
    options = state.settings.options
    if options.first is not None:
        options = replace(options, first=(options.first + 1) % len(state.seats))
    plans: list[SeatSetup] = []
    kept: list[Person | None] = []
    for plan, seat_state in zip(state.settings.seats, state.seats, strict=True):
        if seat_state.person is not None and seat_state.name is not None:
            plans.append(SeatSetup("me" if state.settings.one_device else "open"))
            kept.append(Person(seat_state.person, seat_state.name))
        else:
            plans.append(SeatSetup("bot", seat_state.level or plan.level))
            kept.append(None)
    return replace(state.settings, options=options, seats=tuple(plans)), tuple(kept)
