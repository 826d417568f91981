"""All scenes by name."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.screenshots import house, meetings, past, study, table
from tests.screenshots.stage import Stage

SCENES: dict[str, Callable[[Stage], Page]] = {
    **table.SCENES,
    **study.SCENES,
    **house.SCENES,
    **meetings.SCENES,
    **past.SCENES,
}
