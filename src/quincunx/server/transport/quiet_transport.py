"""A transport to which an answer may be written after its reader has gone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any


class QuietTransport:
    """Passes everything on to a transport, except what is written once that is closing.

    Of pipelined requests uvicorn tells only the last one that the connection is gone. uvloop raises an error
    for what the others write, and each would be a traceback in the log, for anybody to cause.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send this, if anybody can get it."""
        if not self._transport.is_closing():
            self._transport.write(data)

    def writelines(self, list_of_data: Iterable[bytes | bytearray | memoryview]) -> None:
        """Send these, if anybody can get them."""
        if not self._transport.is_closing():
            self._transport.writelines(list_of_data)
