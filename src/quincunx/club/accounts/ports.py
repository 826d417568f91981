"""The part of the store that holds accounts: people, their sessions and what opens them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from quincunx.club.rows import (
    AuditEntry,
    Authority,
    Credentials,
    Known,
    LinkKind,
    OneTimeKind,
    OneTimeSecret,
    PasskeyRow,
    PersonRow,
    SessionRow,
    TokenRow,
)


class AccountStore(Protocol):
    """People, sessions, credentials and tokens. Its methods raise as
    :class:`quincunx.club.ports.Store` says."""

    # ---- people ------------------------------------------------------------------------------------------

    async def add_guest(self, person: PersonRow, session: SessionRow) -> None:
        """Add a new guest with their first session."""
        ...

    async def person(self, id: str) -> PersonRow | None: ...

    async def ids_of(self, person: str) -> Sequence[str]:
        """The ids under which seats may name a person: their own, then those of guests merged into them."""
        ...

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
        account if ``gives_back``, else for no account. Raises :class:`NameTaken` and
        :class:`NoSuchPerson`."""
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
        account's name stays reserved for a while, for no account."""
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
