"""Interface of the store for operators: lists in pages, and acts with their audit entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

from quincunx.club.rows import AuditEntry, Authority, PersonRow
from quincunx.club.safety import ReportRow

Which = Literal["all", "accounts", "guests", "banned", "operators"]


class OperatorProtected(Exception):
    """The person to be banned is an operator. Only the command line may ban one."""


class NumberedEntry(msgspec.Struct, frozen=True):
    """An audit entry and its number in the log."""

    number: int
    entry: AuditEntry


class PeopleQuery(msgspec.Struct, frozen=True):
    """A question for people: the newest seen first, those after a place of the list."""

    text: str = ""
    """An id, or the start of a name; empty for all."""
    which: Which = "all"
    after: tuple[int, str] | None = None
    """When the last person of the previous page was seen, and their id."""


class ActsQuery(msgspec.Struct, frozen=True):
    """A question for operators' acts: the newest first, those with lower numbers than ``before``."""

    act: str | None = None
    """The kind of act; ``None`` for all."""
    person: str = ""
    """The id, or the start of the name, of the person concerned; empty for all. A deleted person is found by
    the id alone."""
    before: int | None = None


class ModerationStore(Protocol):
    """The store for operators; a part of :class:`quincunx.club.ports.Store`."""

    async def set_operator(self, id: str, at: int | None, entry: AuditEntry) -> bool:
        """Make an account an operator as of time ``at``; ``None`` ends it. ``False`` if there is no such
        account, it is banned, or nothing changes."""
        ...

    async def list_people(self, query: PeopleQuery, limit: int) -> Sequence[PersonRow]:
        """A page of the people, without deleted ones and without guests who were merged."""
        ...

    async def persons(self, ids: Sequence[str]) -> dict[str, PersonRow]:
        """The people with these ids, by id. A merged guest's id leads to the account."""
        ...

    async def list_reports(
        self, is_open: bool, after: tuple[int, str] | None, limit: int
    ) -> Sequence[ReportRow]:
        """A page of open reports, oldest first; or of closed ones, those closed last first. ``after``: the
        time and the id of the previous page's last report."""
        ...

    async def list_acts(self, query: ActsQuery, limit: int) -> Sequence[NumberedEntry]:
        """A page of operators' acts."""
        ...

    async def ban(
        self,
        id: str,
        at: int | None,
        reason: str | None,
        entry: AuditEntry | None = None,
        by: Authority | None = None,
    ) -> bool:
        """Ban a person, as of time ``at``; ``None`` lifts the ban. The ban ends their sessions and tokens,
        and an operator is none any more. ``False`` if there is no such person. Raises
        :class:`OperatorProtected` if ``by`` would ban an operator."""
        ...

    async def close_report(
        self, id: str, now: int, actor: str | None = None, by: Authority | None = None
    ) -> ReportRow | None:
        """Close a report, on record if an actor is given, and return it; ``None`` if there is no open report
        with this id."""
        ...
