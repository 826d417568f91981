"""Creation of a table, and of the rematch with the same people. Pure."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from msgspec.structs import replace

from quincunx.core.game import AnyGame, decode_options, encode, name_in
from quincunx.core.reason import Unparseable, refused
from quincunx.core.values import OptionsData
from quincunx.engines.levels import names
from quincunx.games import GAMES
from quincunx.table.chance.commit_reveal import open_if_full
from quincunx.table.events import DailyPace, Event, SeatSetup, TableMade, TableSettings
from quincunx.table.seats.person import Person, checked_name
from quincunx.table.state import TableState, initial_state

LARGEST_OPTIONS: Final = 1_000
"""Most bytes of a game's options; real ones have about a hundred."""
LONGEST_TOTAL: Final = 3 * 3_600
"""Most seconds per player for a whole live game."""
LONGEST_INCREMENT: Final = 180
DAILY_HOURS: Final = (12, 24, 72, 168)
"""Allowed hours per turn in a daily time control."""


def checked_options(data: OptionsData) -> tuple[AnyGame, Any]:
    """The game that these options are for, and the options, which allow it to be played. Raises
    :class:`~quincunx.core.reason.Refusal`."""
    if len(bytes(data)) > LARGEST_OPTIONS:
        raise refused("malformed", "bad-options", "No game has so many options.")
    try:
        options = decode_options(GAMES, data)
    except Unparseable as error:
        raise refused("malformed", "bad-options", str(error)) from None
    game = GAMES[name_in(options)]
    game.check(options)
    return game, options


def check(settings: TableSettings) -> TableSettings:
    """Check the settings, and return them with the options in canonical spelling.

    Raises :class:`~quincunx.core.reason.Refusal` unless a table can be set up like this.
    """
    game, options = checked_options(settings.options)
    players = game.players(options)
    if len(settings.seats) != players:
        sentence = f"There must be {players} seats, not {len(settings.seats)}."
        raise refused("conflict", "seats-do-not-match", sentence)
    _check_seats(game, settings)
    _check_pace(settings)
    _check_rated(game, options, settings)
    return replace(settings, options=encode(options), seats=tuple(map(_tidied, settings.seats)))


def _tidied(setup: SeatSetup) -> SeatSetup:
    return setup if setup.name is None else replace(setup, name=checked_name(setup.name))


def _check_seats(game: AnyGame, settings: TableSettings) -> None:
    for setup in settings.seats:
        if setup.kind == "bot":
            checked_level(game, setup.level)
        elif setup.level is not None:
            raise refused("malformed", "level-without-bot", "Only a bot has a level.")
        if (setup.kind == "invited") != (setup.handle is not None):
            raise refused(
                "malformed", "nobody-invited", "An invitation must name a player by the handle of their page."
            )
        if setup.name is not None and not (settings.one_device and setup.kind == "me"):
            raise refused("malformed", "name-for-nobody", "You can only name players who use this device.")
    mine = sum(setup.kind == "me" for setup in settings.seats)
    if mine > 1 and not settings.one_device:
        raise refused(
            "conflict", "one-seat-each", "You can hold several seats only when everyone plays on one device."
        )
    if settings.one_device and not mine:
        raise refused("conflict", "nobody-here", "On one device at least one seat must be played by people.")
    if settings.one_device and any(setup.kind in ("open", "invited") for setup in settings.seats):
        raise refused("conflict", "one-device-open-seat", "On one device no seat can be open to others.")


def _check_rated(game: AnyGame, options: Any, settings: TableSettings) -> None:
    if not settings.rated:
        return
    if game.rating_kind(options) is None:
        raise refused("conflict", "rated-alone", "Nobody is rated for a game that is played alone.")
    if settings.one_device:
        raise refused("conflict", "rated-one-device", "A rated game is played on a device for each person.")
    if settings.hints:
        raise refused("conflict", "rated-hints", "A rated game is played without hints.")
    if settings.pace is None:
        raise refused(
            "conflict", "rated-pace", "A rated game is played with a clock, so that it comes to its end."
        )


def _check_pace(settings: TableSettings) -> None:
    pace = settings.pace
    if pace is None:
        return
    if settings.one_device:
        raise refused("conflict", "one-device-pace", "Games on one device have no clock.")
    if isinstance(pace, DailyPace):
        if pace.hours not in DAILY_HOURS:
            allowed = ", ".join(map(str, DAILY_HOURS))
            raise refused("malformed", "bad-pace", f"A turn may take so many hours: {allowed}.")
    # Without an increment a player who ran out could not come back. With one above the total, the first turn
    # would have the least time.
    elif not 1 <= pace.increment <= min(pace.total, LONGEST_INCREMENT) or pace.total > LONGEST_TOTAL:
        sentence = (
            f"A clock has at most {LONGEST_TOTAL} seconds, and 1 to {LONGEST_INCREMENT} more for each turn, "
            "but no more than in all."
        )
        raise refused("malformed", "bad-pace", sentence)


