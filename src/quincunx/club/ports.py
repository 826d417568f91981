"""Interface of the store of people. ``adapters/store`` implements it; ``rows`` has its data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from quincunx.club.clubs.ports import ClubStore
from quincunx.club.daily.ports import DayStore
from quincunx.club.invitations import InvitationStore
from quincunx.club.mail import MailStore
from quincunx.club.matchmaking import Seeker
from quincunx.club.push import PushRow
from quincunx.club.puzzles.ratings import PuzzleStore
from quincunx.club.results.ratings import Rating
from quincunx.club.results.results import Result
from quincunx.club.results.reviews import ReviewStore
from quincunx.club.results.statistics import Played
from quincunx.club.rows import (
    AuditEntry,
    Authority,
    Credentials,
    Filter,
    Known,
    LinkKind,
    OneTimeKind,
    OneTimeSecret,
    Pairing,
    PasskeyRow,
    PersonGame,
    PersonRow,
    RatingPoint,
    RatingRow,
    SeekerRow,
    SessionRow,
    TokenRow,
)
from quincunx.club.safety import SafetyStore
from quincunx.club.tournament.ports import TournamentStore
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
    SafetyStore,
    TournamentStore,
    ClubStore,
    ReviewStore,
    DayStore,
    PuzzleStore,
    MailStore,
    InvitationStore,
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

    # ---- people ------------------------------------------------------------------------------------------

    async def add_guest(self, person: PersonRow, session: SessionRow) -> None:
        """Add a new guest with their first session."""
        ...

    async def person(self, id: str) -> PersonRow | None: ...

    async def rename(
        self,
        id: str,
        name: str,
        key: str | None,
        now: int,
        by: Authority | None = None,
        *,
        gives_back: bool = True,
    ) -> None:
        """Change a name. ``key`` is ``None`` for a guest. An account's former name stays reserved: for the
        account if ``gives_back``, else for nobody. Raises :class:`NameTaken` and :class:`NoSuchPerson`."""
        ...

    async def has_played(self, id: str) -> None:
        """Record that a guest has done more than look, so that :meth:`delete_expired` keeps them."""
        ...

    async def merge(
        self, guest: str, account: str, by: Authority | None = None, era: int | None = None
    ) -> bool:
        """Merge a guest into an account, permanently. The guest's sessions end. ``by`` is the guest's own
        session. ``False`` if ``guest`` is no guest, ``account`` is no account (or not of this ``era``), or
        too many guests are merged into it already."""
        ...

    async def delete(self, id: str, now: int, by: Authority | None = None) -> bool:
        """Delete everything about a person and the guests merged into them, except that they existed. An
        account's name stays reserved for a while, for nobody."""
        ...

    async def deleted_since(self, at: int) -> Sequence[tuple[str, int]]:
        """The ids of people deleted at this time or later, with the times; in order of time, then of id."""
        ...

    async def person_data(self, id: str) -> Mapping[str, Any]:
        """All rows about a person, by table, for their own use: without hashes and keys."""
        ...

    # ---- sessions ----------------------------------------------------------------------------------------

    async def add_session(self, session: SessionRow, era: int | None = None) -> None:
        """Add a session. Raises :class:`NoSuchPerson` if its person is unknown, banned, deleted, or no longer
        in this ``era``."""
        ...

    async def session(self, hash: bytes) -> Known | None:
        """The session or token with this hash, and its person. The caller checks lifetimes."""
        ...

    async def sessions(self, person: str) -> Sequence[SessionRow]:
        """All sessions of a person, most recently used first."""
        ...

    async def existing_credentials(self, hashes: Sequence[bytes]) -> frozenset[bytes]:
        """The hashes among these whose session or token still exists, for people who are not banned."""
        ...

    async def record_visit(self, session: str, at: int) -> None:
        """Record a use of the session, and its person's visit."""
        ...

    async def signed_in(self, session: SessionRow, before: str, era: int | None = None) -> bool:
        """Renew a session whose person has proved their identity again. The session ``before`` gets the
        secret, time and method of ``session``. ``False`` if it has ended. Raises like :meth:`add_session`."""
        ...

    async def end_session(self, person: str, session: str, by: Authority | None = None) -> bool:
        """End a session; ``False`` if the person has no such session."""
        ...

    async def end_sessions(self, person: str, by: Authority | None = None) -> int:
        """End all sessions of a person, with their tokens, their links to other devices and pending sign-ins.
        Returns the number of sessions ended."""
        ...

    async def end_all_sessions(self) -> int:
        """End all sessions of all people. Returns the number of sessions ended."""
        ...

    # ---- credentials of an account ----------------------------------------------------------------------

    async def make_account(
        self,
        person: str,
        name: str,
        key: str,
        secret: PasskeyRow | str,
        codes: Sequence[bytes],
        now: int,
        by: Authority | None = None,
    ) -> None:
        """Turn a guest into an account, with a passkey or the hash of a password. Raises :class:`NameTaken`,
        and :class:`NoSuchPerson` if it is no guest."""
        ...

    async def credentials(self, person: str) -> Credentials: ...

    async def by_name(self, key: str) -> tuple[PersonRow, str | None] | None:
        """The account with this name key, and the hash of its password if it has one."""
        ...

    async def is_taken(self, key: str, now: int) -> bool:
        """True if the name belongs to an account, or is still reserved."""
        ...

    async def set_password(
        self,
        person: str,
        hash: str,
        now: int,
        by: Authority | None = None,
        *,
        ends_others: bool = False,
    ) -> None:
        """Set the password's hash. ``ends_others`` also ends everything that :meth:`end_sessions` ends,
        except the session of ``by``."""
        ...

    async def renew_hash(self, person: str, before: str, hash: str) -> None:
        """Store a new hash, of different cost, for the same password, unless the password has changed
        meanwhile."""
        ...

    async def add_passkey(self, passkey: PasskeyRow, most: int, by: Authority | None = None) -> bool:
        """Add a passkey. ``False`` if it already belongs to a person, or they have ``most`` passkeys."""
        ...

    async def passkey(self, id: bytes) -> tuple[PasskeyRow, PersonRow] | None: ...

    async def used_passkey(self, id: bytes, before: int, count: int, now: int) -> bool:
        """Record a use of the passkey. ``False`` if its counter is not ``before`` any more: it was used
        elsewhere meanwhile."""
        ...

    async def remove_passkey(self, person: str, id: bytes, by: Authority | None = None) -> bool:
        """Delete a passkey. ``False`` if the person has none of that id, or it is the account's last
        credential."""
        ...

    async def set_codes(self, person: str, codes: Sequence[bytes], by: Authority | None = None) -> None:
        """Replace the recovery codes of a person by these hashes."""
        ...

    async def use_code(self, person: str, code: bytes) -> bool:
        """Use up a recovery code, given by its hash. ``False`` if it was not valid."""
        ...

    async def add_one_time_secret(self, once: OneTimeSecret, by: Authority | None = None) -> None: ...

    async def take_one_time_secret(self, hash: bytes, kind: OneTimeKind, now: int) -> OneTimeSecret | None:
        """Use up a one-time secret. Returns it if it was valid at ``now`` and unused, else ``None``."""
        ...

    async def take_link(self, hash: bytes, kind: LinkKind, now: int) -> PersonRow | None:
        """Use up a link that signs in, like :meth:`take_one_time_secret`. Returns its owner as stored at this
        moment."""
        ...

    async def add_operator_link(self, person: str, hash: bytes, until: int, entry: AuditEntry) -> None:
        """Store an operator's sign-in link for an account, in place of an earlier one, with its audit entry,
        and have the account told. Raises :class:`NoSuchPerson` if it is no account, or banned."""
        ...

    async def read_operator_link(self, person: str, by: Authority | None = None) -> None:
        """Record that the owner of an account has read of the operator's link."""
        ...

    # ---- tokens ------------------------------------------------------------------------------------------

    async def add_token(self, token: TokenRow, most: int, by: Authority | None = None) -> bool:
        """Add a token. ``False`` if its person has ``most`` tokens already. Raises :class:`NoSuchPerson` and
        :class:`TokenTaken`."""
        ...

    async def token(self, hash: bytes) -> Known | None: ...

    async def tokens(self, person: str) -> Sequence[TokenRow]: ...

    async def used_token(self, token: str, at: int) -> None: ...

    async def end_token(self, person: str, token: str, by: Authority | None = None) -> bool: ...

    # ---- notifications of waiting tables -------------------------------------------------------------------

    async def keep_push(self, push: PushRow, by: Authority | None = None) -> None:
        """Store a push subscription. Only the newest one per session and per endpoint is stored. It ends with
        its session. Raises :class:`NoSuchPerson` if the session does not belong to the person."""
        ...

    async def push_of(self, session: str) -> PushRow | None: ...

    async def end_push(self, endpoint: str) -> None: ...

    async def take_notice(self, person: str, table: str, turn: int, now: int) -> Sequence[PushRow]:
        """Claim the notification for a turn: the devices to notify that a table waits for a person (or for
        the account that they were merged into). Each turn is claimed once, and never an older one. All later
        callers, on any node, get no devices."""
        ...

    async def pushed(self, after: str, limit: int) -> Sequence[str]:
        """The ids, in order after ``after``, of people with a push subscription, and of guests merged into
        them."""
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
        first. ``viewer`` as in :class:`~quincunx.club.rows.Filter`."""
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

    async def ban(self, id: str, at: int | None, reason: str | None) -> bool:
        """Ban a person, as of time ``at``; ``None`` lifts the ban. Their sessions and tokens end with the
        ban."""
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
