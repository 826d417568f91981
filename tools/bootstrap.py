"""Creates ``.venv`` with everything that the project needs, and installs the project into it.

With ``--play`` it is what a server with bots needs, without the developers' tools. A ``.venv`` that has them
keeps them.

Needs only Python 3.11 and its ``venv``. A second run does nothing unless something has changed. Versions and
hashes come from ``requirements.lock`` or ``requirements-play.lock``, and uv's own from ``tools/uv.txt``.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
UV = ROOT / "tools" / "uv.txt"
LOCK = ROOT / "requirements.lock"
PLAY_LOCK = ROOT / "requirements-play.lock"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / ".quincunx-stamp"


def _stamp_of(lock: Path) -> str:
    """Return the content of the stamp of a ``.venv`` that was set up from this lock and these sources."""
    digest = hashlib.sha256(sys.version.encode())
    for path in (lock, UV, ROOT / "pyproject.toml", Path(__file__)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _run(*words: str, why: str) -> None:
    # uv does not read pip's settings: certificates come from the system, Python from this machine. Without
    # hooks, the client is not built: the Makefile does that, beside other work.
    environment = {
        **os.environ,
        "UV_PYTHON_DOWNLOADS": "never",
        "UV_SYSTEM_CERTS": "1",
        "HATCH_BUILD_NO_HOOKS": "true",
    }
    if subprocess.run(words, cwd=ROOT, env=environment, check=False).returncode:
        raise SystemExit(f"{why} failed; what it said stands above.")


def _make_venv() -> None:
    if PYTHON.exists():
        return
    shutil.rmtree(VENV, ignore_errors=True)
    done = subprocess.run(
        [sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        raise SystemExit(
            "This Python cannot make virtual environments: install its venv package "
            "(on Debian and Ubuntu “apt-get install python3-venv”)."
        )


def main() -> None:
    """Bring ``.venv`` up to date."""
    # An older Python gets a sentence instead of a traceback.
    if sys.version_info < (3, 11):  # noqa: UP036
        raise SystemExit(f"Quincunx needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    lock = PLAY_LOCK if "--play" in sys.argv[1:] else LOCK
    # The developers' packages include the players'.
    if STAMP.is_file() and STAMP.read_text() in (_stamp_of(lock), _stamp_of(LOCK)):
        return
    print("Setting up .venv (once, about a minute) …", flush=True)
    _make_venv()
    python = str(PYTHON)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    _run(*pip, "--require-hashes", "-r", str(UV), why="Installing uv")
    uv = [python, "-m", "uv", "pip", "install", "--quiet", "--python", python]
    _run(*uv, "--require-hashes", "-r", str(lock), why="Installing the dependencies")
    _run(*uv, "--no-deps", "--no-build-isolation", "-e", ".", why="Installing Quincunx")
    STAMP.write_text(_stamp_of(lock))


if __name__ == "__main__":
    main()
