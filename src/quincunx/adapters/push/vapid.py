"""Identification of the server to push services (VAPID, RFC 8292): a key created on first use, and signed
tokens.

A push service accepts messages to a browser only from the holder of the key with which the browser
subscribed. So a former key still signs for its subscribers, until it is deleted.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Final

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from quincunx.adapters.push.encryption import CURVE, point_of
from quincunx.adapters.secret_file import SecretFile

FILE: Final = "push.key"
KEY_BYTES: Final = 32
TOKEN_SECONDS: Final = 12 * 3_600
"""The lifetime of a token; the standard allows a day."""
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


class PushKeys:
    """The keys in a server's folder. ``contact`` is the server operator's address for operators of push
    services: ``mailto:…`` or ``https://…``.

    Raises ``OSError`` if the keys can be neither read nor created, and
    :class:`~quincunx.adapters.secret_file.DamagedSecret` if the file is damaged.
    """

    def __init__(self, folder: Path, contact: str | None) -> None:
        self._file = SecretFile(folder / FILE, KEY_BYTES)
        self._contact = contact
        self._digits: tuple[str, ...] = ()
        self._keys_by_point: dict[bytes, ec.EllipticCurvePrivateKey] = {}

    @property
    def points(self) -> tuple[bytes, ...]:
        """The public keys, the one for new devices first. Another program may rotate them at any time."""
        digits = self._file.newest()
        if digits != self._digits:
            self._digits = digits
            keys = [_key_of(each) for each in digits]
            self._keys_by_point = {point_of(key.public_key()): key for key in keys}
        return tuple(self._keys_by_point)

    def authorization(self, point: bytes, origin: str, now: int) -> str | None:
        """The ``Authorization`` header for a push service, signed by the key with this public half; ``None``
        if that key was deleted. ``now`` is in seconds."""
        key = self._keys_by_point.get(point) if point in self.points else None
        if key is None:
            return None
        claims: dict[str, object] = {"aud": origin, "exp": now + TOKEN_SECONDS}
        if self._contact is not None:
            claims["sub"] = self._contact
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        text = ".".join(base64url(msgspec.json.encode(part)) for part in parts)
        one, other = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        signature = base64url(one.to_bytes(32, "big") + other.to_bytes(32, "big"))
        return f"vapid t={text}.{signature}, k={base64url(point)}"


def _key_of(digits: str) -> ec.EllipticCurvePrivateKey:
    # This maps any 32 bytes to a valid key. Two of them share a key only with negligible probability.
    return ec.derive_private_key(int(digits, 16) % (_ORDER - 1) + 1, CURVE)


def base64url(value: bytes) -> str:
    """Encode as base64url without padding."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()
