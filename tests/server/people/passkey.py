"""A passkey in software: it makes and signs real WebAuthn answers, and lies where it is told to."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 1, 4, 64


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class SoftPasskey:
    """One credential of one device. ``flags`` say whether its user was there, and was verified. ``secret`` is
    its private key; by default it is drawn."""

    def __init__(self, origin: str, flags: int = PRESENT | VERIFIED, secret: int | None = None) -> None:
        self.origin = origin
        self.flags = flags
        self.id = os.urandom(20) if secret is None else secret.to_bytes(20)
        self.count = 0
        self.handle = b""
        curve = ec.SECP256R1()
        self._key = ec.generate_private_key(curve) if secret is None else ec.derive_private_key(secret, curve)

    @property
    def public_key(self) -> bytes:
        """The public key, as a server stores it."""
        point = self._key.public_key().public_numbers()
        return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)})

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _data(self, rp: str, more: bytes = b"", flags: int = 0) -> bytes:
        head = hashlib.sha256(rp.encode()).digest()
        return head + bytes([self.flags | flags]) + self.count.to_bytes(4) + more

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to the options of a registration."""
        self.handle = base64.urlsafe_b64decode(options["user"]["id"] + "==")
        attested = bytes(16) + len(self.id).to_bytes(2) + self.id + self.public_key
        data = self._data(options["rp"]["id"], attested, ATTESTED)
        return self._answer(
            {
                "clientDataJSON": packed(self._client_data("webauthn.create", options["challenge"])),
                "attestationObject": packed(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
            }
        )

    def use(self, options: dict[str, Any], kind: str = "webauthn.get") -> dict[str, Any]:
        """The answer to the options of a sign-in."""
        self.count += 1
        client_data = self._client_data(kind, options["challenge"])
        data = self._data(options["rpId"])
        signed = data + hashlib.sha256(client_data).digest()
        return self._answer(
            {
                "clientDataJSON": packed(client_data),
                "authenticatorData": packed(data),
                "signature": packed(self._key.sign(signed, ec.ECDSA(hashes.SHA256()))),
                "userHandle": packed(self.handle),
            }
        )

    def _answer(self, response: dict[str, Any]) -> dict[str, Any]:
        id = packed(self.id)
        return {
            "id": id,
            "rawId": id,
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        }
