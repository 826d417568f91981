"""A push service with https, and a browser that has subscribed to it and reads what comes."""

from __future__ import annotations

import asyncio
import base64
import datetime
import json
import os
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import NameOID

from quincunx.adapters.push.post import Way

NAME = "push.example"


def letters(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def unlettered(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@cache
def _certificate() -> tuple[bytes, bytes]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return made.public_bytes(serialization.Encoding.PEM), secret


class Request:
    """A received request."""

    def __init__(self, line: str, headers: dict[str, str], body: bytes) -> None:
        self.line = line
        self.headers = headers
        self.body = body


class PushService:
    """A push service whose answer the test sets: a status, or bytes, or nothing at all."""

    def __init__(self) -> None:
        self.answers: list[int | bytes | None] = []
        """One for each request; then 201."""
        self.requests: list[Request] = []
        self.port = 0
        self.news = asyncio.Condition()

    @asynccontextmanager
    async def open(self, folder: Path) -> AsyncIterator[PushService]:
        certificate, key = _certificate()
        both = folder / "push.pem"
        both.write_bytes(certificate + key)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(both)
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=context)
        self.port = server.sockets[0].getsockname()[1]
        async with server:
            yield self

    def way(self, **more: Any) -> Way:
        """To it, by its name."""

        async def resolve(host: str) -> list[str]:
            return ["127.0.0.1"]

        tls = ssl.create_default_context(cadata=_certificate()[0].decode())
        given: dict[str, Any] = {"resolve": resolve, "is_allowed": lambda _: True, "port": self.port}
        return Way(**{"tls": tls, **given, **more})

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            line, *rest = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
            headers = dict(each.split(": ", 1) for each in rest)
            body = await reader.readexactly(int(headers["Content-Length"]))
            answer = self.answers.pop(0) if self.answers else 201
            async with self.news:
                self.requests.append(Request(line, headers, body))
                self.news.notify_all()
            if isinstance(answer, int):
                writer.write(f"HTTP/1.1 {answer} Whatever\r\nContent-Length: 0\r\n\r\n".encode())
            elif answer is not None:
                writer.write(answer)
            else:
                await reader.read()  # until the other side gives up
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def received(self, number: int) -> list[Request]:
        """This many requests; the limit only keeps a failing test from hanging."""
        async with asyncio.timeout(20), self.news:
            await self.news.wait_for(lambda: len(self.requests) >= number)
        return self.requests


class Subscribed:
    """A browser that has asked its push service."""

    def __init__(self, path: str = "/one") -> None:
        self.endpoint = f"https://{NAME}{path}"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        numbers = self._key.public_key().public_numbers()
        self.point = b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")

    def asks(self, key: str, language: str = "en") -> dict[str, Any]:
        """The subscription that a page sends to its server."""
        keys = {"p256dh": letters(self.point), "auth": letters(self.auth)}
        subscription = {"endpoint": self.endpoint, "keys": keys}
        return {"subscription": subscription, "key": key, "language": language}

    def read(self, body: bytes) -> bytes:
        """Decrypted as RFC 8291 has it, by hand: the other side is what is tested."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert 17 < len(sealed) <= size
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self._key.exchange(ec.ECDH(), other)
        info = b"WebPush: info\0" + self.point + theirs
        material = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert text.endswith(b"\x02")
        return text[:-1]


def claims_of(request: Request, key: bytes) -> dict[str, Any]:
    """The sender's claims, if they are signed with this key (RFC 8292)."""
    kind, _, rest = request.headers["Authorization"].partition(" ")
    parts = dict(each.strip().split("=", 1) for each in rest.split(","))
    assert (kind, unlettered(parts["k"])) == ("vapid", key)
    head, claims, signature = parts["t"].split(".")
    assert json.loads(unlettered(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = unlettered(signature)
    assert len(raw) == 64
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    public.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    said: dict[str, Any] = json.loads(unlettered(claims))
    return said
