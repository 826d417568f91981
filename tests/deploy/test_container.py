"""The container's build without an engine: what travels into it is enough to make the program."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONTAINERFILE = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
LEFT_BEHIND = ("node_modules", "static", "__pycache__")
"""By ``.dockerignore``: what was fetched or built here."""


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """The folder in which the first stage works, and of all that is fetched the client's libraries alone."""
    folder = tmp_path / "build"
    folder.mkdir()
    for names in re.findall(r"^COPY (?!--from)(.+) \S+$", CONTAINERFILE, re.M):
        for name in names.split():
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(*LEFT_BEHIND))
            else:
                shutil.copy(ROOT / name, folder / name)
    (folder / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    return folder


@pytest.mark.nightly
def test_the_wheel_that_it_installs_has_the_program_and_the_client(build: Path, tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
    done = subprocess.run(command, cwd=build, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = wheels.iterdir()
    packed = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        path.relative_to(build / "src").as_posix() + ".gz" * (path.name == "puzzles.json")
        for path in (build / "src").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert len(wanted) > 500
    assert wanted <= packed
    assert "quincunx/server/static/index.html" in packed
    assert "quincunx/server/deploy/nginx.conf" in packed
    assert any(name.endswith("/entry_points.txt") for name in packed)
