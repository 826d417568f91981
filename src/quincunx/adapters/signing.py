"""A server's own signature of the records that it gives out: Ed25519, with a key that it makes on first use.

What a signature adds to a record whose chance can be derived from its seed: that the names and the moves are
those of the game that this server saw, and that it was not cut short afterwards.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from quincunx.adapters.secret_file import secret_in

KEY_BYTES: Final = 32
FILE: Final = "record.key"


class RecordSigner:
    """Signs with the key in a server's data folder. Raises ``OSError`` if it can be neither read nor made,
    and :class:`~quincunx.adapters.secret_file.DamagedSecret` if what is there is no key."""

    def __init__(self, data: Path) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret_in(data / FILE, KEY_BYTES)))

    @property
    def public_key(self) -> str:
        """64 lower-case hex digits, for everybody."""
        return self._key.public_key().public_bytes_raw().hex()

    def sign(self, text: bytes) -> str:
        """128 lower-case hex digits; the same text has the same signature."""
        return self._key.sign(text).hex()


def is_signed(text: bytes, signature: str, public_key: str) -> bool:
    """Whether the holder of this key has signed exactly this text. Raises ``ValueError`` for what is no
    key."""
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
    try:
        key.verify(bytes.fromhex(signature), text)
    except InvalidSignature:
        return False
    return True
