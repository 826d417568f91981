"""Guests: a signed cookie with an identity and a friendly name. Nothing is stored on the server."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer

from quincunx.adapters.secret_file import secret_in
from quincunx.core.reason import Refusal
from quincunx.table.person import Person, checked_name

COOKIE = "quincunx_session"
KEY_BYTES = 32
# Cookies of the first version were signed with SHA-1; each visit renews them.
_SIGNING: Any = {
    "signer_kwargs": {"digest_method": hashlib.sha256, "key_derivation": "hmac"},
    "fallback_signers": [{"digest_method": hashlib.sha1}],
}
MAX_AGE = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""

_MOODS = tuple(
    """
    Amber Bold Bright Calm Clever Copper Curious Gentle Golden Happy Honest Jolly Keen Kind
    Lively Lucky Mellow Merry Misty Noble Patient Proud Quick Quiet Rosy Sandy Silver Sunny
    Swift Tidy Velvet Witty
    """.split()
)
_BEINGS = tuple(
    """
    Badger Beaver Bison Cricket Crane Dolphin Falcon Finch Fox Gecko Hare Hedgehog Heron Ibex
    Kestrel Lark Lynx Magpie Marten Newt Otter Owl Panda Puffin Raven Robin Seal Sparrow Stork
    Swan Tern Wren
    """.split()
)


def friendly_name() -> str:
    """A name for somebody who has not said theirs."""
    return f"{secrets.choice(_MOODS)} {secrets.choice(_BEINGS)}"


def load_key(data: Path) -> str:
    """The secret that signs the cookies, made on first use; only the server's own user may read it."""
    return secret_in(data / "cookie.key", KEY_BYTES)


def cookie_of(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """Our cookie among the headers of a request, read without keeping anything of the others."""
    for name, value in headers:
        if name == b"cookie":
            for each in value.decode("latin-1").split(";"):
                key, _, text = each.strip().partition("=")
                if key == COOKIE:
                    return text
    return None


class Guests:
    """Reads and writes the session cookie."""

    def __init__(self, key: str) -> None:
        self._signer = URLSafeSerializer(key, salt="quincunx guest", **_SIGNING)

    def read(self, cookie: str | None) -> Person | None:
        """The person that a cookie names; ``None`` if there is none or it is not ours."""
        if not cookie or len(cookie) > 1024:
            return None
        try:
            person = msgspec.convert(self._signer.loads(cookie), Person)
            return Person(person.id, checked_name(person.name)) if len(person.id) == 22 else None
        except (BadSignature, msgspec.ValidationError, Refusal, ValueError):
            return None

    def write(self, person: Person) -> str:
        """The cookie's value for a person."""
        return self._signer.dumps({"id": person.id, "name": person.name})

    def new(self) -> Person:
        """Somebody who comes for the first time."""
        return Person(secrets.token_urlsafe(16), friendly_name())
