"""Interface of the store of people. ``adapters/store`` implements it; ``rows`` has its data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from quincunx.club.accounts.ports import AccountStore
from quincunx.club.clubs.hooks import HookStore
from quincunx.club.clubs.ports import ClubStore
from quincunx.club.daily.ports import DayStore
from quincunx.club.invitations import InvitationStore
from quincunx.club.mail import MailStore
from quincunx.club.matchmaking import Seeker
from quincunx.club.moderation.ports import ModerationStore
from quincunx.club.push import PushRow
from quincunx.club.puzzles.ratings import PuzzleStore
from quincunx.club.reach.friends import FriendStore
from quincunx.club.reach.notifications import NotificationStore
from quincunx.club.reach.vacations import VacationStore
from quincunx.club.results.ratings import Rating
from quincunx.club.results.results import Result
from quincunx.club.results.reviews import ReviewStore
from quincunx.club.results.statistics import Played
from quincunx.club.rows import (
    AuditEntry,
    Authority,
    Filter,
    Pairing,
    PersonGame,
    PersonRow,
    RatingPoint,
    RatingRow,
    SeekerRow,
)
from quincunx.club.safety import SafetyStore
from quincunx.club.tournament.ports import TournamentStore
from quincunx.club.tournament.talk.ports import TalkStore
from quincunx.core.sentence import SpokenError


class StoreUnavailable(SpokenError):
    """The store cannot be read or written at the moment. The text is a sentence for people."""


class NameTaken(Exception):
    """Another account has this name, or a lookalike of it."""


class TokenTaken(Exception):
    """A token with this hash exists already."""


class NoSuchPerson(Exception):
    """No person has this id (any more), or they may not have the requested thing."""


class SessionEnded(Exception):
    """The session or token that authorizes the change has ended. Nothing has changed."""


class NotConfirmed(Exception):
    """The session has not shown, or not recently enough, a credential that the change requires. Nothing has
    changed."""


class Store(
    AccountStore,
    SafetyStore,
    FriendStore,
    NotificationStore,
    HookStore,
    TournamentStore,
    TalkStore,
    VacationStore,
    ClubStore,
    ReviewStore,
    DayStore,
    PuzzleStore,
    MailStore,
    InvitationStore,
    ModerationStore,
    Protocol,
):
    """The store of people. Every method raises :class:`StoreUnavailable`, also before :meth:`open` and after
    :meth:`close`. Each method's change is atomic.

    A method with ``by`` checks that authority in the transaction of its change, and raises
    :class:`SessionEnded` or :class:`NotConfirmed`. ``None`` is the server itself, or its operator.
    """

    async def open(self) -> None:
        """Open the store, and create or migrate the schema. Raises :class:`StoreUnavailable` with a sentence
        for people."""
        ...

    async def close(self) -> None: ...

    async def check(self) -> None:
        """Return if the store can be read."""
        ...

    # ---- notifications of waiting tables -------------------------------------------------------------------

    async def keep_push(self, push: PushRow, by: Authority | None = None) -> None:
        """Store a push subscription. Only the newest one per session and per endpoint is stored. It ends with
        its session. Raises :class:`NoSuchPerson` if the session does not belong to the person."""
        ...

    async def push_of(self, session: str) -> PushRow | None: ...

    async def end_push(self, endpoint: str) -> None: ...

    async def pushed(self, after: str, limit: int) -> Sequence[str]:
        """The ids, in order after ``after``, of people with a push subscription or who have chosen mails, and
        of guests merged into them."""
        ...

    # ---- results of games --------------------------------------------------------------------------------

    async def count(self, result: Result) -> bool:
        """Record a result and its effect on ratings. The ratings are as if games had been recorded in the
        order of their ends. If many games have ended after this one, that holds once :meth:`rate_on` has
        finished. ``False`` if the result was recorded before; then nothing has changed."""
        ...

    async def rate_on(self) -> int:
        """Recompute the ratings of some games that ended after one that was recorded late. Returns their
        number, and 0 when nothing is left to do."""
        ...

    async def forget_results(self) -> None:
        """Delete all results and ratings, so that they can be recorded again."""
        ...

    async def by_handle(self, handle: str) -> str | None:
        """The id of the person with this handle, if they have an account or have finished a game. For a guest
        merged into an account it is the account. Deleted people are not found."""
        ...

    async def members(self, handles: Sequence[str]) -> frozenset[str]:
        """The handles among these that carry no guest mark: those of accounts, guests merged into one, and
        deleted people."""
        ...

    async def rating(self, person: str, game: str, kind: str) -> Rating:
        """A person's rating; a newcomer's if they have none."""
        ...

    async def ratings(self, person: str) -> Sequence[RatingRow]: ...

    async def strongest(self, game: str, kind: str, limit: int) -> Sequence[RatingRow]:
        """The strongest first, among people whose rating is certain enough to be listed."""
        ...

    async def strengths(self, handles: Sequence[str], game: str, kind: str) -> Mapping[str, Rating]:
        """The ratings of the people with these handles, without those who have none."""
        ...

    async def curve(
        self, person: str, game: str, kind: str, limit: int, viewer: tuple[str, ...] | None = None
    ) -> Sequence[RatingPoint]:
        """The newest ``limit`` points of a rating, oldest first. ``viewer`` as in
        :class:`~quincunx.club.rows.Filter`."""
        ...

    async def games(self, person: str, which: Filter, limit: int) -> Sequence[PersonGame]:
        """Games at which this person sat, also as a guest merged into them, newest first. Deleted people have
        a placeholder name."""
        ...

    async def played(
        self, person: str, against: str | None, limit: int, viewer: tuple[str, ...] | None = None
    ) -> Sequence[Played]:
        """The newest ``limit`` of a person's games, all or only those with ``against`` at the table, oldest
        first. The endings and facts are the person's. ``viewer`` as in
        :class:`~quincunx.club.rows.Filter`."""
        ...

    async def people_met(self, person: str, limit: int) -> Sequence[PersonRow]:
        """The people with whom this person has played, in the order of the newest games. Merged guests are
        given as their accounts. Deleted and banned people, and people to be kept apart from this person
        (:meth:`apart`), are left out. Very old games may be ignored."""
        ...

    async def order_of(self, table: str) -> tuple[int, str] | None:
        """The place of a game in the order of results (:attr:`Result.order`); ``None`` if it was not
        recorded."""
        ...

    # ---- matchmaking -------------------------------------------------------------------------------------

    async def add_seeker(self, seeker: Seeker) -> None:
        """Start a person's search for a game. It replaces any earlier search of theirs."""
        ...

    async def stop_seeking(self, person: str) -> None: ...

    async def pair_up(
        self, present: Sequence[str], now: int, name: Callable[[], str]
    ) -> tuple[frozenset[str], tuple[Pairing, ...]]:
        """Confirm that the people in ``present`` are still connected, and pair all seekers of all nodes
        (:mod:`quincunx.club.matchmaking`). ``name`` draws each table's name. Returns the ids still
        searching, and the new pairings, which are stored until :meth:`end_pairing`. A person is never in
        two pairings."""
        ...

    async def seekers(self, now: int, limit: int) -> Sequence[SeekerRow]:
        """The people of all nodes who seek a game. Those who have waited longest come first."""
        ...

    async def pairings(self, before: int, limit: int) -> Sequence[Pairing]:
        """The pairings from before this time whose table may not have been created."""
        ...

    async def end_pairing(self, table: str) -> None:
        """Delete a pairing, since its table has been created."""
        ...

    # ---- operators and expiry ---------------------------------------------------------------------------

    async def find_people(self, text: str, limit: int) -> Sequence[PersonRow]:
        """The people with this id, or whose name begins with this text."""
        ...

    async def add_audit_entry(self, entry: AuditEntry) -> None: ...

    async def audit_entries(self, person: str | None, limit: int) -> Sequence[AuditEntry]:
        """The entries of the audit log, newest first; of one person or of all."""
        ...

    async def delete_expired(self, now: int) -> int:
        """Delete expired rows: sessions, challenges, guests who never did anything. Returns the number of
        guests deleted."""
        ...

    async def correct_times(self, now: int, latest: int) -> bool:
        """Set all times after ``latest`` back to ``now``, because a system clock was ahead. If the server was
        not used at such a time, change nothing and return ``False``."""
        ...
