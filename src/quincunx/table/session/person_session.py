"""A person's socket: news of their tables, and of the lobby and a tournament while the client follows them.

Tables can be played over this socket: each is a channel with a
:class:`~quincunx.table.session.table_session.TableSession` of its own.

News is requested from the service: :meth:`PersonSession.next_request` names what the client lacks. The shell
reads it and passes it on, or reports that it could not be read.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import ClassVar, Final

import msgspec

from quincunx.core.reason import Reason
from quincunx.table.session.actions import (
    Action,
    CloseTable,
    Deny,
    EndSeeking,
    FollowLobby,
    HandleTable,
    OpenTable,
    Send,
    StartSeeking,
    Tell,
    UnwatchTournament,
    WatchTournament,
)
from quincunx.table.session.close_codes import close_code
from quincunx.table.session.my_tables_feed import MyTablesFeed
from quincunx.table.session.session import FRAME, Session
from quincunx.table.session.table_session import TableSession
from quincunx.table.wire.lists import (
    AskAt,
    Follow,
    FollowTournament,
    LeaveTable,
    LeftTable,
    MyClientFrame,
    MyTable,
    MyTables,
    Seek,
    Seeking,
    StopSeeking,
)
from quincunx.table.wire.table import Ping, Pong, Refused

GATHER_SECONDS: Final = 0.1
"""Seconds within which changes are collected into one frame."""
WHOLE_SECONDS: Final = 60.0
"""Seconds between full refreshes of the list of tables: the bus may have lost the news of a new table."""
RETRY_SECONDS: Final = 2.0
MOST_CHANNELS: Final = 100
"""Tables over one socket at once."""
MOST_WAITING: Final = 60
"""Frames of one channel that may wait to be handled."""
LONGEST_ID: Final = 64
WORK_OF: Final[dict[type, float]] = {Follow: 2, FollowTournament: 8, Seek: 4, StopSeeking: 4}
"""Cost of a frame to its sender where it is not :data:`~quincunx.table.session.session.FRAME`."""
OPENING: Final = 4
"""Cost of opening a table on this socket; at a table that is open, the channel charges."""

TOO_MANY_TABLES: Final = Reason("too-fast", "too-many-tables", "These are too many tables at once.")
TOO_FAST: Final = Reason("too-fast", "too-fast", "That was too fast; please slow down.")


class AskWhole(msgspec.Struct, frozen=True):
    """Request for all tables of the person: :meth:`PersonSession.on_tables_read`."""


class AskLines(msgspec.Struct, frozen=True):
    """Request for the lines of these tables: :meth:`PersonSession.lines`."""

    tables: frozenset[str]


class AskLobby(msgspec.Struct, frozen=True):
    """Request for the lobby's changes since this version: :meth:`PersonSession.lobby`."""

    since: int


class AskTournament(msgspec.Struct, frozen=True):
    """Request for this tournament: :meth:`PersonSession.tournament`, unless the client knows its version
    (:meth:`PersonSession.knows`); or :meth:`PersonSession.no_tournament`."""

    tournament: str


Request = AskWhole | AskLines | AskLobby | AskTournament


