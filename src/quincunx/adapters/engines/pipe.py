"""Communication with a worker process, which may die at any moment."""

from __future__ import annotations

import asyncio
import contextlib
from asyncio.subprocess import Process
from typing import Final

import msgspec

from quincunx.adapters.engines.frames import LENGTH, FromWorker


class Died(Exception):
    """A worker has died or is unusable."""


_DECODER: Final = msgspec.msgpack.Decoder(FromWorker)


async def receive_frame(process: Process) -> FromWorker:
    """The next message from the process. Raises :class:`Died`."""
    assert process.stdout is not None
    try:
        length = int.from_bytes(await process.stdout.readexactly(LENGTH), "big")
        message: FromWorker = _DECODER.decode(await process.stdout.readexactly(length))
        return message
    except (asyncio.IncompleteReadError, OSError, msgspec.DecodeError) as error:
        raise Died("it ended") from error


async def send_frame(process: Process, data: bytes) -> None:
    """Send a frame to the process. Raises :class:`Died`."""
    assert process.stdin is not None
    try:
        process.stdin.write(data)
        await process.stdin.drain()
    except (OSError, RuntimeError) as error:
        raise Died("it does not listen") from error


async def end(process: Process) -> None:
    """Kill a process and wait for its end. It has nothing to lose."""
    with contextlib.suppress(ProcessLookupError):
        if process.returncode is None:
            process.kill()
    with contextlib.suppress(ProcessLookupError):
        await process.wait()
    transport = getattr(process, "_transport", None)
    if transport is not None:
        transport.close()
