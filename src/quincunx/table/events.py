"""Events of a table: the facts that the journal stores for ever.

Stored shapes never change meaning. A new shape gets a new tag, and samples in ``testdata/`` keep the old ones
readable. Where the program now uses a better word, the stored one stays as an alias.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.core.chance import ChanceMove
from quincunx.core.values import MoveData, OptionsData, Outcome, Seat


class SeatSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The intended occupant of a seat: the host, anyone with the link, a bot of a level, or an invited
    person. ``handle`` is that of an invited person's page; the seat is kept for them, and they are notified.

    ``name``: the name of the player on this seat, where several people play on the host's one device. Without
    it, the host's own name is used.
    """

    kind: Literal["me", "open", "bot", "invited"]
    level: str | None = None
    name: str | None = None
    handle: str | None = None


BotPace = Literal["quick", "normal", "slow"]
"""The minimum time of a bot's move, so that people can follow it."""


class LivePace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="live"):
    """A total of ``total`` seconds per player for the whole game, plus ``increment`` seconds per turn."""

    total: int
    increment: int


class DailyPace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="daily"):
    """A number of hours per player for each of their turns."""

    hours: int


Pace = LivePace | DailyPace
"""The time control of a table (:mod:`quincunx.table.clock`)."""


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings that the host gave the table. ``options`` are the game's, as JSON.

    ``one_device``: the host's seats are played in turn on one device, with covered hands. Only then may a
    person hold more than one seat. ``listed``: shown among the open tables. ``watchable``: people without a
    seat may watch. ``hints``: the player to move may ask for the best bot's choice, and everyone at the table
    can see that hints are allowed. ``pace``: the table has clocks. ``rated``: the result counts for people's
    ratings, and the starting player is drawn by lot. ``club``: only members of this club may sit down.
    """

    options: OptionsData
    seats: tuple[SeatSetup, ...]
    one_device: bool = False
    listed: bool = False
    watchable: bool = True
    hints: bool = False
    bot_pace: BotPace = "normal"
    pace: Pace | None = None
    rated: bool = False
    club: str | None = None


class OfDay(msgspec.Struct, frozen=True):
    """The daily challenge that a table plays: its ``day``, counted from 1970 (UTC). ``is_practice``: the game
    counts for nothing, since the person has played that deal before or its day is over."""

    day: int
    is_practice: bool = False


class TableMade(msgspec.Struct, frozen=True, tag="table_made"):
    """A table was created. ``seed`` (64 hex digits) is secret until the end. ``kept_for`` has the person for
    whom each seat is kept. ``begins_by`` is the time (milliseconds since 1970) at which a bot sits down for
    each absent person. A table with such a time is an appointment, and its seats cannot be given away. Tables
    of tournaments and of the matchmaker are appointments."""

    table: str
    host: str = msgspec.field(name="maker")
    host_name: str = msgspec.field(name="maker_name")
    settings: TableSettings
    seed: str
    kept_for: tuple[str | None, ...]
    kept_names: tuple[str | None, ...]
    begins_by: int | None = None
    of_day: OfDay | None = None
    """The daily challenge played here, if any. Then ``seed`` is that of the day, secret until the day is
    over."""
    origin: str | None = None
    """A mark of the network from which the table was created, shared by 65,536 networks in any address space.
    The lobby uses it for a fair division. ``None`` for a table that is not listed."""


class SatDown(msgspec.Struct, frozen=True, tag="sat_down"):
    """A person sat down. ``commitment`` is SHA-256 of the device's entropy (64 hex digits). Entries of
    version 1 of chance have none: the device sent its ``entropy`` itself."""

    seat: Seat
    person: str
    name: str
    entropy: str = ""
    commitment: str = ""
    network: str = ""
    """See :func:`quincunx.table.seats.person.network_mark`."""


class StoodUp(msgspec.Struct, frozen=True, tag="stood_up"):
    """The person left. During a game a bot of ``level`` plays on."""

    seat: Seat
    level: str | None


class TimeRanOut(msgspec.Struct, frozen=True, tag="time_ran_out"):
    """The player to move ran out of time. A bot of ``level`` plays on until they take the seat back."""

    seat: Seat
    level: str


class TookBack(msgspec.Struct, frozen=True, tag="took_back"):
    seat: Seat


class BotSeated(msgspec.Struct, frozen=True, tag="bot_seated"):
    seat: Seat
    level: str


class SeatOpened(msgspec.Struct, frozen=True, tag="seat_opened"):
    seat: Seat


class Committed(msgspec.Struct, frozen=True, tag="committed"):
    """The device of a seat committed again, with another ``commitment``."""

    seat: Seat
    commitment: str


class RevealOpened(msgspec.Struct, frozen=True, tag="mixing_opened"):
    """All seats are taken, and the participants of the commit–reveal are fixed. These seats must reveal their
    entropy by ``until`` (milliseconds since 1970)."""

    taking_part: tuple[Seat, ...]
    until: int


class Revealed(msgspec.Struct, frozen=True, tag="revealed"):
    """The entropy (64 hex digits) that a seat's device had committed to."""

    seat: Seat
    entropy: str


