"""Real proxies with the examples in ``deploy/``, and a certificate that is made for the occasion."""

from __future__ import annotations

import datetime
import ipaddress
import os
import socket
import ssl
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.servers.process import Process, free_port

NAME = "localhost"
DEPLOY = Path(__file__).parents[2] / "deploy"
MOST_OF_ONE_ADDRESS = 6


def certify(folder: Path) -> None:
    """A certificate of its own making for :data:`NAME`, good for a day."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName(NAME), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    pem, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    (folder / "privkey.pem").write_bytes(key.private_bytes(pem, form, plain))


class Proxy(Process):
    """A program in front of the servers that listen at ``nodes``."""

    example: ClassVar[str]
    """The name of its file in ``deploy/``."""

    def __init__(self, program: str, *nodes: str) -> None:
        super().__init__(self.example.lower())
        self.program = program
        self.plain_port = free_port()
        certify(self.folder)
        (self.folder / self.example).write_text(
            self._configuration((DEPLOY / self.example).read_text(), nodes)
        )
        for path in self.folder.iterdir():
            path.chmod(0o644)  # it runs as another user

    @property
    def url(self) -> str:
        return f"https://{NAME}:{self.port}"

    def trusting(self) -> ssl.SSLContext:
        """For clients that trust its certificate, and no other."""
        return ssl.create_default_context(cafile=self.folder / "fullchain.pem")

    def is_ready(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def _configuration(self, text: str, nodes: Sequence[str]) -> str:
        """The example, at ports and in a folder of its own."""
        raise NotImplementedError


def replaced(text: str, words: dict[str, str]) -> str:
    """The text with other words, each of which it has."""
    for old, new in words.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


class Caddy(Proxy):
    """With the certificate that the test has, since it cannot fetch one."""

    example = "Caddyfile"
    tries_for = "5s"
    """The time for which the proxy looks for a node that takes a request."""

    def _configuration(self, text: str, nodes: Sequence[str]) -> str:
        options = ("admin off", "auto_https off", "persist_config off", f"storage file_system {self.folder}")
        site = (
            self.url + " {",
            "bind 127.0.0.1",
            f"tls {self.folder}/fullchain.pem {self.folder}/privkey.pem",
        )
        words = {
            "\n{\n": "\n\t".join(("\n{", *options)) + "\n",
            "play.example.org {": "\n\t".join(site),
            "127.0.0.1:8420": " ".join(nodes),
            "lb_try_duration 5s": f"lb_try_duration {self.tries_for}",
        }
        return replaced(text, words)

    def command(self) -> list[str]:
        return [self.program, "run", "--adapter", "caddyfile", "--config", str(self.folder / self.example)]


_ONE_NODE: Final = "server 127.0.0.1:8420 max_fails=1 fail_timeout=5s;"


class Nginx(Proxy):
    """With limits that a test reaches."""

    example = "nginx.conf"

    def _configuration(self, text: str, nodes: Sequence[str]) -> str:
        temporary = "".join(
            f"{each}_temp_path {self.folder}/{each};\n"
            for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        words = {
            "user www-data;": "",  # it runs as the user who runs the test
            "worker_processes auto;": "worker_processes 1;",
            "worker_rlimit_nofile 65536;": "",
            "worker_connections 16384;": "worker_connections 512;",
            "/run/nginx.pid": f"{self.folder}/nginx.pid",
            "/var/log/nginx/": f"{self.folder}/",
            "include /etc/nginx/mime.types;": temporary,
            "/etc/ssl/quincunx/": f"{self.folder}/",
            _ONE_NODE: "\n".join(_ONE_NODE.replace("127.0.0.1:8420", node) for node in nodes),
            "listen 443 ": f"listen 127.0.0.1:{self.port} ",
            "listen 80 ": f"listen 127.0.0.1:{self.plain_port} ",
            "https://play.example.org": self.url,
            "play.example.org": NAME,
            "limit_conn addresses 512;": f"limit_conn addresses {MOST_OF_ONE_ADDRESS};",
            "flush=5s": "flush=1s",
        }
        return replaced(text, words)

    def command(self) -> list[str]:
        where = ["-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]
        return [self.program, *where, "-e", str(self.folder / "error.log"), "-g", "daemon off;"]

    def members(self) -> list[int]:
        """It, and its workers."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [self.process.pid, *map(int, children.split())]


def local_addresses() -> bool:
    """True if all of 127.0.0.0/8 is this machine, so that callers can have addresses of their own."""
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.2", 0))
        except OSError:
            return False
    return os.name == "posix"
