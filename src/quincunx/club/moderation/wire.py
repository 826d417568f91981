"""JSON messages of the moderation page, for operators alone."""

from __future__ import annotations

from typing import Annotated

import msgspec

from quincunx.table.wire.table import SaidLine

LONGEST_REASON = 300


class ModeratedPerson(msgspec.Struct, frozen=True):
    """A person as operators see them."""

    id: str
    handle: str
    name: str
    is_account: bool
    is_operator: bool
    made_at: int
    seen_at: int
    banned_at: int | None
    ban_reason: str | None


class ModeratedPeople(msgspec.Struct, frozen=True):
    """A page of people, the last seen first."""

    people: tuple[ModeratedPerson, ...]
    after: str | None
    """The text by which to ask for the next page; ``None`` on the last one."""


class ModeratedReport(msgspec.Struct, frozen=True):
    """A report about a person at a table, or in the chat of a tournament."""

    id: str
    at: int
    table: str
    """Empty beside ``tournament``."""
    tournament: str | None
    name: str
    """The reported person's name there."""
    reported: ModeratedPerson | None
    """The reported person; ``None`` if they have been deleted."""
    reporter: ModeratedPerson | None
    said: tuple[SaidLine, ...]
    """The reported person's last messages there."""
    why: str
    closed_at: int | None


class ModeratedReports(msgspec.Struct, frozen=True):
    """A page of reports."""

    reports: tuple[ModeratedReport, ...]
    after: str | None


class ModerationAct(msgspec.Struct, frozen=True):
    """An operator's act."""

    number: int
    at: int
    actor: str
    """The name of the operator, or of the user of the command line."""
    is_account: bool
    """True if the actor is an account, false for the command line."""
    act: str
    person: str
    """The name of the person concerned; empty if there is none any more."""
    note: str


class ModerationActs(msgspec.Struct, frozen=True):
    """A page of the record, the newest first."""

    acts: tuple[ModerationAct, ...]
    before: int | None


class BanPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ban a person. The reason is for operators; the person does not see it."""

    reason: Annotated[str, msgspec.Meta(max_length=LONGEST_REASON)]
