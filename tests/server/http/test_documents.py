"""The documentation site at /docs: its files if it has been built, and otherwise where the documents are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from litestar import Litestar
from litestar.datastructures import State
from litestar.testing import TestClient

from quincunx.server.built_client import Client, files_in
from quincunx.server.http.pages.static import document
from quincunx.server.services import KEY


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "client").mkdir()
    (tmp_path / "docs" / "rules").mkdir(parents=True)
    return tmp_path


@pytest.fixture
def browser(site: Path) -> Iterator[TestClient[Litestar]]:
    for name in ("index.html", "rules/cinco.html", "plain.css"):
        (site / "docs" / name).write_text(f"<p>{name}")
    yield from asking(site)


def asking(site: Path) -> Iterator[TestClient[Litestar]]:
    services = SimpleNamespace(client=Client(site / "client"), documents=files_in(site / "docs"))
    with TestClient(Litestar([document], state=State({KEY: services}))) as client:
        yield client


@pytest.mark.parametrize("path", ["/docs", "/docs/"])
def test_the_first_page(path: str, browser: TestClient[Litestar]) -> None:
    answer = browser.get(path)
    assert (answer.url.path, answer.text) == ("/docs/index.html", "<p>index.html")


def test_its_files(browser: TestClient[Litestar]) -> None:
    page = browser.get("/docs/rules/cinco.html")
    assert (page.status_code, page.text) == (200, "<p>rules/cinco.html")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    again = browser.get("/docs/rules/cinco.html", headers={"if-none-match": page.headers["etag"]})
    assert again.status_code == 304
    assert browser.get("/docs/plain.css").headers["content-type"] == "text/css; charset=utf-8"


@pytest.mark.parametrize("path", ["/docs/nothing", "/docs/rules", "/docs/../client", "/docs/%2e%2e/client"])
def test_other_paths_are_not_found(path: str, browser: TestClient[Litestar]) -> None:
    assert browser.get(path).status_code == 404


def test_without_a_site_a_page_says_where_the_documents_are(site: Path) -> None:
    for client in asking(site):
        for path in ("/docs", "/docs/library.html"):
            answer = client.get(path)
            assert answer.status_code == 404
            assert answer.headers["content-type"].startswith("text/html")
            assert "make docs" in answer.text
