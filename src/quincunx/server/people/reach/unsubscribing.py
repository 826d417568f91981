"""Addresses by which a reader ends mails of one kind with one request, without signing in (RFC 8058).

An address names the person and the kind, and has a MAC over them. It grants nothing else, and it works as
long as the server's keys.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Callable, Sequence
from typing import Final

from quincunx.club.reach.notifications import KINDS, Kind

PATH: Final = "/unsubscribe"
LONGEST: Final = 200
_PURPOSE: Final = "quincunx unsubscribe 1"


class Unsubscribing:
    """Makes and reads the tokens. ``keys`` returns the accepted keys, the newest first."""

    def __init__(self, keys: Callable[[], Sequence[str]]) -> None:
        self._keys = keys

    def token_of(self, person: str, kind: Kind) -> str:
        """The token that ends mails of this kind to a person."""
        return f"{person}~{kind}~{_mac(self._keys()[0], person, kind)}"

    def read(self, token: str) -> tuple[str, Kind] | None:
        """The person and the kind of a token; ``None`` if it is not ours."""
        person, _, rest = token.partition("~")
        name, _, mac = rest.partition("~")
        kind = next((each for each in KINDS if each == name), None)
        if kind is None or len(token) > LONGEST or not token.isascii():
            return None
        is_ours = any(hmac.compare_digest(mac, _mac(key, person, kind)) for key in self._keys())
        return (person, kind) if is_ours else None


def _mac(key: str, person: str, kind: str) -> str:
    text = f"{_PURPOSE}\n{person}\n{kind}".encode()
    return base64.urlsafe_b64encode(hmac.digest(key.encode(), text, "sha256")[:16]).rstrip(b"=").decode()
