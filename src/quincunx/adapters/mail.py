"""Sends e-mail through a mail server (SMTP), in a few threads. Times are bounded."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from ipaddress import ip_address
from typing import Final, Literal
from urllib.parse import unquote, urlsplit

import msgspec
import structlog

from quincunx.club.mail import Mail, MailOutcome

log = structlog.get_logger("quincunx.mail")

AT_ONCE: Final = 4
"""Messages under way."""
STEP_SECONDS: Final = 15.0
"""Time that the mail server has for one answer."""
MAIL_SECONDS: Final = 45.0
"""Time for a whole message; less than the first pause before another attempt."""
PORTS: Final = {"smtp": 587, "smtps": 465}
Security = Literal["tls", "starttls", "none"]


class MailServer(msgspec.Struct, frozen=True):
    """The address of a mail server."""

    host: str
    port: int
    user: str = ""
    password: str = ""
    security: Security = "starttls"


def mail_server(address: str) -> MailServer:
    """Parse ``smtps://USER:PASSWORD@HOST:PORT`` or ``smtp://…``. Raises ``ValueError``.

    ``smtp:`` begins TLS by STARTTLS, which must succeed; ``?tls=off`` sends without it. A mail server on this
    machine needs none.
    """
    parts = urlsplit(address)
    host, port = parts.hostname, parts.port
    if parts.scheme not in PORTS or not host or parts.path.strip("/") or parts.query not in ("", "tls=off"):
        raise ValueError("no address of a mail server")
    security: Security = "tls" if parts.scheme == "smtps" else "starttls"
    if parts.scheme == "smtp" and (parts.query or _is_here(host)):
        security = "none"
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(host, port or PORTS[parts.scheme], user, password, security)


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class SmtpPostman:
    """A :class:`quincunx.club.mail.Postman`. ``context`` replaces the system's certificates in tests."""

    def __init__(self, server: MailServer, sender: str, context: ssl.SSLContext | None = None) -> None:
        self._server = server
        self._sender = sender
        self._context = context
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="mail")

    async def send(self, mail: Mail) -> MailOutcome:
        """Send a message in a thread."""
        message = message_of(mail, self._sender)
        working = asyncio.get_running_loop().run_in_executor(self._threads, self._send, message)
        try:
            return await asyncio.wait_for(working, MAIL_SECONDS)
        except TimeoutError:
            log.warning("mail_failed", reason="TimeoutError")
            return "failed"

    def close(self) -> None:
        """Start no further message; those under way end by themselves."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _send(self, message: EmailMessage) -> MailOutcome:
        try:
            with self._connected() as smtp:
                smtp.send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            return self._failed(error, codes[0] if codes else None)
        except (smtplib.SMTPDataError, smtplib.SMTPSenderRefused) as error:
            is_ours = isinstance(error, smtplib.SMTPSenderRefused)
            return self._failed(error, None if is_ours else error.smtp_code)
        except (OSError, smtplib.SMTPException, ValueError) as error:
            return self._failed(error, None)
        return "sent"

    def _failed(self, error: Exception, code: int | None) -> MailOutcome:
        # The server's own words may quote an address; the error's name does not.
        is_final = code is not None and code >= 500
        log.warning("mail_refused" if is_final else "mail_failed", reason=type(error).__name__, code=code)
        return "refused" if is_final else "failed"

    def _connected(self) -> smtplib.SMTP:
        server, name = self._server, self._sender.rpartition("@")[2]
        if server.security == "tls":
            smtp: smtplib.SMTP = smtplib.SMTP_SSL(
                server.host, server.port, name, timeout=STEP_SECONDS, context=self._tls()
            )
        else:
            smtp = smtplib.SMTP(server.host, server.port, name, timeout=STEP_SECONDS)
        try:
            if server.security == "starttls":
                smtp.starttls(context=self._tls())
            if server.user:
                smtp.login(server.user, server.password)
        except BaseException:
            smtp.close()
            raise
        return smtp

    def _tls(self) -> ssl.SSLContext:
        return self._context or ssl.create_default_context()


def message_of(mail: Mail, sender: str) -> EmailMessage:
    """The message with its headers. The library refuses line breaks in headers (``ValueError``)."""
    message = EmailMessage(policy=SMTP)
    message["From"] = sender
    message["To"] = mail.to
    message["Subject"] = mail.subject
    message["Date"] = formatdate(usegmt=True)
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    if mail.unsubscribe:
        message["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(mail.text, cte="quoted-printable")
    message["Content-Language"] = mail.language  # setting the content removes such headers
    return message
