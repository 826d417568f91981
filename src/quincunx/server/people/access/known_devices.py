"""Known devices: a cookie of devices that have signed in to an account before (OWASP: device cookies).

The cookie grants no access. It gives the device a budget of its own for password attempts, so that guesses
from elsewhere cannot lock the owner out. It has a random name of the device, and a MAC over that name and the
account, for each of the accounts that signed in last. It remains when the session ends.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Callable, Sequence
from typing import Final

DEVICE_COOKIE: Final = "quincunx_device"
MOST_ACCOUNTS: Final = 4
"""The most accounts in the cookie of one device."""
_NAME_BYTES: Final = 12
_LONGEST: Final = 400
_PURPOSE: Final = "quincunx known device 1"


class KnownDevices:
    """Reads and writes the cookie. ``keys`` returns the accepted keys, the newest first."""

    def __init__(self, keys: Callable[[], Sequence[str]]) -> None:
        self._keys = keys

    def device_of(self, cookie: str | None, account: str) -> str | None:
        """The name of the device, if it has signed in to this account (named by its key) before."""
        for name, mac in _entries(cookie):
            if any(hmac.compare_digest(mac, _mac(key, name, account)) for key in self._keys()):
                return name
        return None

    def with_account(self, cookie: str | None, account: str) -> str | None:
        """The new cookie of a device that has signed in to this account; ``None`` if its cookie includes the
        account already."""
        if self.device_of(cookie, account) is not None:
            return None
        name = base64.urlsafe_b64encode(secrets.token_bytes(_NAME_BYTES)).decode()
        entries = [(name, _mac(self._keys()[0], name, account)), *_entries(cookie)]
        return ".".join("~".join(entry) for entry in entries[:MOST_ACCOUNTS])


def _entries(cookie: str | None) -> list[tuple[str, str]]:
    if not cookie or len(cookie) > _LONGEST or not cookie.isascii():
        return []
    pairs = (entry.partition("~") for entry in cookie.split(".")[:MOST_ACCOUNTS])
    return [(name, mac) for name, _, mac in pairs if name and mac]


def _mac(key: str, name: str, account: str) -> str:
    text = f"{_PURPOSE}\n{name}\n{account}".encode()
    return base64.urlsafe_b64encode(hmac.digest(key.encode(), text, "sha256")[:16]).rstrip(b"=").decode()
