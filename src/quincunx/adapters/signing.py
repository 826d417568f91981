"""A server's own signature of the records that it gives out: Ed25519, with a key that it makes on first use.

What a signature adds to a record whose chance can be derived from its seed: that the names and the moves are
those of the game that this server saw, and that it was not cut short afterwards.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from quincunx.adapters.secret_file import secrets_in

KEY_BYTES: Final = 32
FILE: Final = "record.key"


class RecordSigner:
    """Signs with the newest key in a server's folder of keys. Raises ``OSError`` if it can be neither read
    nor made, and :class:`~quincunx.adapters.secret_file.DamagedSecret` if what is there is no key."""

    def __init__(self, folder: Path) -> None:
        known = secrets_in(folder / FILE, KEY_BYTES)
        self._key = _key_of(known[0].digits)
        self._former = tuple(_public(_key_of(each.digits)) for each in known[1:] if not each.is_next)

    @property
    def public_key(self) -> str:
        """64 lower-case hex digits, for everybody."""
        return _public(self._key)

    @property
    def former_keys(self) -> tuple[str, ...]:
        """The same of keys that signed before this one, and whose signatures are still good."""
        return self._former

    def sign(self, text: bytes) -> str:
        """128 lower-case hex digits; the same text has the same signature."""
        return self._key.sign(text).hex()


def _key_of(digits: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(digits))


def _public(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes_raw().hex()


def is_signed(text: bytes, signature: str, public_key: str) -> bool:
    """Whether the holder of this key has signed exactly this text. Raises ``ValueError`` for what is no
    key."""
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
    try:
        key.verify(bytes.fromhex(signature), text)
    except InvalidSignature:
        return False
    return True
