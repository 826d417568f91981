"""The transport that an HTTP protocol within another one is given."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any


class InnerTransport:
    """Passes everything on to a transport but what is written once that is closing, and reports two calls.

    Of pipelined requests uvicorn tells only the last one that the connection is gone. uvloop raises an error
    for what the others write, and each would be a traceback in the log, for anybody to cause.
    """

    def __init__(
        self,
        transport: asyncio.Transport,
        on_close: Callable[[], None],
        on_upgrade: Callable[[asyncio.BaseProtocol], None],
    ) -> None:
        """``on_close`` is called after the transport was closed; ``on_upgrade`` instead of passing on the
        protocol that is to take over."""
        self.plain = transport
        self._on_close = on_close
        self._on_upgrade = on_upgrade

    def __getattr__(self, name: str) -> Any:
        return getattr(self.plain, name)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send this, if anybody can get it."""
        if not self.plain.is_closing():
            self.plain.write(data)

    def writelines(self, list_of_data: Iterable[bytes | bytearray | memoryview]) -> None:
        """Send these, if anybody can get them."""
        if not self.plain.is_closing():
            self.plain.writelines(list_of_data)

    def close(self) -> None:
        """Close the connection when all has been read."""
        self.plain.close()
        self._on_close()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Hand the connection on."""
        self._on_upgrade(protocol)
