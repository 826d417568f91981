"""Encryption of a message that only one browser can read (RFC 8291, with the coding of RFC 8188)."""

from __future__ import annotations

import os
from typing import Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE: Final = ec.SECP256R1()
RECORD_BYTES: Final = 4_096
MOST_BYTES: Final = 3_000
"""The most bytes of a message. Push services accept 4,096 bytes, including encryption and padding."""
PADDED_TO: Final = 512
"""Messages are padded to a multiple of this length, since exact lengths would reveal something about
names."""


def is_point(point: bytes) -> bool:
    """True if this is a public key in the encoding of browsers."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except ValueError:
        return False
    return True


def encrypted(text: bytes, point: bytes, auth: bytes) -> bytes:
    """Encrypt a text as the body of a request with ``Content-Encoding: aes128gcm``. Raises ``ValueError`` if
    ``point`` is not a public key, or the text is too long."""
    if len(text) > MOST_BYTES:
        raise ValueError(f"a message has at most {MOST_BYTES} bytes")
    padded = text + b"\x02" + b"\0" * (-(len(text) + 1) % PADDED_TO)
    return sealed_with(padded, point, auth, ec.generate_private_key(CURVE), os.urandom(16))


def sealed_with(
    padded: bytes, point: bytes, auth: bytes, own: ec.EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    """Encrypt a padded text like :func:`encrypted`, with the given key and salt. Both must be used only
    once."""
    other = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    own_point = point_of(own.public_key())
    shared = own.exchange(ec.ECDH(), other)
    material = _derived(shared, auth, b"WebPush: info\0" + point + own_point, 32)
    key = _derived(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(material, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(own_point)]) + own_point
    return head + AESGCM(key).encrypt(nonce, padded, None)


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as 65 bytes, uncompressed."""
    numbers = key.public_numbers()
    return b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")


def _derived(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)
