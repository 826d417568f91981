"""What happened at a table: the facts that the journal keeps, for ever.

Stored shapes never change meaning; a new shape gets a new tag, and old samples in ``testdata/``
keep the old ones readable. Where the program has a better word by now, the stored one stays as an alias.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.core.chance import ChanceMove
from quincunx.core.values import MoveData, OptionsData, Outcome, Seat


class SeatSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is meant to sit on a seat: the host, anyone with the link, a bot of a level, or somebody who is
    invited, by the ``handle`` of their page: the seat is kept for them, and they are told.

    ``name``: what whoever plays there is called, where several people play on the host's one device; the
    host's own name if it is absent.
    """

    kind: Literal["me", "open", "bot", "invited"]
    level: str | None = None
    name: str | None = None
    handle: str | None = None


BotPace = Literal["quick", "normal", "slow"]
"""How long a bot's move takes at least, so that people can follow it."""


class LivePace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="live"):
    """Everybody has ``total`` seconds for the whole game, and ``increment`` more for each turn of theirs."""

    total: int
    increment: int


class DailyPace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="daily"):
    """Everybody has so many hours for each turn of theirs."""

    hours: int


Pace = LivePace | DailyPace
"""How much time people have (:mod:`quincunx.table.clock`)."""


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table was set up by its host. ``options`` are the game's, as JSON.

    ``one_device``: the host's seats are played in turn on one device, with covered hands (only then
    may a person hold more than one seat). ``listed``: shown among the open tables. ``watchable``:
    people without a seat may watch. ``hints``: whoever is to move may ask what the best bot would do;
    everybody at the table can see that it is allowed. ``pace``: the table has clocks. ``rated``: the result
    counts for people's ratings, and who starts is decided by lot.
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


class OfDay(msgspec.Struct, frozen=True):
    """Which day's deal a table plays: its ``day``, counted from 1970 (UTC). ``is_practice``: it counts for
    nothing, since its person has played that deal before, or its day is over."""

    day: int
    is_practice: bool = False


class TableMade(msgspec.Struct, frozen=True, tag="table_made"):
    """A table was made. ``seed`` (64 hex digits) is secret until the end; ``kept_for`` names, for
    each seat, the person it is kept for. ``begins_by``: the moment (milliseconds since 1970) at which a bot
    sits down for each of them who has not come; such a table is an appointment, whose seats are nobody's to
    give away. Those of an evening have a moment, and so have those of people who were paired."""

    table: str
    host: str = msgspec.field(name="maker")
    host_name: str = msgspec.field(name="maker_name")
    settings: TableSettings
    seed: str
    kept_for: tuple[str | None, ...]
    kept_names: tuple[str | None, ...]
    begins_by: int | None = None
    of_day: OfDay | None = None
    """Where the table plays the deal of a day; then ``seed`` is that of the day, secret until it is over."""
    origin: str | None = None
    """A mark of the network from which it was created, shared by 65,536 networks in any address space: by it
    the lobby is divided fairly. ``None`` for a table that is not listed."""


class SatDown(msgspec.Struct, frozen=True, tag="sat_down"):
    """``commitment`` is SHA-256 of the device's entropy (64 hex digits). In entries of version 1 of chance
    there is none: the device sent its ``entropy`` itself."""

    seat: Seat
    person: str
    name: str
    entropy: str = ""
    commitment: str = ""
    network: str = ""
    """See :func:`quincunx.table.seats.person.network_mark`."""


class StoodUp(msgspec.Struct, frozen=True, tag="stood_up"):
    """The person has left; during a game a bot of ``level`` plays on."""

    seat: Seat
    level: str | None


class TimeRanOut(msgspec.Struct, frozen=True, tag="time_ran_out"):
    """The person to move had no time left; a bot of ``level`` plays on until they take the seat back."""

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
    """The device of a seat has committed anew, with another ``commitment``."""

    seat: Seat
    commitment: str


class MixingOpened(msgspec.Struct, frozen=True, tag="mixing_opened"):
    """All seats are taken, and who takes part in mixing chance is fixed: these seats are to reveal their
    entropy until ``until`` (milliseconds since 1970)."""

    taking_part: tuple[Seat, ...]
    until: int


class Revealed(msgspec.Struct, frozen=True, tag="revealed"):
    """The entropy (64 hex digits) that a seat's device had committed to."""

    seat: Seat
    entropy: str


class MixingVoided(msgspec.Struct, frozen=True, tag="mixing_voided"):
    """The ``missing`` seats did not reveal in time. There is a new ``seed``, and the others commit anew until
    ``until``."""

    missing: tuple[Seat, ...]
    seed: str
    until: int


class Started(msgspec.Struct, frozen=True, tag="started"):
    """All seats are taken; ``entropies`` (hex, empty for bots and whoever took no part) go into the game's
    chance, which is of this version of ``docs/chance.md``."""

    entropies: tuple[str, ...]
    chance: int = 1


class Unrated(msgspec.Struct, frozen=True, tag="unrated"):
    """The game begins unrated, because the server had no capacity for its bots at their levels."""


class Moved(msgspec.Struct, frozen=True, tag="moved", gc=False):
    seat: Seat
    move: MoveData


class ChanceMoved(msgspec.Struct, frozen=True, tag="nature_moved", gc=False):
    """Chance has answered. (The stored name is that of the first version.)"""

    move: ChanceMove


class BotPaceSet(msgspec.Struct, frozen=True, tag="bot_pace_set"):
    """The host wants bots to move faster or more slowly."""

    pace: BotPace


class DrawOffered(msgspec.Struct, frozen=True, tag="draw_offered"):
    seat: Seat


class OfferTakenBack(msgspec.Struct, frozen=True, tag="offer_taken_back"):
    seat: Seat


class DrawDeclined(msgspec.Struct, frozen=True, tag="draw_declined"):
    """A seat has said no: every offer is gone."""

    seat: Seat


class Resigned(msgspec.Struct, frozen=True, tag="resigned"):
    """A seat has given up; its side has lost when all people on it have."""

    seat: Seat


class Said(msgspec.Struct, frozen=True, tag="said"):
    """Somebody has said a preset phrase; who reads it has it in their own language."""

    seat: Seat
    phrase: str


class Wrote(msgspec.Struct, frozen=True, tag="wrote"):
    """Somebody has said something in their own words, after the end. It goes when its person is deleted, so
    it names them."""

    seat: Seat
    person: str
    text: str


class Interrupted(msgspec.Struct, frozen=True, tag="interrupted"):
    """No node ran between ``since`` and ``until`` (milliseconds since 1970): every deadline of the table
    moves by what it lost. ``until`` is the earlier one where a clock that was ahead has been corrected."""

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
    | MixingOpened
    | Revealed
    | MixingVoided
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
    | Ended
    | RematchMade
)


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One line of the journal: everything that one accepted command brought about.

    ``version`` counts a table's entries from 1 without gaps. ``key`` is the idempotency key, unique
    at a table, with the sender's identity in it; ``at`` is in milliseconds since 1970, UTC.
    """

    table: str
    version: int
    key: str
    at: int
    events: tuple[Event, ...]
    chain: str = ""
    """A hash of this entry and of all before it (:mod:`quincunx.table.record.chain`); empty in entries of the
    time before there was one."""
    raw: bytes = b""
    """The events as they are stored, where there is a hash of them."""
