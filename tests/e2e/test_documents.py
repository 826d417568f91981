"""The documentation site on a server, in a browser, under the server's policy: nothing of it is blocked."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from quincunx.server.built_client import DOCUMENTS
from tests.e2e.conftest import serving
from tests.e2e.windows import NewPage
from tools import documents


@pytest.mark.nightly
def test_pages_work_under_the_policy(new_page: NewPage, tmp_path: Path) -> None:
    documents.build(DOCUMENTS)
    with serving(tmp_path) as address:
        page = new_page(fresh=True)
        blocked: list[str] = []
        page.on("console", lambda message: blocked.append(message.text))
        page.goto(f"{address}/docs")
        expect(page.get_by_role("heading", name="Quincunx", level=1)).to_be_visible()
        page.get_by_role("link", name="Your first bot").first.click()
        # Two boards, and the viewer with its slider.
        assert page.locator("article img").count() == 2
        page.get_by_role("slider").fill("3")
        expect(page.locator("output")).to_contain_text("3 · ")
        page.goto(f"{address}/docs/search.html?q=tournament")
        expect(page.get_by_role("link", name="Tournaments").first).to_be_visible()
        page.goto(f"{address}/docs/api.html")
        expect(page.get_by_text("quincunx.Cinco", exact=False).first).to_be_visible()
        assert blocked == []
