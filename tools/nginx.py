"""Finds an nginx for the test of ``deploy/nginx.conf``, or installs one where this user may."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

PLACES = ("nginx", "/usr/sbin/nginx", "/usr/local/sbin/nginx")


def find() -> str | None:
    """The path of an nginx, if there is one."""
    chosen = os.environ.get("QUINCUNX_NGINX")
    found = (shutil.which(name) for name in ([chosen] if chosen else PLACES))
    return next((path for path in found if path), None)


def install() -> None:
    """Install Debian's package, if there is none and this user is root; nginx is not started."""
    if find() or not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    policy = Path("/usr/sbin/policy-rc.d")
    if not policy.exists():  # Debian would start it at once, on port 80
        policy.write_text("#!/bin/sh\nexit 101\n")
        policy.chmod(0o755)
    for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "nginx"]):
        subprocess.run(["apt-get", *words], env=quiet, check=False, stdout=sys.stderr)


if __name__ == "__main__":
    install()
    print(find() or "There is no nginx: the test of deploy/nginx.conf is left out.")
