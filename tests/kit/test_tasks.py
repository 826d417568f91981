"""The end of tasks."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

from quincunx.kit import end_tasks, tasks


async def _fail() -> None:
    raise ValueError


async def test_all_tasks_end_whatever_they_raise() -> None:
    waiting = asyncio.create_task(asyncio.Event().wait())
    failing = asyncio.create_task(_fail())
    await end_tasks((waiting, failing))
    assert waiting.cancelled()
    assert failing.done()


async def test_a_task_that_loses_its_cancellation_is_cancelled_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "AGAIN_SECONDS", 0.01)

    async def lose_one() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await asyncio.Event().wait()

    task = asyncio.create_task(lose_one(), name="deaf")
    await asyncio.sleep(0)
    with capture_logs() as said:
        await asyncio.wait_for(end_tasks([task]), 20)
    assert task.cancelled()
    assert said[0] == {"event": "tasks_cancelled_again", "log_level": "warning", "tasks": ["deaf"]}
