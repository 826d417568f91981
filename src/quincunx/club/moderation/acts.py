"""Operators' acts, the same for the command line and the page: each is on record with its change."""

from __future__ import annotations

from quincunx.club.moderation.ports import ModerationStore
from quincunx.club.rows import OPERATOR, AuditEntry, Authority, PersonRow
from quincunx.club.safety import ReportRow

BY_ACCOUNT = f"{OPERATOR} account"
"""Prefix of an actor in the audit log that is an operator's account; its id follows."""


def actor_of(account: str) -> str:
    """The actor in the audit log for an operator's account."""
    return f"{BY_ACCOUNT} {account}"


def account_of(actor: str) -> str | None:
    """The id of the operator's account that is this actor; ``None`` for the command line."""
    prefix, _, id = actor.rpartition(" ")
    return id if prefix == BY_ACCOUNT else None


async def ban(
    store: ModerationStore,
    person: PersonRow,
    reason: str,
    actor: str,
    now: int,
    by: Authority | None = None,
) -> bool:
    """Ban a person. Raises :class:`~quincunx.club.moderation.ports.OperatorProtected`."""
    return await store.ban(person.id, now, reason, AuditEntry(now, actor, "ban", person.id, reason), by)


async def lift_ban(
    store: ModerationStore, person: PersonRow, actor: str, now: int, by: Authority | None = None
) -> bool:
    """Lift a person's ban. ``False`` if they are not banned."""
    if not person.banned_at:
        return False
    return await store.ban(person.id, None, None, AuditEntry(now, actor, "unban", person.id), by)


async def close_report(
    store: ModerationStore, id: str, actor: str, now: int, by: Authority | None = None
) -> ReportRow | None:
    """Close a report. ``None`` if there is no open report with this id."""
    return await store.close_report(id, now, actor, by)


async def set_operator(
    store: ModerationStore, account: PersonRow, is_operator: bool, actor: str, now: int
) -> bool:
    """Make an account an operator, or end it. ``False`` if that is not possible, or nothing changes."""
    act = "operator" if is_operator else "end_operator"
    entry = AuditEntry(now, actor, act, account.id)
    return await store.set_operator(account.id, now if is_operator else None, entry)
