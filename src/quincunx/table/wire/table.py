"""Messages of the table protocol. ``docs/protocol.md`` explains their use.

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

# ---- a viewer's view of a table ------------------------------------------------------------------


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """One seat as a viewer sees it. ``kind``: ``open`` to anyone with the link; ``kept`` for a person who has
    not sat down yet; ``person``; ``bot``; ``stand_in``, a bot that plays for a person who left and may come
    back. ``name`` is a person's, for ``kept`` and ``stand_in`` too. Bots have a ``level``."""

    kind: Literal["open", "kept", "person", "bot", "stand_in"]
    name: str | None
    level: str | None
    yours: bool
    """True if the seat is the viewer's, is kept for them, or may be taken back by them."""
    bot_moves: int = 0
    """The number of moves that a bot has made in place of this person."""
    ran_out: bool = False
    """True if a bot plays because this person's time ran out."""
    handle: str | None = None
    """The handle of the person's page; ``None`` for a bot, a free seat, or a deleted account."""


class CommitRevealView(msgspec.Struct, frozen=True, gc=False):
    """The progress of the commit–reveal of the game's chance (``docs/chance.md``)."""

    round: int
    """The number of the round, from 1. Each void round is followed by another."""
    commitments: tuple[str, ...]
    """The commitment of each seat's device in this round, 64 hex digits; empty for bots and free seats."""
    taking_part: tuple[Seat, ...] | None
    """The participating seats; ``None`` until they are fixed."""
    awaited: tuple[Seat, ...]
    """The seats whose devices must reveal now or, while ``taking_part`` is ``None``, commit again."""
    left_out: tuple[Seat, ...]
    """After the start of the game: the people's seats that added nothing. Their devices did not take part, or
    did not reveal."""
    voided: tuple[tuple[Seat, ...], ...]
    """The seats that did not reveal in time, for each void round."""


class ClockView(msgspec.Struct, frozen=True, gc=False):
    """The clocks. Times are milliseconds since 1970 by the server's clock, so the client's own clock does not
    matter. The running clock has ``remaining - max(0, now - since)`` left when this arrives, and the client
    counts down from there."""

    remaining: tuple[int, ...]
    """Milliseconds left per seat at ``since``."""
    since: int
    running: Seat | None
    """The seat whose clock runs; ``None`` if none does, as on a bot's turn."""
    now: int
    """The time of sending, or slightly earlier."""
    finished_by_bot: Seat | None
    """The seat whose time ran out in this turn. Its person can take it back when the bot has ended the turn.
    """
    vacations: tuple[int, ...] = ()
    """Per seat, the end of its player's vacation, until which their clock stands still; 0 for the others.
    Empty if no player is on vacation. If the running clock stands still, ``since`` is in the future."""


class AppointmentView(msgspec.Struct, frozen=True, gc=False):
    """An appointment. From ``begins_by`` on, a bot sits in the seat of each absent person. Seats cannot be
    left or given away. Times are milliseconds since 1970 by the server's clock."""

    begins_by: int
    now: int
    """The time of sending, or slightly earlier."""


class SaidLine(msgspec.Struct, frozen=True):
    """A line of the chat: a ``phrase`` by its code, or free ``text``. Both are ``None`` if its writer's
    account was deleted."""

    seat: Seat
    at: int
    """The time of the line, in milliseconds since 1970."""
    phrase: str | None
    text: str | None


class OfDayView(msgspec.Struct, frozen=True):
    """The daily challenge of the table. ``is_practice``: the game counts for nothing. ``opens_at``: the time
    (milliseconds since 1970) from which everything about it is public. Until then only its player sees the
    table, and the seed, the replay and the record are shown to no one."""

    date: str
    is_practice: bool
    opens_at: int


class TableView(msgspec.Struct, frozen=True, gc=False):
    """Everything that one viewer may know of a table at one version."""

    id: str
    version: int
    settings: TableSettings
    status: Literal["waiting", "playing", "ended"]
    host: str
    """The host's name."""
    hosted_by_you: bool
    seats: tuple[SeatView, ...]
    point_of_view: Seat | None
    """The seat from which ``game`` is seen; ``None`` for a spectator's view, or with covered hands."""
    moved_at: int
    """The version of the last change of the game itself. A move decided on an older version is refused."""
    commitment: str
    """SHA-256 of the secret seed, 64 hex digits."""
    seed: str | None
    """Shown only after the game has ended and, for a daily challenge, after its day is over."""
    entropies: tuple[str, ...]
    """The entropy that each seat's device added, 64 hex digits or empty. Known from the start of the game."""
    commit_reveal: CommitRevealView | None
    """``None`` for a legacy game whose devices sent their randomness at once, and for a daily challenge, to
    which no device adds randomness."""
    clock: ClockView | None
    """``None`` at a table without clocks, and until the game starts."""
    game: AnyView | None
    """The game's own view. ``None`` until all seats are taken."""
    outcome: Outcome | None
    draw_offers: tuple[Seat, ...]
    resigned: tuple[Seat, ...]
    """Seats that have resigned while their partners have not."""
    rematch: str | None
    """The table of the rematch."""
    phrases: tuple[str, ...]
    """The codes of the phrases that the viewer may say now. Empty for spectators, and until the game starts.
    """
    talk: tuple[SaidLine, ...]
    """The last lines of the chat, oldest first: a few during the game, more after it."""
    tournament: str | None = None
    """The tournament that the table belongs to."""
    of_day: OfDayView | None = None
    appointment: AppointmentView | None = None
    """The appointment, while the table waits for one."""
    is_unrated: bool = False
    """True if the game was to be rated but began unrated, for want of capacity for its bots at their levels.
    Then ``settings.rated`` is false."""