class RevealVoided(msgspec.Struct, frozen=True, tag="mixing_voided"):
    """The ``missing`` seats did not reveal in time. There is a new ``seed``, and the others commit again by
    ``until``."""

    missing: tuple[Seat, ...]
    seed: str
    until: int


class Started(msgspec.Struct, frozen=True, tag="started"):
    """All seats are taken. ``entropies`` (hex, empty for bots and non-participants) go into the game's
    chance, which follows this version of ``docs/chance.md``."""

    entropies: tuple[str, ...]
    chance: int = 1


class Unrated(msgspec.Struct, frozen=True, tag="unrated"):
    """The game begins unrated, because the server had no capacity for its bots at their levels."""


class Moved(msgspec.Struct, frozen=True, tag="moved", gc=False):
    seat: Seat
    move: MoveData


class ChanceMoved(msgspec.Struct, frozen=True, tag="nature_moved", gc=False):
    """Chance answered. (The stored tag is that of the first version.)"""

    move: ChanceMove


class BotPaceSet(msgspec.Struct, frozen=True, tag="bot_pace_set"):
    """The host changed the speed of the bots."""

    pace: BotPace


class DrawOffered(msgspec.Struct, frozen=True, tag="draw_offered"):
    seat: Seat


class OfferTakenBack(msgspec.Struct, frozen=True, tag="offer_taken_back"):
    seat: Seat


class DrawDeclined(msgspec.Struct, frozen=True, tag="draw_declined"):
    """A seat declined the draw. All offers end."""

    seat: Seat


class Resigned(msgspec.Struct, frozen=True, tag="resigned"):
    """A seat resigned. Its side has lost once all people on it have."""

    seat: Seat


class Said(msgspec.Struct, frozen=True, tag="said"):
    """A seat said a preset phrase. Every reader sees it in their own language."""

    seat: Seat
    phrase: str


class Wrote(msgspec.Struct, frozen=True, tag="wrote"):
    """A person said something in free text, after the end. The event names the person, because the text is
    removed when their account is deleted."""

    seat: Seat
    person: str
    text: str


class Interrupted(msgspec.Struct, frozen=True, tag="interrupted"):
    """No node ran between ``since`` and ``until`` (milliseconds since 1970). Every deadline of the table
    moves by its share of the outage. ``until`` is the earlier one where a clock that was ahead has been
    corrected."""

    since: int
    until: int


class VacationSet(msgspec.Struct, frozen=True, tag="vacation_set"):
    """The person on a seat is on vacation between ``since`` and ``until`` (milliseconds since 1970), and the
    clock of their turns stands still. A later event replaces it, with an earlier ``until`` if the person has
    come back."""

    seat: Seat
    since: int
    until: int


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    outcome: Outcome


class RematchMade(msgspec.Struct, frozen=True, tag="rematch_made"):
    table: str


Event = (
    TableMade
    | SatDown
    | StoodUp
    | TimeRanOut
    | TookBack
    | BotSeated
    | SeatOpened
    | Committed
    | RevealOpened
    | Revealed
    | RevealVoided
    | Started
    | Unrated
    | Moved
    | ChanceMoved
    | BotPaceSet
    | DrawOffered
    | OfferTakenBack
    | DrawDeclined
    | Resigned
    | Said
    | Wrote
    | Interrupted
    | VacationSet
    | Ended
    | RematchMade
)


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One line of the journal: all events of one accepted command.

    ``version`` counts a table's entries from 1 without gaps. ``key`` is the idempotency key, unique at a
    table, and contains the sender's identity. ``at`` is in milliseconds since 1970, UTC.
    """

    table: str
    version: int
    key: str
    at: int
    events: tuple[Event, ...]
    chain: str = ""
    """A hash of this entry and of all before it (:mod:`quincunx.table.record.chain`). Empty in legacy
    entries, written before the chain existed."""
    raw: bytes = b""
    """The events as stored, if the entry has a hash of them."""
