"""The adapters of a server: opened together, and closed whatever fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from quincunx.adapters.engines import EnginePool
from quincunx.adapters.engines.reviewer import ReviewProcess
from quincunx.server.adapters import opened
from quincunx.server.settings import from_environment


async def test_a_process_that_cannot_stop_keeps_no_other_from_stopping(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped: list[object] = []

    async def fail(process: ReviewProcess) -> None:
        raise RuntimeError("cannot stop")

    async def stop(engine: EnginePool) -> None:
        stopped.append(engine)

    monkeypatch.setenv("QUINCUNX_BOT_WORKERS", "0")
    monkeypatch.setenv("QUINCUNX_REVIEWS", "idle")
    monkeypatch.setattr(ReviewProcess, "stop", fail)
    monkeypatch.setattr(EnginePool, "stop", stop)
    with capture_logs() as logs:
        async with opened(from_environment(tmp_path)) as ports:
            pass
    assert stopped == [ports.engine]
    assert [line["event"] for line in logs if line["log_level"] == "error"] == ["stop_failed"] * 2
