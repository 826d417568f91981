"""``quincunx docs`` and ``quincunx deploy-files``: what travels in the package for operators."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import pytest

from quincunx.cli.serving import deploy_files
from quincunx.server import built_client
from tests.cli.conftest import Quincunx

EXAMPLES = Path(__file__).parents[3] / "deploy"


def test_example_files_are_written_and_edited_ones_are_kept(quincunx: Quincunx, tmp_path: Path) -> None:
    folder = tmp_path / "etc"
    assert quincunx("deploy-files", str(folder)).code == 0
    written = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert written == {file.name: file.read_bytes() for file in EXAMPLES.iterdir()}
    (folder / "nginx.conf").write_text("mine")
    done = quincunx("deploy-files", str(folder))
    assert (done.code, (folder / "nginx.conf").read_text()) == (0, "mine")
    assert f"{folder / 'nginx.conf'} is already there: it stays as it is.\n" in done.out
    # A program that is run stays one that can be run.
    assert (folder / "quincunx-admin").stat().st_mode & 0o111


def test_a_folder_that_cannot_be_written_is_named(quincunx: Quincunx, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = quincunx("deploy-files", str(tmp_path / "file" / "etc"))
    assert done.code == 1
    assert done.err.startswith(f"quincunx: Can’t write {tmp_path / 'file' / 'etc'}: ")


def test_an_installation_without_examples_says_so(
    quincunx: Quincunx, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deploy_files, "PLACES", (tmp_path / "nowhere",))
    assert quincunx("deploy-files", str(tmp_path / "etc")) == (
        1,
        "",
        "quincunx: This installation has no example files.\n",
    )


def test_the_documents_address_is_printed_and_opened(
    quincunx: Quincunx, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(built_client, "DOCUMENTS", tmp_path)
    missing = quincunx("docs", "--open")
    assert (missing.code, missing.out, opened) == (1, "", [])
    assert "make docs" in missing.err
    page = tmp_path / "index.html"
    page.write_text("<!doctype html>")
    assert quincunx("docs").out == f"{page.as_uri()}\n"
    assert opened == []
    assert quincunx("docs", "--open").code == 0
    assert opened == [page.as_uri()]
