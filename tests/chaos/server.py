"""``quincunx serve`` as a process of its own, which can be killed and started again on the same file."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

import httpx

PROGRAM = "from quincunx.cli.main import main; main()"
READY_SECONDS = 30.0


class Server:
    """One server; it keeps its address over restarts."""

    def __init__(self, data: Path, bot_pause: float = 0.02) -> None:
        self.data = data
        self.port = 0
        self._bot_pause = bot_pause
        self._process: asyncio.subprocess.Process | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Return when it answers."""
        environment = os.environ | {
            "QUINCUNX_BOT_PAUSE": str(self._bot_pause),
            "QUINCUNX_BOT_WORKERS": "0",
            "QUINCUNX_REQUESTS_PER_SECOND": "100000",
        }
        with (self.data / "server.log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-c", PROGRAM, "serve", "--port", str(self.port), "--data", str(self.data)),
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                env=environment,
            )
        assert self._process.stdout is not None
        async with asyncio.timeout(READY_SECONDS):
            line = (await self._process.stdout.readline()).decode()
            found = re.search(r"http://[^/]*:(\d+)/", line)
            assert found, f"the server did not start: {line}{(self.data / 'server.log').read_text()[-2000:]}"
            self.port = int(found[1])
            async with httpx.AsyncClient() as client:
                while True:
                    try:
                        await client.get(f"http://{self.address}/health/live")
                        return
                    except httpx.TransportError:
                        await asyncio.sleep(0.02)

    async def kill(self) -> None:
        """SIGKILL: no farewell, no last write."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """SIGTERM: an orderly end."""
        await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> None:
        process = self._process
        if process is not None and process.returncode is None:
            process.send_signal(how)
            await process.wait()
        self._process = None
