"""A cookie of browsers that have been told of a ban, by which the ban also holds against new guests there.

It has the banned person's id, and a MAC over it. The server asks the store whether the ban still holds, so
lifting it is enough. The cookie grants no access.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Callable, Sequence
from typing import Final

BAN_COOKIE: Final = "quincunx_ban"
_LONGEST: Final = 200
_PURPOSE: Final = "quincunx ban 1"


class BanMarks:
    """Reads and writes the cookie. ``keys`` returns the accepted keys, the newest first."""

    def __init__(self, keys: Callable[[], Sequence[str]]) -> None:
        self._keys = keys

    def mark_of(self, person: str) -> str:
        """The cookie of a browser whose person is banned."""
        return f"{person}~{_mac(self._keys()[0], person)}"

    def person_of(self, cookie: str | None) -> str | None:
        """The id of the banned person in a cookie; ``None`` if the cookie is missing or not ours."""
        if not cookie or len(cookie) > _LONGEST or not cookie.isascii():
            return None
        person, _, mac = cookie.partition("~")
        is_ours = any(hmac.compare_digest(mac, _mac(key, person)) for key in self._keys())
        return person if is_ours else None


def _mac(key: str, person: str) -> str:
    text = f"{_PURPOSE}\n{person}".encode()
    return base64.urlsafe_b64encode(hmac.digest(key.encode(), text, "sha256")[:16]).rstrip(b"=").decode()
