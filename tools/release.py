"""Builds a release into ``dist/``: ``make release``.

- the wheel and the source archive, with the client, the documents and the example files in them
- a bill of materials (CycloneDX), and the release's notes from the changelog
- checksums of all of these
- a container, if this machine has Podman or Docker

The wheel is installed into a fresh environment, with the versions of the lock file, and started there. A
release needs a clean checkout, a final version, a section of that version in the changelog, and samples of
the data that it writes (``tests/releases/``); ``--trial`` needs none of them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import documents
import sbom

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
SAMPLES = ROOT / "testdata" / "releases"
NOTES = "NOTES.md"
CHECKSUMS = "SHA256SUMS"
_ENGINES = ("podman", "docker")


def version() -> str:
    """Return the project's version."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def section(changelog: str, of: str) -> str | None:
    """Return a version's part of a changelog, without its heading; ``None`` without a part or with an empty
    one."""
    found = re.search(rf"^## {re.escape(of)}(?:[ \t][^\n]*)?\n(.*?)(?=^## |\Z)", changelog, re.M | re.S)
    return (found[1].strip() or None) if found else None


def faults(number: str, changelog: str, changed: str, samples: Path) -> list[str]:
    """Return what keeps a version from being released: sentences. ``changed`` is what ``git status`` says,
    ``samples`` the folder with the samples of all releases."""
    said: list[str] = []
    if not re.fullmatch(r"\d+\.\d+\.\d+", number):
        said.append(f"The version in pyproject.toml is {number}; a release has three numbers, such as 1.0.0.")
    elif section(changelog, number) is None:
        said.append(f"CHANGELOG.md has no section “## {number}”.")
    elif not (samples / number).is_dir():
        said.append(
            f"testdata/releases/{number} is missing. Write it with "
            f"“.venv/bin/python -m tests.releases.write {number}”, and commit it."
        )
    if changed.strip():
        said.append("The checkout has changes that are not committed.")
    return said


def checksums(folder: Path) -> str:
    """Return a line for each file in a folder, as ``sha256sum --check`` reads them."""
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name != CHECKSUMS)
    return "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)


def build(number: str, notes: str) -> None:
    """Write everything but the container into ``dist/``. Raises ``SystemExit`` if a part cannot be built."""
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    documents.build()
    _run(sys.executable, "-m", "uv", "build", "--no-build-isolation", "--quiet", "--out-dir", str(DIST), ".")
    (DIST / f"quincunx-{number}.cdx.json").write_text(
        json.dumps(sbom.bill(), indent=2, ensure_ascii=False) + "\n", "utf-8"
    )
    (DIST / NOTES).write_text(f"# Quincunx {number}\n\n{notes}\n", "utf-8")
    # uv leaves an ignore file there.
    (DIST / ".gitignore").unlink(missing_ok=True)


def install_and_start() -> None:
    """Install the wheel as the README tells, and run what needs its files. Raises ``SystemExit`` for a
    failure."""
    wheel = next(DIST.glob("*.whl"))
    with tempfile.TemporaryDirectory(prefix="quincunx-release-") as work:
        python = Path(work, "venv", "Scripts/python.exe" if os.name == "nt" else "bin/python")
        _run(sys.executable, "-m", "venv", str(python.parents[1]))
        uv = (sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", str(python))
        _run(*uv, "--require-hashes", "-r", "requirements-play.lock")
        _run(*uv, "--no-deps", str(wheel))
        start = str(python.with_name("quincunx"))
        for words in (("--version",), ("docs",), ("deploy-files", f"{work}/files"), ("site", f"{work}/site")):
            # In another folder, so that nothing of the checkout is found.
            _run(start, *words, cwd=Path(work))


def container(number: str) -> bool:
    """Build a container, and return whether this machine has a program for that."""
    engine = next((name for name in _ENGINES if _works(name)), None)
    if engine is None:
        return False
    form = ("--format", "docker") if engine == "podman" else ()
    _run(engine, "build", *form, "-f", "deploy/Containerfile", "-t", f"quincunx:{number}", ".")
    return True


def _works(engine: str) -> bool:
    return (
        shutil.which(engine) is not None
        and subprocess.run((engine, "info"), capture_output=True, check=False).returncode == 0
    )


def _run(*words: str, cwd: Path = ROOT) -> None:
    environment = {**os.environ, "UV_PYTHON_DOWNLOADS": "never", "UV_SYSTEM_CERTS": "1"}
    environment.pop("PYTHONPATH", None)  # nothing of the checkout is found where the wheel is tried
    # The same sources give the same archives.
    environment.setdefault("SOURCE_DATE_EPOCH", _git("log", "-1", "--format=%ct").strip() or "1")
    if subprocess.run(words, cwd=cwd, env=environment, check=False).returncode:
        raise SystemExit(f"“{' '.join(words)}” failed; what it said stands above.")


def _git(*words: str) -> str:
    return subprocess.run(("git", *words), cwd=ROOT, capture_output=True, text=True, check=False).stdout


def main() -> None:
    """Build a release, or say what is missing."""
    parser = argparse.ArgumentParser(description="Build a release into dist/.")
    parser.add_argument("--trial", action="store_true", help="whatever the version and the checkout are")
    is_trial = parser.parse_args().trial
    number = version()
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    found = [] if is_trial else faults(number, changelog, _git("status", "--porcelain"), SAMPLES)
    if found:
        raise SystemExit("\n".join(found))
    build(number, section(changelog, number) or section(changelog, "Unreleased") or "")
    install_and_start()
    (DIST / CHECKSUMS).write_text(checksums(DIST), "utf-8")
    if not container(number):
        print("No container was built: neither Podman nor Docker runs here.")
    print(*(f"dist/{file.name}" for file in sorted(DIST.iterdir())), sep="\n")


if __name__ == "__main__":
    main()
