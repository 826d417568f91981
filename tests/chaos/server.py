"""``quincunx serve`` as a process of its own, which can be killed and started again on the same file."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from pathlib import Path

import httpx

from tests.plain import NO_CERTIFICATES
from tests.servers import prepared

READY_SECONDS = 120.0


class Server:
    """One server; it keeps its address over restarts. ``more`` are further ``QUINCUNX_…`` variables."""

    def __init__(self, data: Path, bot_pause: float = 0.02, **more: str) -> None:
        self.data = data
        self.port = 0
        self._bot_pause = bot_pause
        self._more = more
        self._process: prepared.Started | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Return when it answers."""
        environment = os.environ | {
            "QUINCUNX_BOT_PAUSE": str(self._bot_pause),
            "QUINCUNX_BOT_WORKERS": "0",
            "QUINCUNX_REQUESTS_PER_SECOND": "100000",
            "QUINCUNX_SOCKETS_PER_ADDRESS": "10000",
            "QUINCUNX_NEW_GUESTS_PER_MINUTE": "1000000",
            **self._more,
        }
        with (self.data / "server.log").open("ab") as log:
            words = ["serve", "--port", str(self.port), "--data", str(self.data)]
            self._process = prepared.start(words, environment, log)
        try:
            await self._until_it_answers()
        except BaseException:
            await self.kill()
            raise

    async def _until_it_answers(self) -> None:
        assert self._process is not None
        async with asyncio.timeout(READY_SECONDS):
            line = await asyncio.to_thread(self._process.stdout.readline)
            found = re.search(r"http://[^/]*:(\d+)/", line)
            assert found, f"the server did not start: {line}{(self.data / 'server.log').read_text()[-2000:]}"
            self.port = int(found[1])
            async with httpx.AsyncClient(verify=NO_CERTIFICATES) as client:
                while True:
                    try:
                        await client.get(f"http://{self.address}/health/live")
                        return
                    except httpx.TransportError:
                        await asyncio.sleep(0.02)

    def pause(self) -> None:
        """Send SIGSTOP: it answers no client, and its connections stay open."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Undo :meth:`pause`."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(number)

    async def kill(self) -> None:
        """SIGKILL: no farewell, no last write."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """SIGTERM: an orderly end."""
        await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> None:
        process = self._process
        if process is not None:
            process.send_signal(how)
            await asyncio.to_thread(process.wait)
            process.stdout.close()
        self._process = None
