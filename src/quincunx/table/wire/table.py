"""The words between client and server. ``docs/protocol.md`` tells how they are used.

The TypeScript types of the client are generated from these structs by ``make types``.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from quincunx.core.chance import ChanceMove, Question
from quincunx.core.reason import Reason
from quincunx.core.review import Why
from quincunx.core.values import AnyEvent, AnyMove, AnyView, Outcome, Seat
from quincunx.engines.bot import Scale
from quincunx.table.commands import Command
from quincunx.table.events import TableSettings

# ---- what a viewer sees of a table ---------------------------------------------------------------


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """``kind``: ``open`` to anyone with the link; ``kept`` for somebody who has not sat down yet;
    ``person``; ``bot``; ``stand_in``, a bot that plays for a person who left and may come back.
    ``name`` is a person's (for ``kept`` and ``stand_in`` too); bots have a ``level``."""

    kind: Literal["open", "kept", "person", "bot", "stand_in"]
    name: str | None
    level: str | None
    yours: bool
    """Whether it is (or is kept for, or may be taken back by) the person who is looking."""
    bot_moves: int = 0
    """How many moves a bot has made so far in place of this person."""
    ran_out: bool = False
    """Whether a bot plays because this person's time had run out."""
    handle: str | None = None
    """The name of the person's page; ``None`` for a bot, a free seat, and who is here no longer."""


class MixingView(msgspec.Struct, frozen=True, gc=False):
    """How the devices bring about the chance of the game (``docs/chance.md``)."""

    round: int
    """Counted from 1: each void one is followed by another."""
    commitments: tuple[str, ...]
    """What each seat's device has committed to in this round, 64 hex digits; empty for bots and free
    seats."""
    taking_part: tuple[Seat, ...] | None
    """The seats whose randomness goes in; ``None`` while that is not fixed."""
    awaited: tuple[Seat, ...]
    """The seats whose devices must reveal now or, while ``taking_part`` is ``None``, commit anew."""
    left_out: tuple[Seat, ...]
    """Once the game has started: people's seats that added nothing: their devices took no part, or
    did not reveal."""
    voided: tuple[tuple[Seat, ...], ...]
    """For each void round, the seats that did not reveal in time."""


class ClockView(msgspec.Struct, frozen=True, gc=False):
    """Everybody's time. Moments are in milliseconds since 1970, by the server. What the client's own clock
    says does not matter: whose time runs has ``remaining - (now - since)`` left when this arrives, and the
    client counts down from there."""

    remaining: tuple[int, ...]
    """How many milliseconds each seat had left at ``since``."""
    since: int
    running: Seat | None
    """The seat whose time runs; ``None``: nobody's does, as when it is a bot's turn."""
    now: int
    """When this was sent, or a moment before."""
    finished_by_bot: Seat | None
    """The seat whose time has run out in this turn: its person can take it back when the bot has ended the
    turn."""


class AppointmentView(msgspec.Struct, frozen=True, gc=False):
    """From ``begins_by`` on a bot sits in the seat of each who has not come; nobody can leave their seat or
    give one away. Moments are in milliseconds since 1970, by the server."""

    begins_by: int
    now: int
    """When this was sent, or a moment before."""


class SaidLine(msgspec.Struct, frozen=True):
    """Something that somebody has said: a ``phrase`` by its code, or a ``text`` of their own. Both are
    ``None`` where the person has been deleted who wrote it."""

    seat: Seat
    at: int
    """In milliseconds since 1970."""
    phrase: str | None
    text: str | None


class OfDayView(msgspec.Struct, frozen=True):
    """The table plays the deal of a day. ``is_practice``: it counts for nothing. ``opens_at``: from when on
    (milliseconds since 1970) everything about it is open; until then only its player sees the table, and
    nobody the seed, the replay and the record."""

    date: str
    is_practice: bool
    opens_at: int


