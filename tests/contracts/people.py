"""Rows about people, for the contract of stores."""

from __future__ import annotations

import hashlib
from typing import Any

from quincunx.club.rows import PersonRow, SessionRow

NOW = 1_800_000_000_000


def digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def person(id: str, name: str = "Amber Fox", **more: Any) -> PersonRow:
    return PersonRow(**{"id": id, "name": name, "made_at": NOW, "seen_at": NOW, **more})


def session(person: str, id: str | None = None, **more: Any) -> SessionRow:
    id = id or f"{person}-1"
    given: dict[str, Any] = {"made_at": NOW, "seen_at": NOW, "device": "Firefox on Linux", "how": "guest"}
    return SessionRow(**{"id": id, "hash": digest(id), "person": person, **given, **more})
