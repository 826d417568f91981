"""Who sends a push message (RFC 8292): a key that the server makes on first use, and tokens signed with it.

A browser's push service takes messages for it from the holder of one key alone, the one that the page named
when it asked. So a former key goes on signing for whoever asked with it, until it is forgotten.
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
"""The standard allows a day."""
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


class PushKeys:
    """The keys in a server's folder. ``contact`` is how whoever runs a push service reaches who runs this
    server: ``mailto:…`` or ``https://…``.

    Raises ``OSError`` if they can be neither read nor made, and
    :class:`~quincunx.adapters.secret_file.DamagedSecret` if what is there is no key.
    """

    def __init__(self, folder: Path, contact: str | None) -> None:
        self._file = SecretFile(folder / FILE, KEY_BYTES)
        self._contact = contact
        self._digits: tuple[str, ...] = ()
        self._known: dict[bytes, ec.EllipticCurvePrivateKey] = {}

    @property
    def points(self) -> tuple[bytes, ...]:
        """Their public halves, the one that new devices ask with first. Another program may rotate them
        meanwhile."""
        digits = self._file.newest()
        if digits != self._digits:
            self._digits = digits
            keys = [_key_of(each) for each in digits]
            self._known = {point_of(key.public_key()): key for key in keys}
        return tuple(self._known)

    def authorization(self, point: bytes, origin: str, now: int) -> str | None:
        """The header's value for a push service, by the key with this public half; ``None`` if it is no
        longer one of ours. ``now`` is in seconds."""
        key = self._known.get(point) if point in self.points else None
        if key is None:
            return None
        claims: dict[str, object] = {"aud": origin, "exp": now + TOKEN_SECONDS}
        if self._contact is not None:
            claims["sub"] = self._contact
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        text = ".".join(spelled(msgspec.json.encode(part)) for part in parts)
        one, other = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        signature = spelled(one.to_bytes(32, "big") + other.to_bytes(32, "big"))
        return f"vapid t={text}.{signature}, k={spelled(point)}"


def _key_of(digits: str) -> ec.EllipticCurvePrivateKey:
    # Any 32 bytes are a key by this, and no two that could be told apart are the same.
    return ec.derive_private_key(int(digits, 16) % (_ORDER - 1) + 1, CURVE)


def spelled(value: bytes) -> str:
    """In the letters of URLs, without padding."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()