class PersonSession(Session):
    """The protocol state of one client of a person."""

    __slots__ = (
        "_changed",
        "_channels",
        "_due",
        "_feed",
        "_lobby",
        "_lobby_has_changed",
        "_paused_until",
        "_talk_mark",
        "_tournament",
        "_tournament_has_changed",
        "_tournament_mark",
        "_whole_at",
    )

    decoder: ClassVar = msgspec.json.Decoder(MyClientFrame)

    def __init__(self, now: float) -> None:
        super().__init__(now)
        self._channels: dict[str, TableSession] = {}
        self._feed = MyTablesFeed()
        self._changed: set[str] = set()
        """Tables whose changes have not been requested."""
        self._lobby: int | None = None
        """The version of the lobby that the client knows; ``None`` while it does not follow the lobby."""
        self._lobby_has_changed = False
        self._tournament: str | None = None
        """The followed tournament."""
        self._tournament_mark = 0
        """The mark of the view that the client has."""
        self._talk_mark: tuple[int, bool] | None = None
        """The mark of the chat that the client has."""
        self._tournament_has_changed = False
        self._whole_at = now
        """The time of the next full refresh."""
        self._due = now
        """The time from which news is requested; infinite if there is none."""
        self._paused_until = now

    def end(self) -> list[Action]:
        """End the session and all its channels. See :meth:`Session.end`."""
        actions = super().end()
        for table in list(self._channels):
            actions += self._leave(table)
        if self._lobby is not None:
            self._lobby = None
            actions.append(FollowLobby(is_on=False))
        return actions + self._unfollow()

    # ---- from the client ---------------------------------------------------------------------------------

    def _on_frame(self, frame: MyClientFrame) -> list[Action]:
        actions = self._charge(self._cost(frame))
        match frame:
            case Ping(n=n):
                actions.append(Send(Pong(n)))
            case AskAt(table=table, frame=inner):
                actions += self._pass_on(table, bytes(inner))
            case LeaveTable(table=table):
                actions += self._leave(table)
            case Follow(lobby=is_on):
                actions += self._follow_lobby(is_on)
            case FollowTournament(tournament=tournament):
                actions += self._follow_tournament(tournament)
            case Seek():
                actions.append(StartSeeking(frame))
            case StopSeeking():
                actions.append(EndSeeking())
        return actions

    def _cost(self, frame: MyClientFrame) -> float:
        if isinstance(frame, AskAt):
            return 0 if frame.table in self._channels else OPENING
        return WORK_OF.get(type(frame), FRAME)

    def _follow_lobby(self, is_on: bool) -> list[Action]:
        if is_on is (self._lobby is not None):
            return []
        self._lobby = 0 if is_on else None
        return [FollowLobby(is_on)]

    def _follow_tournament(self, tournament: str | None) -> list[Action]:
        actions = self._unfollow()
        if tournament is not None:
            self._tournament = tournament[:LONGEST_ID]
            actions.append(WatchTournament(self._tournament))
        return actions

    def _unfollow(self) -> list[Action]:
        before, self._tournament = self._tournament, None
        self._tournament_mark, self._talk_mark = 0, None
        return [] if before is None else [UnwatchTournament(before)]

    # ---- channels ----------------------------------------------------------------------------------------

    def channel(self, table: str) -> TableSession | None:
        """The session of a table on this socket; ``None`` if it has been left."""
        return self._channels.get(table)

    def _pass_on(self, table: str, frame: bytes) -> list[Action]:
        channel = self._channels.get(table)
        if channel is None:
            if len(self._channels) >= MOST_CHANNELS:
                return _left_table(table, TOO_MANY_TABLES)
            channel = self._channels[table] = TableSession(self._last_heard)
            channel.queue(frame)
            return [OpenTable(table)]
        if channel.waiting >= MOST_WAITING:
            return [*self._leave(table), *_left_table(table, TOO_FAST)]
        channel.queue(frame)
        return [HandleTable(table)]

    def _leave(self, table: str) -> list[Action]:
        channel = self._channels.pop(table, None)
        if channel is None:
            return []
        return [*channel.end(), CloseTable(table)]

    def refuse_table(self, table: str, channel: TableSession, reason: Reason) -> list[Action]:
        """Tell the client why a table could not be opened, unless it has left the channel meanwhile."""
        if self._channels.get(table) is not channel:
            return []
        return [*self._leave(table), *_left_table(table, reason)]

    def close_table(self, table: str, channel: TableSession, code: int, sentence: str) -> list[Action]:
        """Tell the client that the server has closed a channel, and why."""
        if self._channels.get(table) is not channel:
            return []
        return [*self._leave(table), Send(LeftTable(table, code, sentence))]

    # ---- the search for a game ---------------------------------------------------------------------------

    def seeking(self, is_on: bool, level: str | None = None) -> list[Action]:
        """Tell the client that a search for a game runs, or that it has ended."""
        return [Send(Seeking(is_on, level))]

    def refuse(self, reason: Reason) -> list[Action]:
        """Tell the client that what it asked for is refused."""
        return [Deny(reason), Send(Refused(None, reason))]

    # ---- changes -----------------------------------------------------------------------------------------

    def table_changed(self, table: str, now: float) -> None:
        """Note that one of the person's tables has changed."""
        self._changed.add(table)
        self._call(now)

    def lobby_changed(self, now: float) -> None:
        """Note that the lobby has changed."""
        self._lobby_has_changed = True
        self._call(now)

    def tournament_changed(self, now: float) -> None:
        """Note that the followed tournament has changed."""
        self._tournament_has_changed = True
        self._call(now)

    def _call(self, now: float) -> None:
        self._due = min(self._due, max(now + GATHER_SECONDS, self._paused_until))

    def wait(self, now: float) -> float:
        """Seconds until :meth:`next_request` has something to name, if nothing changes."""
        return max(0.0, min(self._due, self._whole_at) - now)

    # ---- news --------------------------------------------------------------------------------------------

    def next_request(self, now: float) -> Request | None:
        """The next news to request from the service, or ``None`` if there is nothing to request now."""
        if now < min(self._due, self._whole_at):
            return None
        if now >= self._whole_at:
            self._whole_at = now + WHOLE_SECONDS
            self._changed.clear()
            return AskWhole()
        if self._changed and self._feed.has_begun:
            changed, self._changed = frozenset(self._changed), set()
            return AskLines(changed)
        if self._lobby_has_changed and self._lobby is not None:
            self._lobby_has_changed = False
            return AskLobby(self._lobby)
        if self._tournament_has_changed and self._tournament is not None:
            self._tournament_has_changed = False  # changes from here on are requested next time
            return AskTournament(self._tournament)
        self._due = math.inf
        return None

    def on_tables_read(self, lines: tuple[MyTable, ...], unlisted: Collection[str]) -> list[Action]:
        """The person's tables, and the names of further ones."""
        return _tell_my_tables(self._feed.on_tables_read(lines, unlisted))

    def lines(self, lines: Mapping[str, MyTable | None]) -> list[Action]:
        """The lines of tables that have changed; ``None`` for one that is no longer the person's."""
        return _tell_my_tables(self._feed.changes(lines))

    def lobby(self, version: int, frame: bytes) -> list[Action]:
        """The lobby's changes up to this version, encoded; empty if there are none."""
        if self._lobby is None:
            return []  # the client has stopped following it
        self._lobby = version
        return [Tell(msgspec.Raw(frame))] if frame else []

    def knows_tournament(self, tournament: str, mark: int) -> bool:
        """True if the client needs no news of this tournament: it has the view with this mark, or follows
        another."""
        return tournament != self._tournament or mark == self._tournament_mark

    def tournament(self, mark: int, frame: bytes) -> list[Action]:
        """A view of the followed tournament with this mark, encoded."""
        self._tournament_mark = mark
        return [Tell(msgspec.Raw(frame))]

    def knows_talk(self, tournament: str, mark: tuple[int, bool]) -> bool:
        """True if the client needs no news of this tournament's chat, as :meth:`knows_tournament`. The mark
        is its version, and whether it is shown to a host."""
        return tournament != self._tournament or mark == self._talk_mark

    def talk(self, mark: tuple[int, bool], frame: bytes) -> list[Action]:
        """The chat of the followed tournament with this mark, encoded."""
        self._talk_mark = mark
        return [Tell(msgspec.Raw(frame))]

    def no_tournament(self, tournament: str, reason: Reason) -> list[Action]:
        """There is no such tournament: tell the client once, and follow it no longer."""
        actions = self._unfollow() if tournament == self._tournament else []
        return [*actions, Tell(Refused(None, reason))]

    def failed(self, now: float) -> None:
        """A request could not be answered: make it again in a while, and refresh everything."""
        self._lobby_has_changed = self._tournament_has_changed = True
        self._whole_at = self._due = self._paused_until = now + RETRY_SECONDS


def _tell_my_tables(frame: MyTables | None) -> list[Action]:
    return [] if frame is None else [Tell(frame)]


def _left_table(table: str, reason: Reason) -> list[Action]:
    return [Deny(reason), Send(LeftTable(table[:64], close_code(reason), reason.sentence))]
