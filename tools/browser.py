"""Finds or installs the browsers for the browser tests: Chromium, and on Debian also Firefox and WebKit."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SHELL = "chromium-headless-shell"
"""Chromium without its own windows and menus. Other builds draw those even where they are invisible, and cost
the tests nearly twice as much work."""
DRIVER_NEEDS = "libatomic1"
"""The package that the Node.js of Playwright's driver needs, and that a small installation of Debian 13
lacks."""
FIREFOX = ("firefox-esr",)
WEBKIT = ("webkit2gtk-driver", "gir1.2-gtk-3.0", "gir1.2-webkit2-4.1", "python3-gi", "xvfb")
"""Debian's packages of the other browsers. Without them, their tests are skipped."""
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def _of_the_system() -> str | None:
    chosen = os.environ.get("QUINCUNX_CHROMIUM")
    return chosen or next((path for name in NAMES if (path := shutil.which(name))), None)


def _of_playwright() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _may_use_apt() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def _apt(*words: str) -> bool:
    """Run apt with these words; true if it succeeded."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return (
        subprocess.run(["apt-get", "-qq", *words], env=quiet, check=False, stdout=sys.stderr).returncode == 0
    )


def _install(*packages: str) -> bool:
    return _apt("install", "-y", "--no-install-recommends", *packages)


def _trouble_of_the_driver() -> str | None:
    """The error of Playwright's driver if it does not start; ``None`` if it does."""
    said = subprocess.run(
        [sys.executable, "-m", "playwright", "--version"], check=False, capture_output=True, text=True
    )
    return (said.stderr or said.stdout).strip() if said.returncode else None


def make_the_driver_start() -> None:
    """Install missing packages of the driver where this user may. Raises ``SystemExit`` if it does not
    start."""
    trouble = _trouble_of_the_driver()
    if trouble and _may_use_apt():
        _apt("update")
        _install(DRIVER_NEEDS)
        trouble = _trouble_of_the_driver()
    if trouble:
        raise SystemExit(f"The browser tests need Playwright, which does not start here: {trouble}")


def find_or_install() -> str:
    """The path of a Chromium. Raises ``SystemExit`` with a sentence if none can be found or installed."""
    found = _of_the_system() or _of_playwright()
    if found:
        return found
    if _may_use_apt():
        _apt("update")
        _ = _install(SHELL) or _install("chromium")
    else:
        subprocess.run(
            [sys.executable, "-m", "playwright", "install", "chromium"], check=False, stdout=sys.stderr
        )
    found = _of_the_system() or _of_playwright()
    if not found:
        raise SystemExit("The browser tests need Chromium: install it, or set QUINCUNX_CHROMIUM to its path.")
    return found


def find_firefox() -> str | None:
    """The path of a Firefox, if there is one."""
    chosen = os.environ.get("QUINCUNX_FIREFOX")
    found = (shutil.which(name) for name in ([chosen] if chosen else ("firefox-esr", "firefox")))
    return next((path for path in found if path), None)


def find_webkit() -> str | None:
    """The path of WebKit's driver, if there is one with a screen to draw on and a window to draw in."""
    if not shutil.which("Xvfb") or not _can_import_webkit():
        return None
    return shutil.which("WebKitWebDriver")


def _can_import_webkit() -> bool:
    script = "import gi; gi.require_version('WebKit2', '4.1'); gi.require_version('Gtk', '3.0')"
    python = Path("/usr/bin/python3")  # the system's, for which Debian's packages are
    return (
        python.exists()
        and not subprocess.run([python, "-c", script], check=False, stderr=subprocess.DEVNULL).returncode
    )


def install_others() -> None:
    """Install Firefox and WebKit where they are missing and this user may."""
    missing = [*(() if find_firefox() else FIREFOX), *(() if find_webkit() else WEBKIT)]
    if not missing or not _may_use_apt():
        return
    _apt("update")
    _ = _install(*missing) or [_install(*each) for each in (FIREFOX, WEBKIT)]


if __name__ == "__main__":
    make_the_driver_start()
    print(find_or_install())
    install_others()