class TableView(msgspec.Struct, frozen=True, gc=False):
    """All that one viewer may know of a table at one version."""

    id: str
    version: int
    settings: TableSettings
    status: Literal["waiting", "playing", "ended"]
    host: str
    """The host's name."""
    hosted_by_you: bool
    seats: tuple[SeatView, ...]
    point_of_view: Seat | None
    """The seat that ``game`` is seen from; ``None``: as a spectator sees it, or with covered hands."""
    moved_at: int
    """The version of the last change of the game itself; a move decided on an older one is refused."""
    commitment: str
    """SHA-256 of the secret seed, 64 hex digits."""
    seed: str | None
    """Shown when the game has ended, and never before; where it is that of a day, when that is over."""
    entropies: tuple[str, ...]
    """What each seat's device added, 64 hex digits or empty; known from the start of the game."""
    mixing: MixingView | None
    """``None`` for a game whose devices sent their randomness at once, as they did once, and for the deal of
    a day, to which no device adds anything."""
    clock: ClockView | None
    """``None`` at a table without clocks, and until the game starts."""
    game: AnyView | None
    """The game's own view. ``None`` until all seats are taken."""
    outcome: Outcome | None
    draw_offers: tuple[Seat, ...]
    resigned: tuple[Seat, ...]
    """Seats that have given up while their partners have not."""
    rematch: str | None
    """The table at which the same people meet again."""
    phrases: tuple[str, ...]
    """The codes of what you may say now; empty for spectators, and until the game starts."""
    talk: tuple[SaidLine, ...]
    """What was said last, the oldest first: a few lines during the game, more after it."""
    evening: str | None = None
    """The evening that the table belongs to."""
    of_day: OfDayView | None = None
    appointment: AppointmentView | None = None
    """While a table waits that begins by a moment, whoever has come."""
    is_unrated: bool = False
    """The game was to be rated; when it began, the server had no capacity for its bots at their levels, so
    ``settings.rated`` is false."""


# ---- public events: what a viewer is told of what happened ---------------------------------------------


SeatChange = Literal[
    "sat_down",
    "stood_up",
    "time_ran_out",
    "took_back",
    "bot_seated",
    "opened",
    "left_out",
    "did_not_reveal",
    "helped",
]
"""The kinds of events about a seat."""


class SeatEvent(msgspec.Struct, frozen=True, tag="seat"):
    """Something about a seat: who sat down, left, ran out of time, came back, or was replaced; whose device
    took no part in mixing chance, or voided a round of it; and, at the end of the game, who was ``helped``.

    ``bot_moves``: with ``took_back`` and ``helped``, how many moves a bot has made in place of this person.
    """

    what: SeatChange
    seat: Seat
    name: str | None
    level: str | None
    bot_moves: int = 0
    handle: str | None = None
    """The name of the person's page; ``None`` for a bot."""


class GameEvent(msgspec.Struct, frozen=True, tag="game", gc=False):
    """Something in the game, as the game itself tells it."""

    event: AnyEvent


class TableEvent(msgspec.Struct, frozen=True, tag="table"):
    """Something about the table as a whole."""

    what: Literal[
        "made",
        "started",
        "unrated",
        "draw_offered",
        "offer_taken_back",
        "draw_declined",
        "resigned",
        "ended",
        "rematch",
    ]
    seat: Seat | None
    outcome: Outcome | None


class TalkEvent(msgspec.Struct, frozen=True, tag="talk"):
    """Somebody has said something."""

    line: SaidLine


class AwayEvent(msgspec.Struct, frozen=True, tag="away"):
    """The server was away between these moments (milliseconds since 1970): the table's clocks and deadlines
    stood still. ``until`` is the earlier one where the server's clock was ahead and has been corrected."""

    since: int
    until: int


PublicEvent = SeatEvent | GameEvent | TableEvent | TalkEvent | AwayEvent

# ---- client to server -------------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="hello"):
    """The first frame. ``seen``: the last version that this client has, if any. ``point_of_view``: the seat
    whose hand is uncovered, for somebody who holds several."""

    seen: int | None = None
    point_of_view: Seat | None = None


class CommandRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="command", gc=False):
    """A command. ``key`` is the idempotency key (1 to 64 letters, digits, ``-`` or ``_``), ``version``
    the table's version that it was decided on. The same key again gets the same answer."""

    key: str
    version: int
    command: Command


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="look"):
    """Uncover the hand of a seat of mine, or cover all of them (``None``)."""

    point_of_view: Seat | None


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="ping"):
    """Are you there? Answered by the same number."""

    n: int = 0


ClientFrame = Hello | CommandRequest | Look | Ping

# ---- server to client -------------------------------------------------------------------------------


class Update(msgspec.Struct, frozen=True, tag="update", gc=False):
    """The table as it is now, and what happened after version ``since``. With ``None`` (a fresh start, or too
    long ago) the events are what happened lately: for a log, and not news."""

    since: int | None
    version: int
    events: tuple[PublicEvent, ...]
    table: TableView


class Changes(msgspec.Struct, frozen=True, tag="changes", gc=False):
    """The same for a client that was shown version ``since`` on this socket, and wishes for no more than what
    has changed: nothing has but this. ``game`` has the members of the game's view that are others now."""

    since: int
    version: int
    events: tuple[PublicEvent, ...]
    moved_at: int
    clock: ClockView | None
    game: dict[str, Any]


class Ack(msgspec.Struct, frozen=True, tag="ack", gc=False):
    """The command is on disk; its effect is in every view from ``version`` on. ``table`` names the new
    table after a rematch."""

    key: str
    version: int
    table: str | None = None


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The command changed nothing, and why. ``key`` is ``None`` when the frame itself was at fault."""

    key: str | None
    reason: Reason


class Presence(msgspec.Struct, frozen=True, tag="presence", gc=False):
    """Which seats' people are connected just now, and how many others watch. ``away`` are seats whose
    person has been gone for long enough that a bot may be called in; ``idle`` is the seat whose person has
    not moved for so long that it may be called in, too, connected or not."""

    here: tuple[bool, ...]
    away: tuple[bool, ...]
    watching: int
    idle: Seat | None = None


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    n: int


ServerFrame = Update | Changes | Ack | Refused | Presence | Pong

# ---- plain HTTP -----------------------------------------------------------------------------------------
# The body of every refused request is a Reason.


class Answered(msgspec.Struct, frozen=True):
    """A question to chance, and its answer."""

    question: Question
    answer: ChanceMove


class ReplayStep(msgspec.Struct, frozen=True):
    """One ply of a finished game: who moved (``None``: chance), what happened, and the open view after it."""

    seat: Seat | None
    chance: Answered | None
    """What chance was asked and answered, the order of the cards included, so that it can be checked."""
    events: tuple[AnyEvent, ...]
    view: AnyView


class ReplayLine(msgspec.Struct, frozen=True):
    """Something that was said when so many steps had been made."""

    step: int
    line: SaidLine


class Replay(msgspec.Struct, frozen=True):
    """A finished game from the first card to the last, with everything open."""

    table: TableView
    steps: tuple[ReplayStep, ...]
    talk: tuple[ReplayLine, ...] = ()


class RecordKey(msgspec.Struct, frozen=True):
    """The public half of the key with which this server signs records."""

    key: str
    """64 lower-case hex digits."""
    algorithm: Literal["Ed25519"] = "Ed25519"
    former: tuple[str, ...] = ()
    """Keys that signed before this one, newest first; their signatures are still good."""


class AskHint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What should this seat of mine do? It must be its turn, at a table that allows hints."""

    seat: Seat


class HintedMove(msgspec.Struct, frozen=True):
    """A choice and what it is worth."""

    move: AnyMove
    value: float


class Hint(msgspec.Struct, frozen=True):
    """What the best bot thinks, best first, worked out from what the seat may know alone. The scale
    is ``own`` while a fallback engine answers."""

    version: int
    """The table's version that it is for."""
    scale: Scale
    choices: tuple[HintedMove, ...]
    reasons: tuple[Why, ...] = ()
    """Why the first one is better, as in a review; empty where there is nothing to say."""
