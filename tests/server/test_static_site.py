"""The static site: a folder whose pages name nothing outside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quincunx.core.speech import in_words
from quincunx.server import static_site
from quincunx.server.built_client import BUILT, Client
from quincunx.server.static_site import CannotWrite, checked_address, site_address, with_policy, write_site

PAGE = (
    b'<!doctype html><html><head><meta charset="utf-8" /><meta name="description" content="Two games." />'
    b'<title>Quincunx</title><script src="/theme.js"></script></head><body></body></html>'
)


@pytest.fixture
def client(tmp_path: Path) -> Client:
    """A small client that has all that a site needs."""
    built = tmp_path / "built"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_bytes(PAGE)
    (built / "manifest.webmanifest").write_text(json.dumps({"shortcuts": [{"url": "./new?game=some"}]}))
    (built / "assets" / "msgspec-abc.whl").write_bytes(b"wheel")
    return Client(built)


def test_its_page_is_below_any_address_and_has_the_policy_before_all_else(
    tmp_path: Path, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = tmp_path / "documents"
    documents.mkdir()
    (documents / "index.html").write_bytes(b"<html>\n  <head><title>Read me</title></head></html>")
    monkeypatch.setattr(static_site, "DOCUMENTS", documents)
    assert write_site(tmp_path / "site", "https://club.example/games/", client)
    page = (tmp_path / "site" / "index.html").read_text()
    assert page.index("content-security-policy") < page.index("theme.js")
    assert '<script src="./theme.js">' in page
    assert 'content="https://club.example/games/share.png"' in page
    assert "frame-ancestors" not in page  # a page itself cannot state it
    manifest = json.loads((tmp_path / "site" / "manifest.webmanifest").read_text())
    assert manifest["shortcuts"] == [{"url": "./?/new&game=some"}]
    document = (tmp_path / "site" / "docs" / "index.html").read_text()
    assert document.index("content-security-policy") < document.index("<title>")
    for name in ("local/code.zip", "local/networks.zip", "health/live", ".nojekyll"):
        assert (tmp_path / "site" / name).is_file()


@pytest.mark.nightly
def test_it_replaces_an_earlier_site_and_nothing_else(tmp_path: Path, client: Client) -> None:
    site = tmp_path / "site"
    write_site(site, None, client)
    (site / "assets" / "index-old.js").write_text("old")
    (site / ".git").mkdir()
    write_site(site, None, client)
    assert not (site / "assets" / "index-old.js").exists()
    assert (site / ".git").is_dir()
    other = tmp_path / "other"
    other.mkdir()
    (other / "index.html").write_text("mine")
    with pytest.raises(CannotWrite, match="isn’t empty"):
        write_site(other, None, client)
    assert (other / "index.html").read_text() == "mine"


def test_without_the_client_or_its_python_it_says_what_to_do(tmp_path: Path, client: Client) -> None:
    with pytest.raises(CannotWrite) as unbuilt:
        write_site(tmp_path / "site", None, Client(tmp_path / "nothing"))
    assert "make play" in in_words(unbuilt.value)
    (tmp_path / "built" / "assets" / "msgspec-abc.whl").write_bytes(b"")
    with pytest.raises(CannotWrite) as unfetched:
        write_site(tmp_path / "site", None, Client(tmp_path / "built"))
    assert "no Python for browsers" in in_words(unfetched.value)
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize(
    "base", ["club.example", "ftp://club.example", "https://", "https://[x", "https://a/?b"]
)
def test_a_base_that_is_no_address_is_refused(base: str) -> None:
    with pytest.raises(CannotWrite, match="isn’t the address"):
        checked_address(base)


@pytest.mark.parametrize(
    ("address", "on_site"),
    [("./", "./"), ("./today", "./?/today"), ("./new?game=a&with=b", "./?/new&game=a&with=b")],
)
def test_addresses_of_the_manifest(address: str, on_site: str) -> None:
    assert site_address(address) == on_site


def test_the_built_page_names_no_file_from_the_root() -> None:
    page = (BUILT / "index.html").read_bytes()
    assert b'"/' not in static_site.site_page(page, None, True)
    assert with_policy(page) != page
