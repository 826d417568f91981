"""``python -m tests.screenshots OUT [SCENE ...]``: pictures of the pages in several sizes and both themes."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.e2e.chromium import FLAGS
from tests.screenshots.scenes import SCENES
from tests.screenshots.stage import Stage, serve, take_picture
from tools.browser import find_or_install

Size = tuple[int, int]
SIZES = "390x844,390x664,844x390,1280x800,1920x1080"
MODES = ("light", "dark")


def main() -> int:
    """Take the pictures that the command line asks for. Return 1 if a scene fails."""
    given = _parse()
    given.out.mkdir(parents=True, exist_ok=True)
    path = find_or_install()  # before Playwright starts: looking for its own browser starts it, too
    failed: list[str] = []
    with ExitStack() as ends:
        playwright = ends.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        ends.callback(browser.close)
        address = given.server.rstrip("/") if given.server else _serve(ends)
        for name in given.scenes or SCENES:
            began = time.monotonic()
            try:
                count = _show(browser, address, name, given)
            except Exception as error:  # the other scenes are still worth their pictures
                failed.append(name)
                summary = str(error).partition("\n\n")[0]  # without Playwright's picture of the page in words
                print(f"{name}: failed: {type(error).__name__}: {summary}", file=sys.stderr)
            else:
                print(f"{name}: {count} pictures in {time.monotonic() - began:.1f} s", file=sys.stderr)
    if failed:
        print(f"Failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


class Given(argparse.Namespace):
    """The command line."""

    out: Path
    scenes: list[str]
    sizes: list[Size]
    modes: list[str]
    server: str | None


def _parse(words: Sequence[str] | None = None) -> Given:
    parser = argparse.ArgumentParser(prog="python -m tests.screenshots", description=__doc__)
    parser.add_argument("out", type=Path, metavar="OUT", help="the folder for the pictures")
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=f"all by default: {' '.join(SCENES)}")
    parser.add_argument("--sizes", type=_sizes, default=_sizes(SIZES), help=f"by default {SIZES}")
    parser.add_argument("--modes", type=_modes, default=list(MODES), help="by default light,dark")
    parser.add_argument("--server", metavar="URL", help="a running server to use for all scenes")
    given = parser.parse_args(words, namespace=Given())
    unknown = [name for name in given.scenes if name not in SCENES]
    if unknown:
        parser.error(f"no such scene: {', '.join(unknown)}")
    return given


def _sizes(text: str) -> list[Size]:
    pairs = [each.split("x") for each in text.split(",")]
    return [(int(width), int(height)) for width, height in pairs]


def _modes(text: str) -> list[str]:
    modes = text.split(",")
    if not set(modes) <= set(MODES):
        raise argparse.ArgumentTypeError("only light and dark")
    return modes


def _serve(ends: ExitStack) -> str:
    """Start the server that most scenes share. Return its address."""
    data = ends.enter_context(tempfile.TemporaryDirectory())
    return serve(Path(data), ends)


def _show(browser: Browser, address: str, name: str, given: Given) -> int:
    """Prepare a scene and take its pictures. Return their number."""
    with ExitStack() as ends:
        page = SCENES[name](Stage(browser, address, ends, given.server is not None))
        for width, height in given.sizes:
            for mode in given.modes:
                take_picture(page, given.out / f"{name}-{width}x{height}-{mode}.png", (width, height), mode)
    return len(given.sizes) * len(given.modes)


if __name__ == "__main__":
    sys.exit(main())
