"""The session's cookie, names for newcomers, and the cookie of the time before: signed, with an identity and
a name in it, while nothing was stored of people. Whoever has one gets a session for it."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer

from quincunx.adapters.secret_file import SecretFile
from quincunx.core.reason import Refusal
from quincunx.table.seats.person import Person, checked_name

COOKIE = "quincunx_session"
SECURE_COOKIE = f"__Host-{COOKIE}"
"""Its name where the server is reached by https alone: browsers take it only from this very host, encrypted,
so that no neighbouring one can plant another identity."""
FILE = "cookie.key"
KEY_BYTES = 32
# Those of the first version were signed with SHA-1.
_SIGNING: Any = {
    "signer_kwargs": {"digest_method": hashlib.sha256, "key_derivation": "hmac"},
    "fallback_signers": [{"digest_method": hashlib.sha1}],
}
MAX_AGE = 400 * 24 * 3600
"""Seconds that a signed one lived."""

_SALT = "quincunx guest"
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


def load_keys(folder: Path) -> SecretFile:
    """The secrets of the cookies, made on first use; only the server's own user may read them."""
    return SecretFile(folder / FILE, KEY_BYTES)


def cookie_of(headers: Iterable[tuple[bytes, bytes]], is_secure: bool) -> str | None:
    """Our cookie among the headers of a request, read without keeping anything of the others. ``is_secure``:
    the server is reached by https; whoever has only the cookie of the time before keeps their identity."""
    plain: str | None = None
    for name, value in headers:
        if name == b"cookie":
            for each in value.decode("latin-1").split(";"):
                key, _, text = each.strip().partition("=")
                if key == SECURE_COOKIE and is_secure:
                    return text
                if key == COOKIE and plain is None:
                    plain = text
    return plain


class Guests:
    """Reads the signed cookie. ``newest`` gives the keys that are accepted, and is asked for each cookie."""

    def __init__(self, newest: Callable[[], Sequence[str]]) -> None:
        self._newest = newest
        self._keys: Sequence[str] = ()
        self._signer = URLSafeSerializer("", salt=_SALT, **_SIGNING)
        self._renew()

    def _renew(self) -> None:
        """Another program may have rotated the keys, and another node may sign with the new one already."""
        keys = self._newest()
        if keys != self._keys:
            self._keys = keys
            # The last one signs.
            self._signer = URLSafeSerializer(list(reversed(keys)), salt=_SALT, **_SIGNING)

    def read(self, cookie: str | None) -> Person | None:
        """The person that a cookie names; ``None`` if there is none or it is not ours."""
        if not cookie or len(cookie) > 1024:
            return None
        self._renew()
        try:
            person = msgspec.convert(self._signer.loads(cookie), Person)
            return Person(person.id, checked_name(person.name)) if len(person.id) == 22 else None
        except (BadSignature, msgspec.ValidationError, Refusal, ValueError):
            return None
