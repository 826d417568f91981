"""The distribution: its dependencies, extras, versions and locks."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

import quincunx
from quincunx.core.extras import EXTRAS, MissingExtra, extra_of
from quincunx.games import GAMES
from tools import bootstrap

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
COMPANIONS = {"greenlet", "llvmlite"}
"""Modules that come with another one of their extra: with SQLAlchemy, and with numba."""


Brought = Mapping[str, list[str]]


@pytest.fixture(scope="module")
def brought() -> Brought:
    """The distributions installed here that bring a module. It takes long to look at them all."""
    return packages_distributions()


def name_of(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9-]+", requirement)
    assert found
    return found[0].lower()


def own(extra: str) -> set[str]:
    """The distributions that an extra names, without other extras of ours."""
    return {name_of(each) for each in PROJECT["optional-dependencies"][extra]} - {"quincunx"}


def locked(file: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name, version in re.findall(
        r"^([a-z0-9.-]+)(?:\[\w+\])?==([^ ;\\]+)", (ROOT / file).read_text(), re.M
    ):
        found.setdefault(name, set()).add(version)
    return found


def test_the_package_itself_needs_msgspec_alone() -> None:
    assert [name_of(each) for each in PROJECT["dependencies"]] == ["msgspec"]


@pytest.mark.parametrize("extra", sorted(EXTRAS))
def test_an_extra_is_named_in_the_code_as_in_the_project(extra: str, brought: Brought) -> None:
    named = {
        brought[module][0].lower().replace("_", "-") for module in EXTRAS[extra] if module not in COMPANIONS
    }
    assert named == own(extra) - ({"numpy"} if extra == "openspiel" else set())


def test_all_is_every_extra() -> None:
    extras = set(PROJECT["optional-dependencies"])
    assert extras == {"all", *EXTRAS}
    assert PROJECT["optional-dependencies"]["all"] == [f"quincunx[{','.join(sorted(EXTRAS))}]"]


def test_the_first_extra_with_a_module_is_recommended() -> None:
    assert extra_of(ImportError(name="numba.core")) == "bots"
    assert extra_of(ImportError(name="websockets.asyncio.client")) == "client"
    assert extra_of(ImportError(name="litestar")) == "server"
    assert extra_of(ImportError(name="nothing_of_ours")) is None
    assert extra_of(ImportError()) is None
    assert extra_of(MissingExtra("ray")) == "ray"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_level_without_kernels_says_what_to_install(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def create() -> Any:
        raise ModuleNotFoundError("No module named 'numba'", name="numba")

    bots: Any = GAMES[game].bots
    monkeypatch.setitem(bots.by_level, "novice", create)
    with pytest.raises(MissingExtra, match=re.escape("pip install 'quincunx[bots]'")):
        bots.bot("novice")


def test_one_version_everywhere() -> None:
    package = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))
    assert PROJECT["version"] == quincunx.__version__
    # npm writes 1.0.0.dev0 as 1.0.0-dev.0.
    written = re.sub(r"\.dev(\d+)$", r"-dev.\1", quincunx.__version__)
    assert {package["version"], lock["version"], lock["packages"][""]["version"]} == {written}


def test_players_get_the_developers_versions_and_none_of_their_tools() -> None:
    play, development = locked("requirements-play.lock"), locked("requirements.lock")
    assert {name: versions for name, versions in play.items() if development[name] != versions} == {}
    assert {"litestar", "numba", "cyclopts", "hatchling"} <= set(play)
    assert not {"pytest", "mypy", "ray", "playwright", "open-spiel"} & set(play)


def test_a_developers_environment_serves_for_playing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_installation(*words: str, why: str) -> None:
        raise AssertionError(why)

    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / "stamp")
    monkeypatch.setattr(bootstrap, "_make_venv", lambda: None)
    monkeypatch.setattr(bootstrap, "_run", no_installation)
    for stamp, arguments, is_enough in (
        (bootstrap.LOCK, ["--play"], True),
        (bootstrap.LOCK, [], True),
        (bootstrap.PLAY_LOCK, ["--play"], True),
        (bootstrap.PLAY_LOCK, [], False),
    ):
        bootstrap.STAMP.write_text(bootstrap._stamp_of(stamp))
        monkeypatch.setattr("sys.argv", ["bootstrap.py", *arguments])
        if is_enough:
            bootstrap.main()
        else:
            with pytest.raises(AssertionError, match="Installing uv"):
                bootstrap.main()
