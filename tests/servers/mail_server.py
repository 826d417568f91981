"""A real mail server (SMTP) on a free port, which keeps what it gets."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope, Session


@dataclass
class MailServer:
    """The messages so far; the answers that the test wants for recipients."""

    port: int = 0
    messages: list[EmailMessage] = field(default_factory=list)
    recipients: list[list[str]] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    was_encrypted: list[bool] = field(default_factory=list)

    async def handle_RCPT(  # noqa: N802  # the library's name
        self, server: Any, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address in self.answers:
            return self.answers[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Session, envelope: Envelope) -> str:  # noqa: N802
        message = message_from_bytes(envelope.original_content or b"", policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.recipients.append(list(envelope.rcpt_tos))
        self.was_encrypted.append(session.ssl is not None)
        self.messages.append(message)
        return "250 OK"

    def next(self, count: int = 1) -> EmailMessage:
        """The message of this number, which may still be on its way."""
        end = time.monotonic() + 30
        while len(self.messages) < count and time.monotonic() < end:
            time.sleep(0.02)
        return self.messages[count - 1]


def text_of(message: EmailMessage) -> str:
    """The words of a message."""
    return str(message.get_content()).replace("\r\n", "\n")


@contextmanager
def mail_server(
    context: ssl.SSLContext | None = None, login: tuple[str, str] | None = None
) -> Iterator[MailServer]:
    """Run a server that offers STARTTLS with this context, and may ask for a login."""
    kept = MailServer()

    def check(server: Any, session: Session, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
        given = (data.login.decode(), data.password.decode())
        return AuthResult(success=given == login, handled=False)

    more: dict[str, Any] = {}
    if context is not None:
        more = {"tls_context": context, "require_starttls": True}
    if login is not None:
        more |= {"authenticator": check, "auth_required": True, "auth_require_tls": context is not None}
    with socket.create_server(("127.0.0.1", 0)) as free:
        kept.port = free.getsockname()[1]  # the library asks for a port by its number
    controller = Controller(kept, hostname="127.0.0.1", port=kept.port, **more)
    controller.start()
    try:
        yield kept
    finally:
        controller.stop()