# ---- public events: changes as a viewer sees them --------------------------------------------------------


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
    """An event of a seat. A person sat down, left, ran out of time, came back, or was replaced. Or a device
    took no part in the commit–reveal, or voided a round of it. Or, at the end of the game, a person was
    ``helped``.

    ``bot_moves``: with ``took_back`` and ``helped``, the number of moves that a bot made in place of this
    person.
    """

    what: SeatChange
    seat: Seat
    name: str | None
    level: str | None
    bot_moves: int = 0
    handle: str | None = None
    """The handle of the person's page; ``None`` for a bot."""


class GameEvent(msgspec.Struct, frozen=True, tag="game", gc=False):
    """An event of the game, in the game's own form."""

    event: AnyEvent


class TableEvent(msgspec.Struct, frozen=True, tag="table"):
    """An event of the table as a whole."""

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
    """A new line in the chat."""

    line: SaidLine


class AwayEvent(msgspec.Struct, frozen=True, tag="away"):
    """The server was away between these times (milliseconds since 1970), and the table's clocks and deadlines
    stood still. ``until`` is the earlier one where the server's clock was ahead and has been corrected."""

    since: int
    until: int


PublicEvent = SeatEvent | GameEvent | TableEvent | TalkEvent | AwayEvent

# ---- client to server -------------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="hello"):
    """The first frame. ``seen``: the last version that this client has, if any. ``point_of_view``: the seat
    whose hand is uncovered, for a person with several seats."""

    seen: int | None = None
    point_of_view: Seat | None = None


class CommandRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="command", gc=False):
    """A command. ``key`` is the idempotency key (1 to 64 letters, digits, ``-`` or ``_``). ``version`` is the
    table's version that the command was decided on. The same key again gets the same answer."""

    key: str
    version: int
    command: Command


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="look"):
    """Uncover the hand of a seat of the sender, or cover all of them (``None``)."""

    point_of_view: Seat | None


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="ping"):
    """A sign of life, answered by a :class:`Pong` with the same number."""

    n: int = 0


ClientFrame = Hello | CommandRequest | Look | Ping

# ---- server to client -------------------------------------------------------------------------------


class Update(msgspec.Struct, frozen=True, tag="update", gc=False):
    """The current table, and the events after version ``since``. If ``since`` is ``None`` (a fresh start, or
    too long ago), the events are recent ones, meant for a log and not as news."""

    since: int | None
    version: int
    events: tuple[PublicEvent, ...]
    table: TableView


class Changes(msgspec.Struct, frozen=True, tag="changes", gc=False):
    """The changes since version ``since``, for a client that was shown it on this socket and accepts changes.
    Nothing else has changed. ``game`` has the changed members of the game's view."""

    since: int
    version: int
    events: tuple[PublicEvent, ...]
    moved_at: int
    clock: ClockView | None
    game: dict[str, Any]


class Ack(msgspec.Struct, frozen=True, tag="ack", gc=False):
    """The command is on disk, and every view from ``version`` on includes its effect. ``table`` names the new
    table after a rematch."""

    key: str
    version: int
    table: str | None = None


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The command changed nothing, with the reason. ``key`` is ``None`` if the frame itself was at fault."""

    key: str | None
    reason: Reason


class Presence(msgspec.Struct, frozen=True, tag="presence", gc=False):
    """Per seat, whether its person is connected (``here``) and whether they have been gone long enough for a
    bot to be called in (``away``). ``watching`` is the number of spectators. ``idle`` is the seat whose
    person has not moved for so long that a bot may be called in, connected or not."""

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
    """One ply of a finished game: the seat that moved (``None``: chance), the events, and the open view after
    it."""

    seat: Seat | None
    chance: Answered | None
    """The question to chance and its answer, including the order of the cards, so that it can be checked."""
    events: tuple[AnyEvent, ...]
    view: AnyView


class ReplayLine(msgspec.Struct, frozen=True):
    """A line of the chat, said after ``step`` steps."""

    step: int
    line: SaidLine


class Replay(msgspec.Struct, frozen=True):
    """A finished game from the first card to the last, with everything open."""

    table: TableView
    steps: tuple[ReplayStep, ...]
    talk: tuple[ReplayLine, ...] = ()
    started_at: int | None = None
    """Milliseconds since 1970; ``None`` for a game from a file."""


class RecordKey(msgspec.Struct, frozen=True):
    """The public half of the key with which this server signs records."""

    key: str
    """64 lower-case hex digits."""
    algorithm: Literal["Ed25519"] = "Ed25519"
    former: tuple[str, ...] = ()
    """Former signing keys, newest first. Their signatures are still valid."""


class AskHint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a hint for a seat of the sender. It must be its turn, at a table that allows hints."""

    seat: Seat


class HintedMove(msgspec.Struct, frozen=True):
    """A choice and its value."""

    move: AnyMove
    value: float
    error: float | None = None
    """The standard error of the value: 0 if it is exact, ``null`` if it is unknown."""


class Hint(msgspec.Struct, frozen=True):
    """The best bot's choices, best first, computed only from what the seat may know. The scale is ``own``
    while a fallback engine answers."""

    version: int
    """The table's version that the hint is for."""
    scale: Scale
    choices: tuple[HintedMove, ...]
    reasons: tuple[Why, ...] = ()
    """Reasons why the first choice is better, as in a review; empty if there are none."""
