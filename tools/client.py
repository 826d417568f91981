"""Builds the browser client into the package when its sources have changed, and runs its checks.

``python tools/client.py build`` or ``… check``. Needs only the standard library.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import local_parts
from node import npm_command  # the folder is put on the path just above, for the build hook

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
PACKAGE = ROOT / "src" / "quincunx"
BUILT = PACKAGE / "server" / "static"
STAMP = ".stamp"
# The contents of these folders do not reach the browser.
_NOT_SOURCES = {"node_modules", "dist", "coverage", ".svelte-kit"}


def fingerprint() -> str:
    """SHA-256 over the names and contents of all sources of the client."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def sources() -> list[Path]:
    """The sources of the client: its own folder, the texts, and the tools that prepare its parts."""
    own = (path for path in WEB.rglob("*") if not _NOT_SOURCES & set(path.relative_to(WEB).parts))
    texts = PACKAGE.glob("**/texts/*.json")
    tools = (ROOT / "tools" / name for name in ("local_parts.py", "compile_library.mjs"))
    return sorted(
        path for path in (*own, *texts, *tools) if path.is_file() and not path.name.startswith(".stamp")
    )


def is_built() -> bool:
    """True if the built client exists and comes from the present sources.

    Where there are no sources (an unpacked sdist without ``web/``), any built client counts.
    """
    if not (BUILT / "index.html").is_file():
        return False
    stamp = BUILT / STAMP
    return not WEB.is_dir() or (stamp.is_file() and stamp.read_text() == fingerprint())


def _npm(*words: str, **environment: str) -> None:
    command, inherited = npm_command()
    done = subprocess.run([*command, *words], cwd=WEB, env={**inherited, **environment}, check=False)
    if done.returncode:
        raise SystemExit(f"The client's “npm {' '.join(words)}” failed; what it said stands above.")


def install() -> None:
    """Install the client's dependencies exactly as locked, unless they are installed already."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    stamp = WEB / "node_modules" / ".stamp"
    if not (stamp.is_file() and stamp.read_text() == lock):
        _npm("ci", "--no-audit")
        stamp.write_text(lock)
    local_parts.prepare(WEB / "node_modules")


def build() -> None:
    """Build the client if it is not up to date; the old one stays until the new one is complete."""
    if is_built():
        return
    wanted = fingerprint()
    install()
    with tempfile.TemporaryDirectory(dir=BUILT.parent, prefix=".static-") as folder:
        fresh = Path(folder) / "static"
        _npm("run", "build", QUINCUNX_CLIENT_OUT=str(fresh))
        (fresh / STAMP).write_text(wanted)
        if BUILT.exists():
            BUILT.rename(Path(folder) / "old")
        fresh.rename(BUILT)


def check() -> None:
    """Run the type checks and unit tests of the client, and check the built one against its browsers."""
    build()
    install()
    _npm("run", "check")
    _npm("run", "browsers")
    _npm("test")


def clean() -> None:
    """Delete the built client."""
    shutil.rmtree(BUILT, ignore_errors=True)


if __name__ == "__main__":
    actions = {"build": build, "check": check, "clean": clean}
    if len(sys.argv) != 2 or sys.argv[1] not in actions:
        raise SystemExit(f"usage: python tools/client.py {'|'.join(actions)}")
    actions[sys.argv[1]]()