def checked_level(game: AnyGame, level: str | None) -> str:
    """Return the level. Raises :class:`~quincunx.core.reason.Refusal` unless the game has such a bot."""
    if level not in names(game.bots):
        raise refused("conflict", "no-such-level", "There is no bot of that level.")
    return level


def create_table(
    table: str,
    person: Person,
    settings: TableSettings,
    seed: str,
    kept: tuple[Person | None, ...] | None = None,
    invited: Mapping[str, Person] | None = None,
    begins_by: int | None = None,
    origin: str | None = None,
) -> tuple[Event, ...]:
    """The first events of a table. ``kept`` has the person for whom each seat is kept. By default these are
    the host and the people in ``invited``, which maps handles to people. ``begins_by`` is the deadline of an
    appointment, in milliseconds since 1970.

    Raises :class:`~quincunx.core.reason.Refusal`.
    """
    settings = check(settings)
    if kept is None:
        _check_invited(person, settings, invited or {})
        kept = tuple(_keeper(setup, person, invited) for setup in settings.seats)
    event = TableMade(
        table=table,
        host=person.id,
        host_name=person.name,
        settings=settings,
        seed=seed,
        kept_for=tuple(each.id if each else None for each in kept),
        kept_names=tuple(each.name if each else None for each in kept),
        begins_by=begins_by,
        origin=origin if settings.listed else None,
    )
    return (event, *open_if_full(initial_state(event, 0), 0, ()))


def _check_invited(host: Person, settings: TableSettings, invited: Mapping[str, Person]) -> None:
    handles = [setup.handle for setup in settings.seats if setup.handle is not None]
    if any(handle not in invited for handle in handles):
        raise refused(
            "unknown", "no-such-person", "There is nobody of that name here who has finished a game."
        )
    people = [invited[handle].id for handle in handles]
    if len(set(people)) < len(people) or host.id in people:
        raise refused("conflict", "invited-twice", "Everybody can be invited to one seat alone.")


def _keeper(setup: SeatSetup, host: Person, invited: Mapping[str, Person] | None) -> Person | None:
    """The person for whom a seat is kept: the host, under the name given for that seat, or an invited
    person."""
    if setup.kind == "me":
        return Person(host.id, setup.name or host.name)
    return None if setup.handle is None else (invited or {})[setup.handle]


def rematch_name(state: TableState) -> str:
    """The name of the rematch's table.

    It is derived from the secret seed of the game that has ended. So there is one rematch, however often and
    on whichever node it is asked for, and its name cannot be guessed before the end.
    """
    digest = sha256(f"quincunx rematch 1 {state.id} {state.seed}".encode()).digest()
    return urlsafe_b64encode(digest[:18]).decode()


def freed(
    kept: Sequence[Person | None], host: Person, apart: Collection[tuple[str, str]]
) -> tuple[Person | None, ...]:
    """The people for whom a rematch keeps seats, without people who must be kept apart.

    ``apart`` has their ids in pairs. The host's own seat stays theirs; of a pair without the host, neither
    person keeps a seat.
    """
    away = {each for pair in apart for each in pair} - {host.id}
    return tuple(None if person is not None and person.id in away else person for person in kept)


def rematch_settings(state: TableState) -> tuple[TableSettings, tuple[Person | None, ...]]:
    """The settings of a rematch, and the people for whom its seats are kept. The game decides the starting
    player.

    Raises :class:`~quincunx.core.reason.Refusal` if there is no rematch.
    """
    if state.of_day is not None:
        raise refused(
            "conflict",
            "no-rematch",
            "A day has one deal; it can be played for practice when the day is over.",
        )
    setups: list[SeatSetup] = []
    kept: list[Person | None] = []
    for seat in state.seats:
        if seat.person is not None and seat.name is not None:
            setups.append(SeatSetup("me" if state.settings.one_device else "open"))
            kept.append(Person(seat.person, seat.name))
        else:
            setups.append(SeatSetup("bot", seat.level))
            kept.append(None)
    options = encode(state.game.rematch(state.options))
    # A game that began unrated for want of capacity is rated in the rematch.
    rated = state.settings.rated or state.is_unrated
    return replace(state.settings, options=options, seats=tuple(setups), rated=rated), tuple(kept)
