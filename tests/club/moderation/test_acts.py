"""Operators' acts: each is stored with its entry in the audit log."""

from __future__ import annotations

from typing import Any, cast

from quincunx.club.moderation import acts
from quincunx.club.moderation.ports import ModerationStore
from quincunx.club.rows import AuditEntry, Authority, PersonRow

ADA = PersonRow("ada", "Ada", 0, 0)
BY = Authority(b"key", "op")


class Store:
    """Records what it is asked to store, and answers as it is told to."""

    def __init__(self, answer: object = True) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.answer = answer

    def __getattr__(self, name: str) -> Any:
        async def ask(*given: object) -> object:
            self.asked.append((name, *given))
            return self.answer

        return ask

    @property
    def port(self) -> ModerationStore:
        return cast(ModerationStore, self)


async def test_a_ban_is_on_record_with_its_reason() -> None:
    store = Store()
    assert await acts.ban(store.port, ADA, "Spam", "operator", 7, BY)
    entry = AuditEntry(7, "operator", "ban", "ada", "Spam")
    assert store.asked == [("ban", "ada", 7, "Spam", entry, BY)]


async def test_a_ban_is_lifted_once() -> None:
    store = Store()
    assert not await acts.lift_ban(store.port, ADA, "operator", 7)
    assert store.asked == []
    banned = PersonRow("ada", "Ada", 0, 0, banned_at=5)
    assert await acts.lift_ban(store.port, banned, "operator", 7, BY)
    assert store.asked == [("ban", "ada", None, None, AuditEntry(7, "operator", "unban", "ada"), BY)]


async def test_a_closed_report_names_the_moderator() -> None:
    store = Store(None)
    assert await acts.close_report(store.port, "report", "operator", 7, BY) is None
    assert store.asked == [("close_report", "report", 7, "operator", BY)]


async def test_an_operator_begins_and_ends_at_a_time() -> None:
    store = Store()
    assert await acts.set_operator(store.port, ADA, is_operator=True, actor="operator", now=7)
    assert await acts.set_operator(store.port, ADA, is_operator=False, actor="operator", now=8)
    assert store.asked == [
        ("set_operator", "ada", 7, AuditEntry(7, "operator", "operator", "ada")),
        ("set_operator", "ada", None, AuditEntry(8, "operator", "end_operator", "ada")),
    ]


def test_an_operators_account_is_found_by_its_actor() -> None:
    assert acts.account_of(acts.actor_of("op")) == "op"
    for actor in ("operator", "op", f"{acts.BY_ACCOUNT}", "", "somebody account op"):
        assert acts.account_of(actor) is None
