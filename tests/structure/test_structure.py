"""The project itself: what no file may name, and what every setting and message must have."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from quincunx.core.game import AnyGame
from quincunx.games import GAMES
from quincunx.server.settings import BadSetting, from_environment
from quincunx.texts.catalogue import Catalogue, languages
from tests.structure.trees import nodes_of
from tools.generate_types import SOURCES, generate

ROOT = Path(__file__).parents[2]
# Written apart, or this file would find itself.
HOSTS = ("py" + "pi.org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com", "deb." + "debian.org")


FETCHED_OR_BUILT = {".venv", "node_modules", "static", ".git", "__pycache__"}


def tracked() -> list[Path]:
    """The files that git tracks; in an archive, or without git, all but what was fetched or built."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        paths = (path for path in ROOT.rglob("*") if not FETCHED_OR_BUILT & set(path.parts))
        return [path for path in paths if path.is_file() and not path.name.startswith(".stamp")]
    listed = subprocess.run([git, "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
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
    files = generate(GAMES)
    assert len(files) > len(GAMES)
    assert [path for path, text in files.items() if (SOURCES / path).read_text("utf-8") != text] == []


CODE = re.compile(r'\b(?:refused|Reason|forbidden|_no)\(\s*"[A-Za-z0-9.-]+",\s*"([a-z-]+)"')
# Refusals that no client of people can meet: they answer chance, or would be the client's own mistake.
NEVER_MET = {"not-what-was-asked", "no-such-seat", "no-such-level", "seats-do-not-match", "nobody-here"}
NEVER_MET |= {"one-device-open-seat", "one-seat-each"}
# Refusals that programs alone can meet: they play at many tables over one socket.
NEVER_MET |= {"too-many-tables"}
# Refusals of automatic requests; another window of the same person may have been faster.
NEVER_MET |= {"left-out", "not-asked", "too-late"}


def codes_in(folder: str) -> set[str]:
    """The codes of the reasons that a folder makes, but for malformed requests, which people do not send."""
    found: set[str] = set()
    for path in (ROOT / "src/quincunx" / folder).rglob("*.py"):
        source = re.sub(r'(?:refused|Reason)\(\s*"malformed",\s*"(?!name)[a-z-]+"', "", path.read_text())
        found |= set(CODE.findall(source))
    return found - NEVER_MET


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_refusal_of_a_game_has_a_text_for_people(game: AnyGame, language: str):
    codes = codes_in(f"games/{game.name}")
    catalogue = Catalogue(language)
    assert len(codes) >= 8
    missing = [
        code
        for code in sorted(codes)
        if not catalogue.has(f"{game.name}.refusal.{code}") and not catalogue.has(f"refusal.{code}")
    ]
    assert missing == []


@pytest.mark.parametrize("language", languages())
def test_every_refusal_of_a_table_has_a_text_for_people(language: str):
    codes = codes_in("table") | codes_in("node")
    assert {"already-resigned", "name-length", "stale", "not-for-watching"} <= codes
    catalogue = Catalogue(language)
    places = ("refusal", "tournament.refusal")  # those of tournaments come with their pages
    assert [code for code in sorted(codes) if not any(catalogue.has(f"{at}.{code}") for at in places)] == []


@pytest.mark.parametrize("name", ["QUINCUNX_BOT_PAUSE", "QUINCUNX_REQUESTS_PER_SECOND", "QUINCUNX_LOG"])
@pytest.mark.parametrize("value", ["soon", "-1", "inf", "nan"])
def test_a_setting_that_makes_no_sense_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
):
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSetting, match=name):
        from_environment()


@pytest.mark.parametrize("name", ["QUINCUNX_SECURE", "QUINCUNX_HSTS_SUBDOMAINS", "QUINCUNX_PUSH"])
def test_an_ambiguous_union_is_not_guessed(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    field = name.removeprefix("QUINCUNX_").lower()
    usual = getattr(from_environment(), field)
    for word, meant in (
        ("1", True),
        ("true", True),
        ("Yes", True),
        ("0", False),
        ("off", False),
        ("", usual),
    ):
        monkeypatch.setenv(name, word)
        assert getattr(from_environment(), field) is meant
    monkeypatch.setenv(name, "ja")
    with pytest.raises(BadSetting, match=f"{name} must be 1 or 0"):
        from_environment()


def test_sqlite_is_given_values_by_place_or_by_name():
    """``?1`` is a name to Python 3.14, which refuses a sequence for it; earlier ones take both."""
    numbered = [
        (path.name, node.value)
        for path in (ROOT / "src" / "quincunx" / "adapters").rglob("*.py")
        for node in nodes_of(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if re.search(r"\b(SELECT|INSERT|UPDATE|DELETE|WHERE)\b.*\?\d", node.value, re.S)
    ]
    assert numbered == []


def test_an_empty_setting_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tools that start containers set variables that are empty."""
    usual = from_environment(ROOT)
    for field in usual.__struct_fields__:
        monkeypatch.setenv(f"QUINCUNX_{field.upper()}", " ")
    assert from_environment(ROOT) == usual
