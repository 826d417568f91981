"""Where people are kept: the store as an interface. ``adapters/store`` has the real one; see ``rows``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from quincunx.club.daily.ports import DayStore
from quincunx.club.matchmaking import Seeker
from quincunx.club.push import PushRow
from quincunx.club.puzzles.ratings import PuzzleStore
from quincunx.club.results.ratings import Rating
from quincunx.club.results.results import Result
from quincunx.club.results.reviews import ReviewStore
from quincunx.club.results.statistics import Played
from quincunx.club.rows import (
    Authority,
    Credentials,
    Deed,
    Filter,
    Known,
    Once,
    OnceKind,
    Pairing,
    PasskeyRow,
    PersonGame,
    PersonRow,
    RatingPoint,
    RatingRow,
    SessionRow,
    TokenRow,
)
from quincunx.club.safety import SafetyStore
from quincunx.club.tournament.ports import EveningStore


class StoreUnavailable(Exception):
    """What is kept about people cannot be read or written just now. The text is a sentence for people."""


class NameTaken(Exception):
    """Another account has this name, or one that looks like it."""


class NoSuchPerson(Exception):
    """There is nobody of that id (any more), or they are not to have what was asked for."""


class SessionEnded(Exception):
    """The session or the token on whose word something was to be changed has ended; nothing has changed."""


class NotConfirmed(Exception):
    """The session has not shown (recently enough) a credential that the change requires; nothing has
    changed."""


class Store(SafetyStore, EveningStore, ReviewStore, DayStore, PuzzleStore, Protocol):
    """Every method raises :class:`StoreUnavailable`, also before :meth:`open` and after :meth:`close`. What
    one method changes is changed whole or not at all.

    A method with ``by`` checks that authority in the transaction of its change, and raises
    :class:`SessionEnded` or :class:`NotConfirmed`. ``None`` is the server itself, or its operator."""

    async def open(self) -> None:
        """Make ready, schema included. Raises :class:`StoreUnavailable` with a sentence for people."""
        ...

    async def close(self) -> None: ...

    async def check(self) -> None:
        """Return if it can be read."""
        ...

    # ---- people ------------------------------------------------------------------------------------------

    async def add_guest(self, person: PersonRow, session: SessionRow) -> None:
        """Add a new person, on their first device."""
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
        """``key`` is ``None`` for a guest. An account's former name stays reserved: for the account if it
        ``gives_back``, else for nobody. Raises :class:`NameTaken` and :class:`NoSuchPerson`."""
        ...

    async def has_played(self, id: str) -> None:
        """They have done more than look: they are not forgotten."""
        ...

    async def merge(
        self, guest: str, account: str, by: Authority | None = None, era: int | None = None
    ) -> bool:
        """Have a guest be part of an account, for good; the guest's sessions end. ``by`` is the guest's own
        session. ``False`` if the one is no guest, the other no account (or not of this ``era``), or too many
        are part of it already."""
        ...

    async def delete(self, id: str, now: int, by: Authority | None = None) -> bool:
        """Forget all about them but that there was somebody; also of guests that are part of them. An
        account's name stays reserved for a while, for nobody."""
        ...

    async def deleted_since(self, at: int) -> Sequence[tuple[str, int]]:
        """Who was deleted at this time or later, and when; the first ones first, at one time by id."""
        ...

    async def everything(self, id: str) -> Mapping[str, Any]:
        """All rows about somebody, by table, as they may have them: without hashes and keys."""
        ...

    # ---- sessions ----------------------------------------------------------------------------------------

    async def add_session(self, session: SessionRow, era: int | None = None) -> None:
        """Raises :class:`NoSuchPerson` for who is not there, banned or deleted, or no longer in this
        ``era``."""
        ...

    async def session(self, hash: bytes) -> Known | None:
        """Whose it is. Lifetimes are the caller's to judge."""
        ...

    async def sessions(self, person: str) -> Sequence[SessionRow]:
        """All of somebody's, the one that was used last first."""
        ...

    async def alive(self, hashes: Sequence[bytes]) -> frozenset[bytes]:
        """Which of these sessions and tokens there still are, of people who are not banned."""
        ...

    async def seen(self, session: str, at: int) -> None:
        """It has been used, and its person was here."""
        ...

    async def signed_in(self, session: SessionRow, before: str, era: int | None = None) -> bool:
        """The person of a session has shown again who they are: the session ``before`` gets the secret of
        ``session``, its time and how. ``False`` if it has ended. Raises as :meth:`add_session`."""
        ...

    async def end_session(self, person: str, session: str, by: Authority | None = None) -> bool:
        """``False`` if they have no such session."""
        ...

    async def end_sessions(self, person: str, by: Authority | None = None) -> int:
        """All of them, with their tokens, their links to other devices and sign-ins under way; how many
        sessions there were."""
        ...

    async def end_all_sessions(self) -> int:
        """Everybody's; how many there were."""
        ...

    # ---- what opens an account --------------------------------------------------------------------------

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
        """Make an account of a guest, with a passkey or the hash of a password. Raises :class:`NameTaken`,
        and :class:`NoSuchPerson` if it is no guest."""
        ...

    async def credentials(self, person: str) -> Credentials: ...

    async def by_name(self, key: str) -> tuple[PersonRow, str | None] | None:
        """The account, and the hash of its password if it has one."""
        ...

    async def is_taken(self, key: str, now: int) -> bool:
        """Whether a name is an account's, or was one's until a short while ago."""
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
        """``ends_others``: whatever :meth:`end_sessions` ends, but the session of ``by``."""
        ...

    async def renew_hash(self, person: str, before: str, hash: str) -> None:
        """Store the same password at another cost, unless it has been changed meanwhile."""
        ...

    async def add_passkey(self, passkey: PasskeyRow, most: int, by: Authority | None = None) -> bool:
        """``False`` if it is somebody's already, or they have so many."""
        ...

    async def passkey(self, id: bytes) -> tuple[PasskeyRow, PersonRow] | None: ...

    async def used_passkey(self, id: bytes, before: int, count: int, now: int) -> bool:
        """``False`` if its count is not what it was before: somebody else has used it meanwhile."""
        ...

    async def remove_passkey(self, person: str, id: bytes, by: Authority | None = None) -> bool:
        """``False`` if they have none of that id, or it is the last thing that opens the account."""
        ...

    async def set_codes(self, person: str, codes: Sequence[bytes], by: Authority | None = None) -> None:
        """These, and none of those before."""
        ...

    async def use_code(self, person: str, code: bytes) -> bool:
        """Whether it was one that was good, which it is no longer."""
        ...

    async def keep_once(self, once: Once, by: Authority | None = None) -> None: ...

    async def take_once(self, hash: bytes, kind: OnceKind, now: int) -> Once | None:
        """It, if it was good until now, and there was nobody before."""
        ...

    async def take_link(self, hash: bytes, now: int) -> PersonRow | None:
        """As :meth:`take_once`, of a link to another device: whose it is, as of this moment."""
        ...

    # ---- tokens ------------------------------------------------------------------------------------------

    async def add_token(self, token: TokenRow, most: int, by: Authority | None = None) -> bool:
        """``False`` if its person has so many already. Raises :class:`NoSuchPerson`."""
        ...

    async def token(self, hash: bytes) -> Known | None: ...

    async def tokens(self, person: str) -> Sequence[TokenRow]: ...

    async def used_token(self, token: str, at: int) -> None: ...

    async def end_token(self, person: str, token: str, by: Authority | None = None) -> bool: ...

    # ---- who is told that a table waits --------------------------------------------------------------------

    async def keep_push(self, push: PushRow, by: Authority | None = None) -> None:
        """Of a session and of an endpoint only the newest is kept; it ends with its session. Raises
        :class:`NoSuchPerson` if the session is none of its person's."""
        ...

    async def push_of(self, session: str) -> PushRow | None: ...

    async def end_push(self, endpoint: str) -> None: ...

    async def take_notice(self, person: str, table: str, turn: int, now: int) -> Sequence[PushRow]:
        """The devices that are to be told that this turn of a table waits for a person (or for the account of
        which they have become part): once for each turn, and never for one that is older. To whoever asks
        again, on whatever node, there are none."""
        ...

    async def pushed(self, after: str, limit: int) -> Sequence[str]:
        """The ids, following this one in their order, of people who have a device that is told, and of guests
        who are part of them."""
        ...

    # ---- what came of games ------------------------------------------------------------------------------

    async def count(self, result: Result) -> bool:
        """Keep what came of a game, and what it does to ratings. Ratings are as if games had been counted in
        the order of their ends; where many have ended after it, once :meth:`rate_on` has done its part.
        ``False``: it was counted before, and nothing has changed."""
        ...

    async def rate_on(self) -> int:
        """Rate some games anew before which one has been counted late: how many, and 0 when there is
        nothing left to do."""
        ...

    async def forget_results(self) -> None:
        """All of them, and all ratings: they are to be counted anew."""
        ...

    async def by_handle(self, handle: str) -> str | None:
        """The person of this handle, if they have an account or have finished a game; the account, if
        the guest has become part of one; nobody who was deleted."""
        ...

    async def members(self, handles: Sequence[str]) -> frozenset[str]:
        """Which of these handles are those of accounts, or of guests who have become part of one."""
        ...

    async def rating(self, person: str, game: str, kind: str) -> Rating:
        """A newcomer's if they have none."""
        ...

    async def ratings(self, person: str) -> Sequence[RatingRow]: ...

    async def best(self, game: str, kind: str, limit: int) -> Sequence[RatingRow]:
        """The strongest first, of those of whom enough is known."""
        ...

    async def strengths(self, handles: Sequence[str], game: str, kind: str) -> Mapping[str, Rating]:
        """The ratings of those among these, by their handles, who have one."""
        ...

    async def curve(
        self, person: str, game: str, kind: str, limit: int, viewer: tuple[str, ...] | None = None
    ) -> Sequence[RatingPoint]:
        """The newest so many, the oldest of them first. ``viewer`` as in
        :class:`~quincunx.club.rows.Filter`."""
        ...

    async def games(self, person: str, which: Filter, limit: int) -> Sequence[PersonGame]:
        """Games at which this person sat, also as a guest who has become part of them, the newest first.
        Who was deleted is somebody."""
        ...

    async def played(
        self, person: str, against: str | None, limit: int, viewer: tuple[str, ...] | None = None
    ) -> Sequence[Played]:
        """The newest so many of their games, all or those with another at the table; the oldest first.
        ``viewer`` as in :class:`~quincunx.club.rows.Filter`."""
        ...

    async def met(self, person: str, limit: int) -> Sequence[PersonRow]:
        """With whom they have played, as accounts and not as the guests that those were; in the order of the
        newest games. Left out are who was deleted or banned, and who is to be kept apart from them
        (:meth:`apart`). Games of long ago may not be looked at."""
        ...

    async def order_of(self, table: str) -> tuple[int, str] | None:
        """When this game ended (:attr:`Result.order`); ``None`` if it was not counted."""
        ...

    # ---- who looks for a game ----------------------------------------------------------------------------

    async def seek(self, seeker: Seeker) -> None:
        """They look for this, and for nothing else any more."""
        ...

    async def stop_seeking(self, person: str) -> None: ...

    async def pair_up(
        self, present: Sequence[str], now: int, name: Callable[[], str]
    ) -> tuple[frozenset[str], tuple[Pairing, ...]]:
        """Those of ``present`` are still there: pair all who are, from any node
        (:mod:`quincunx.club.matchmaking`); each table's name is asked for. Who is still looking, and the new
        pairings, which are kept until :meth:`end_pairing`. Nobody is ever in two."""
        ...

    async def pairings(self, before: int, limit: int) -> Sequence[Pairing]:
        """Those from before this time whose table may not have been made."""
        ...

    async def end_pairing(self, table: str) -> None:
        """Its table has been made."""
        ...

    # ---- operators and the passing of time --------------------------------------------------------------

    async def find(self, text: str, limit: int) -> Sequence[PersonRow]:
        """Whose id this is, or whose name begins like this."""
        ...

    async def ban(self, id: str, at: int | None, reason: str | None) -> bool:
        """``None``: no longer. Their sessions and tokens end with the ban."""
        ...

    async def note(self, deed: Deed) -> None: ...

    async def deeds(self, person: str | None, limit: int) -> Sequence[Deed]:
        """The newest first; of one person or of all."""
        ...

    async def tidy(self, now: int) -> int:
        """Let go of what has run out: sessions, challenges, guests who never did anything. How many guests
        there were."""
        ...

    async def correct_times(self, now: int, latest: int) -> bool:
        """Take everything that is dated after ``latest`` back to ``now``: a system clock was ahead. Nothing,
        and ``False``, unless the server was used at such a time."""
        ...
