"""The house itself: what no file may name, and what every setting and message must have."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from quincunx.server.settings import BadSetting, from_environment
from tools.generate_types import TARGET, generate

ROOT = Path(__file__).parents[2]
# Written apart, or this file would find itself.
HOSTS = ("py" + "pi.org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com", "deb." + "debian.org")


FETCHED_OR_BUILT = {".venv", "node_modules", "static", ".git", "__pycache__"}


def tracked() -> list[Path]:
    """The files that git tracks; in an unpacked archive, all that was neither fetched nor built."""
    if not (ROOT / ".git").exists():
        paths = (path for path in ROOT.rglob("*") if not FETCHED_OR_BUILT & set(path.parts))
        return [path for path in paths if path.is_file() and not path.name.startswith(".stamp")]
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    return [ROOT / name for name in listed.decode().split("\0") if name and (ROOT / name).is_file()]


def test_no_file_names_a_registry_host():
    files = tracked()
    assert len(files) > 100
    guilty = [
        (path.relative_to(ROOT).as_posix(), host)
        for path in files
        for host in HOSTS
        if host.encode() in path.read_bytes()
    ]
    assert not guilty


def test_the_clients_types_are_fresh():
    assert TARGET.read_text() == generate()


def test_every_setting_is_documented():
    source = (ROOT / "src/quincunx/server/settings.py").read_text()
    named = set(re.findall(r"QUINCUNX_[A-Z_]+", source))
    page = (ROOT / "docs/hosting.md").read_text()
    assert len(named) >= 7
    assert named == set(re.findall(r"`(QUINCUNX_[A-Z_]+)`", page))


def test_every_refusal_has_a_text_for_people():
    """Codes that a player can meet have a translation; the rest would show the English sentence."""
    catalogue = json.loads((ROOT / "web/src/i18n/en.json").read_text())["refusal"]
    codes: set[str] = set()
    for path in (ROOT / "src/quincunx/games").rglob("*.py"):
        codes |= set(re.findall(r'(?:Forbidden|Why|BadOptions)\(\s*"[^"]+",\s*"([a-z-]+)"', path.read_text()))
    assert len(codes) >= 20
    # These answer chance, which no player speaks for.
    assert codes - set(catalogue) <= {"not-what-was-asked", "no-such-seat"}


@pytest.mark.parametrize("name", ["QUINCUNX_BOT_PAUSE", "QUINCUNX_REQUESTS_PER_SECOND", "QUINCUNX_LOG"])
@pytest.mark.parametrize("value", ["soon", "-1", "inf", "nan"])
def test_a_setting_that_makes_no_sense_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
):
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSetting, match=name):
        from_environment()
