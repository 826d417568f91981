"""The operator's desk: the open store, acts on record, and how they are printed."""

from __future__ import annotations

import asyncio
import getpass
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from quincunx.cli.files import fail, print_line
from quincunx.club.rows import OPERATOR
from quincunx.core.speech import in_words, t

if TYPE_CHECKING:
    from quincunx.club.ports import Store
    from quincunx.club.rows import AuditEntry, PersonRow
    from quincunx.server.settings import Settings

    Act = Callable[["Desk"], Awaitable[int]]

DataFolder = Annotated[Path | None, Parameter(help="Data folder (games, people, keys).")]
Who = Annotated[
    str, Parameter(help="A person’s id or account name, as shown by “find”.", allow_leading_hyphen=True)
]
"""An id may begin with a hyphen."""


class Desk:
    """The open store, and the operator who uses it."""

    def __init__(self, store: Store, pages: str | None) -> None:
        self.store = store
        self.pages = pages
        """The address of the server's pages; ``None`` if unknown."""
        self.now = time.time_ns() // 1_000_000
        self.operator = f"{OPERATOR} {getpass.getuser()}"
        """The actor of what is done here, for the record."""

    async def person(self, who: str) -> PersonRow:
        """Return the one matching person. Raises ``LookupError`` with a sentence if there is none, or more
        than one."""
        from quincunx.club.accounts.names import key_of

        found = await self.store.person(who)
        if found is None:
            account = await self.store.by_name(key_of(who))
            found = account[0] if account else None
        if found is None or found.deleted_at:
            sentence = "No one has the id or account name “{{who}}”. Try “admin find”."
            raise LookupError(t(sentence, who=who))
        return found

    async def record_act(self, act: str, person: str, note: str = "") -> None:
        """Record an action; running servers write it to their logs."""
        await self.store.add_audit_entry(self.entry(act, person, note))

    def entry(self, act: str, person: str, note: str = "") -> AuditEntry:
        """Return the audit entry of an action now."""
        from quincunx.club.rows import AuditEntry

        return AuditEntry(self.now, self.operator, act, person, note)


def print_link(desk: Desk, path: str) -> None:
    """Print a link to one of the server's pages."""
    print_line(f"{desk.pages or ''}{path}")
    if desk.pages is None:
        print_line(t("Put the address of your server in front of it, or set QUINCUNX_PAGES."), sys.stderr)


def run_at_desk(data: Path | None, act: Act) -> int:
    """Open the store, do one act there, and return its exit code."""
    from quincunx.club.ports import StoreUnavailable
    from quincunx.core.reason import Refusal
    from quincunx.server.adapters import place_of_store
    from quincunx.server.settings import BadSetting, from_environment

    try:
        settings = from_environment(data)
        place = place_of_store(settings)
        if place.startswith("sqlite:") and not Path(place.partition(":")[2]).is_file():
            return fail(t("{{file}} not found. Has a server been run here?", file=place.partition(":")[2]))
        return asyncio.run(_open(settings, act))
    except (BadSetting, StoreUnavailable, Refusal, LookupError) as error:
        return fail(in_words(error))


async def _open(settings: Settings, act: Act) -> int:
    from quincunx.server.adapters import store_of

    store = store_of(settings)
    await store.open()
    try:
        return await act(Desk(store, settings.address_of_pages))
    finally:
        await store.close()


def day(at: int) -> str:
    """The date of a time in milliseconds, in UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def moment(at: int) -> str:
    """A time in milliseconds as ISO 8601, in UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")


def done(sentence: str) -> int:
    """Print a sentence, and return the exit code of success."""
    print_line(sentence)
    return 0
