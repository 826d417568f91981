"""E-mail through a real mail server."""

from __future__ import annotations

import socket
import ssl
from pathlib import Path

import pytest

from quincunx.adapters import mail
from quincunx.adapters.mail import MailServer, SmtpPostman, mail_server, message_of
from quincunx.club.mail import Mail
from tests.servers import push_service
from tests.servers.mail_server import mail_server as serving
from tests.servers.mail_server import text_of

SENDER = "games@club.example"
LETTER = Mail("ada@home.example", "Ein Link für dich", "Grüße: https://club.example/enter/mail#abc\n", "de")
LOGIN = ("games", "p@ss:word")


@pytest.fixture
def contexts(tmp_path: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """A server's certificate, and a client that trusts it and asks for no name."""
    certificate, key = push_service._certificate()
    file = tmp_path / "both.pem"
    file.write_bytes(certificate + key)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    client = ssl.create_default_context(cadata=certificate.decode())
    client.check_hostname = False  # the certificate names another host
    return server, client


async def test_a_message_arrives_with_its_headers() -> None:
    with serving() as server:
        postman = SmtpPostman(MailServer("127.0.0.1", server.port, security="none"), SENDER)
        assert await postman.send(LETTER) == "sent"
        postman.close()
    [message] = server.messages
    assert server.recipients == [["ada@home.example"]]
    told = {
        name: str(message[name]) for name in ("From", "To", "Subject", "Auto-Submitted", "Content-Language")
    }
    assert told == {
        "From": SENDER,
        "To": "ada@home.example",
        "Subject": "Ein Link für dich",
        "Auto-Submitted": "auto-generated",
        "Content-Language": "de",
    }
    assert str(message["Message-ID"]).endswith("@club.example>")
    assert message["Date"] is not None
    assert text_of(message) == LETTER.text


def test_a_notification_names_the_address_that_ends_its_kind() -> None:
    address = "https://club.example/unsubscribe/ada~turn~mac"
    message = message_of(Mail("ada@home.example", "Turn", "", "en", address), SENDER)
    assert message["List-Unsubscribe"] == f"<{address}>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message_of(LETTER, SENDER)["List-Unsubscribe"] is None


async def test_it_signs_in_over_tls(contexts: tuple[ssl.SSLContext, ssl.SSLContext]) -> None:
    with serving(contexts[0], LOGIN) as server:
        place = MailServer("127.0.0.1", server.port, *LOGIN)
        assert await SmtpPostman(place, SENDER, contexts[1]).send(LETTER) == "sent"
        assert server.was_encrypted == [True]
        wrong = MailServer("127.0.0.1", server.port, "games", "wrong")
        assert await SmtpPostman(wrong, SENDER, contexts[1]).send(LETTER) == "failed"
        # An untrusted certificate ends the connection before any message.
        assert await SmtpPostman(place, SENDER).send(LETTER) == "failed"
    assert len(server.messages) == 1


async def test_without_the_tls_that_is_asked_for_nothing_is_sent() -> None:
    with serving() as server:
        assert await SmtpPostman(MailServer("127.0.0.1", server.port), SENDER).send(LETTER) == "failed"
    assert server.messages == []


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [("550 nobody of that name", "refused"), ("452 the box is full", "failed"), ("250 OK", "sent")],
)
async def test_a_refusal_for_good_is_told_from_one_for_now(answer: str, outcome: str) -> None:
    with serving() as server:
        if outcome != "sent":
            server.answers[LETTER.to] = answer
        place = MailServer("127.0.0.1", server.port, security="none")
        assert await SmtpPostman(place, SENDER).send(LETTER) == outcome


async def test_a_server_that_is_away_or_silent_costs_bounded_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "STEP_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        place = MailServer("127.0.0.1", silent.getsockname()[1], security="none")
        assert await SmtpPostman(place, SENDER).send(LETTER) == "failed"
    assert await SmtpPostman(place, SENDER).send(LETTER) == "failed"  # no server listens any more


@pytest.mark.parametrize("field", ["to", "subject"])
def test_no_line_is_smuggled_into_the_headers(field: str) -> None:
    for end in ("\n", "\r\n", "\r"):
        given = {"to": LETTER.to, "subject": LETTER.subject}
        given[field] += f"{end}Bcc: everybody@elsewhere.example"
        with pytest.raises(ValueError, match=r"\w"):
            message_of(Mail(given["to"], given["subject"], "", "en"), SENDER)


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("smtps://mail.example", MailServer("mail.example", 465, security="tls")),
        ("smtp://a%40b:p%3A@mail.example:25", MailServer("mail.example", 25, "a@b", "p:", "starttls")),
        ("smtp://relay.internal:25?tls=off", MailServer("relay.internal", 25, security="none")),
        ("smtp://localhost", MailServer("localhost", 587, security="none")),
        ("smtp://127.0.0.1:2525", MailServer("127.0.0.1", 2525, security="none")),
    ],
)
def test_addresses_of_mail_servers(address: str, place: MailServer) -> None:
    assert mail_server(address) == place


@pytest.mark.parametrize(
    "address",
    ["mail.example", "http://mail.example", "smtp://", "smtp://a:99999", "smtp://a/b", "smtp://a?x=y"],
)
def test_addresses_that_are_not_of_one_mailbox(address: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        mail_server(address)
