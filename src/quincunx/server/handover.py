"""Of several processes on one machine, one that is home to each table.

Any of them can serve any table. But where the people of a table have come to several, each of these works out
every move once more. So whoever asks one process for the socket of a table whose home is another is handed
over to it: their connection, with the head of their request, before anything has been answered. Nothing
rests on that: who cannot be handed over is served where they are.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import zlib
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

MOST_AT_ONCE: Final = 16
"""Connections that are taken before the event loop goes on to something else."""
LONGEST: Final = 64 * 1024
"""Bytes of a head; what is longer was refused before."""
_PATH: Final = re.compile(rb"/api/tables/([^/?]+)/socket(?:\?|$)")


class Place(msgspec.Struct, frozen=True):
    """One of ``count`` processes, by its number from 0; ``folder``, this user's alone, is where they meet."""

    folder: Path
    number: int
    count: int

    def socket(self, number: int) -> str:
        """Where a process takes what is handed over to it."""
        return str(self.folder / f"home-{number}")

    def home_of(self, table: bytes) -> int:
        """The number of the process that is home to the table of this name."""
        return zlib.crc32(table) % self.count

    def is_home_of(self, table: str) -> bool:
        """Whether this process is home to the table of this name."""
        return self.home_of(table.encode()) == self.number


class Handover:
    """What one process hands over, and is handed, from :meth:`start` to :meth:`stop`."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._socket: socket.socket | None = None
        self._take: Callable[[socket.socket, bytes], None]

    @staticmethod
    def is_possible() -> bool:
        """Whether this operating system lets processes hand over connections."""
        return hasattr(socket, "SCM_RIGHTS")

    def start(self, take: Callable[[socket.socket, bytes], None]) -> None:
        """Take what is handed over, each connection with the head of its request. Raises ``OSError``."""
        self._take = take
        path = self._place.socket(self._place.number)
        with contextlib.suppress(FileNotFoundError):  # left by the one that was here before
            Path(path).unlink()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(path)
        asyncio.get_running_loop().add_reader(self._socket, self._on_ready, self._socket)

    def stop(self) -> None:
        """Take nothing any more, and give nothing. What is on its way is lost: its clients come back."""
        if self._socket is not None:
            asyncio.get_running_loop().remove_reader(self._socket)
            self._socket.close()
            self._socket = None

    def home_of(self, url: bytes) -> int | None:
        """The process that a request for this belongs to; ``None`` where it is here, or anywhere."""
        found = _PATH.match(url)
        if found is None:
            return None
        home = self._place.home_of(found[1])
        return None if home == self._place.number else home

    def give(self, home: int, connection: int, head: bytes) -> bool:
        """Hand a connection, given by its descriptor, over to a process. It stays open here, too, and nobody
        may use it here any more. ``False``: that process has its hands full; in a moment it may take more.
        Raises ``OSError`` if it cannot be reached."""
        if self._socket is None:
            raise ConnectionError("nothing is handed over any more")
        # Not ``socket.send_fds``: up to Python 3.11 that forgets where to.
        descriptors = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [connection]))
        try:
            self._socket.sendmsg([head], [descriptors], 0, self._place.socket(home))
        except BlockingIOError:
            return False
        return True

    def _on_ready(self, local: socket.socket) -> None:
        for _ in range(MOST_AT_ONCE):
            try:
                head, descriptors, _, _ = socket.recv_fds(local, LONGEST, 1)
            except BlockingIOError:
                return
            for descriptor in descriptors:
                connection = socket.socket(fileno=descriptor)
                connection.setblocking(False)
                self._take(connection, head)
