"""Actions that a session returns; the shell that owns the socket carries them out in order."""

from __future__ import annotations

import msgspec

from quincunx.core.reason import Reason
from quincunx.core.values import Seat
from quincunx.table.wire.lists import MyServerFrame, Seek
from quincunx.table.wire.table import CommandRequest, ServerFrame


class Send(msgspec.Struct, frozen=True, gc=False):
    """Send this frame."""

    frame: ServerFrame | MyServerFrame


class Tell(msgspec.Struct, frozen=True, gc=False):
    """Send this news, and report its size to :meth:`~quincunx.table.session.session.Session.charge_sent`."""

    frame: MyServerFrame | msgspec.Raw
    """A frame, or one that is encoded already because many clients get it."""


class Pay(msgspec.Struct, frozen=True, gc=False):
    """Charge this work to the person. If they must wait, call
    :meth:`~quincunx.table.session.session.Session.rest` until then."""

    work: float


class Close(msgspec.Struct, frozen=True):
    """Close the socket with this code; the reason is a sentence."""

    code: int
    reason: str


# ---- at a table --------------------------------------------------------------------------------------------


class Submit(msgspec.Struct, frozen=True, gc=False):
    """Submit this command to the service, and pass the outcome to
    :meth:`~quincunx.table.session.table_session.TableSession.answer_command`."""

    request: CommandRequest


class Wake(msgspec.Struct, frozen=True):
    """Call :meth:`~quincunx.table.session.table_session.TableSession.news` when it is this client's turn:
    there is something to show."""


class Show(msgspec.Struct, frozen=True, gc=False):
    """Send the service's update since this version, seen from this seat, and report it to
    :meth:`~quincunx.table.session.table_session.TableSession.on_update_sent`. ``in_short``: the client has
    been shown that version, so the changes since then are enough."""

    since: int | None
    point_of_view: Seat | None
    in_short: bool = False


# ---- on a person's socket ----------------------------------------------------------------------------------


class OpenTable(msgspec.Struct, frozen=True):
    """Open this table for the channel of this name. Then handle the frames of the channel's own session
    (``PersonSession.channel``), or report the reason to ``PersonSession.refuse_table``."""

    table: str


class HandleTable(msgspec.Struct, frozen=True):
    """Handle the waiting frames of this table's channel."""

    table: str


class CloseTable(msgspec.Struct, frozen=True):
    """Stop serving this table's channel, whose session has ended."""

    table: str


class FollowLobby(msgspec.Struct, frozen=True):
    """Report changes of the lobby to ``PersonSession.lobby_changed``, or stop that."""

    is_on: bool


class WatchTournament(msgspec.Struct, frozen=True):
    """Report changes of this tournament to ``PersonSession.tournament_changed``."""

    tournament: str


class UnwatchTournament(msgspec.Struct, frozen=True):
    """Undo :class:`WatchTournament`."""

    tournament: str


class StartSeeking(msgspec.Struct, frozen=True):
    """Start a search for a game, and report it to ``PersonSession.seeking`` or ``PersonSession.refuse``."""

    wish: Seek


class EndSeeking(msgspec.Struct, frozen=True):
    """End the search for a game, and report it to ``PersonSession.seeking``."""


class Deny(msgspec.Struct, frozen=True):
    """Count this refusal, of which the client is told by the next action."""

    reason: Reason


Common = Send | Tell | Pay | Close
AtTable = Submit | Wake | Show
OfPerson = (
    OpenTable
    | HandleTable
    | CloseTable
    | FollowLobby
    | WatchTournament
    | UnwatchTournament
    | StartSeeking
    | EndSeeking
    | Deny
)
Action = Common | AtTable | OfPerson
