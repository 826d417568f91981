"""A server's signature of the records that it publishes: Ed25519, with a key created on first use.

A seed lets anybody verify a record's chance. The signature adds that names and moves are those of the game
that this server saw, and that the record was not truncated later.
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
    """Signs with the newest key in a server's folder of keys. Raises ``OSError`` if the key can be neither
    read nor created, and :class:`~quincunx.adapters.secret_file.DamagedSecret` if the file is damaged."""

    def __init__(self, folder: Path) -> None:
        known = secrets_in(folder / FILE, KEY_BYTES)
        self._key = _key_of(known[0].digits)
        self._former = tuple(_public(_key_of(each.digits)) for each in known[1:] if not each.is_next)

    @property
    def public_key(self) -> str:
        """The public key, 64 lower-case hex digits."""
        return _public(self._key)

    @property
    def former_keys(self) -> tuple[str, ...]:
        """The public keys that signed before this one, and whose signatures are still valid."""
        return self._former

    def sign(self, text: bytes) -> str:
        """The signature, 128 lower-case hex digits. The same text always has the same signature."""
        return self._key.sign(text).hex()


def _key_of(digits: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(digits))


def _public(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes_raw().hex()


def is_signed(text: bytes, signature: str, public_key: str) -> bool:
    """True if the holder of this key has signed exactly this text. Raises ``ValueError`` for an invalid
    key."""
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
    try:
        key.verify(bytes.fromhex(signature), text)
    except InvalidSignature:
        return False
    return True
