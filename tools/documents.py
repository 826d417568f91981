"""Builds the documentation site from ``docs/`` into the package, where the server finds it: ``make docs``.

Sphinx treats every warning as an error, a link without a target among them. The pages obey the server's
strict content security policy: scripts, styles and style attributes within them become files of their own.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILT = ROOT / "src" / "quincunx" / "server" / "documents"
_INLINE = "_static/inline"
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.S)
_STYLE = re.compile(r"<style>(.*?)</style>", re.S)
_TAG = re.compile(r"""<[a-zA-Z](?:[^"'>]|"[^"]*"|'[^']*')*>""")
_ATTRIBUTE = re.compile(r'\sstyle="([^"]*)"')
_CLASS = re.compile(r'\sclass="')
_PROGRAM = re.compile(r'(href="[^"]*_downloads/[^"]*\.py)"')
# Sphinx leaves these for itself.
_NOT_SERVED = (".buildinfo", ".doctrees", "objects.inv")


class Extractor:
    """Moves what is inline on the pages into files, each different text once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._rules: dict[str, str] = {}

    def tidy(self, page: Path) -> None:
        """Rewrite a page."""
        depth = len(page.relative_to(self._folder).parts) - 1
        up = "../" * depth
        text = page.read_text("utf-8")
        text = _SCRIPT.sub(lambda found: f'<script src="{up}{self._file(found[1], "js")}"></script>', text)
        text = _STYLE.sub(
            lambda found: f'<link rel="stylesheet" href="{up}{self._file(found[1], "css")}">', text
        )
        text = _TAG.sub(lambda found: self._without_style(found[0]), text)
        text = _PROGRAM.sub(r'\1.txt"', text)
        rules = f'<link rel="stylesheet" href="{up}{_INLINE}/attributes.css">'
        page.write_text(text.replace("</head>", f"{rules}</head>", 1), "utf-8")

    def finish(self) -> None:
        """Write the rules that replace style attributes, and rename programs to text, which browsers show."""
        for program in self._folder.glob("_downloads/**/*.py"):
            program.rename(program.with_name(f"{program.name}.txt"))
        # A class that is named thrice outweighs the theme's selectors, as an attribute does.
        rules = (f".{name}.{name}.{name}{{{style}}}\n" for style, name in sorted(self._rules.items()))
        self._write("attributes.css", "".join(rules))

    def _file(self, content: str, ending: str) -> str:
        name = f"{hashlib.sha256(content.encode()).hexdigest()[:16]}.{ending}"
        self._write(name, content)
        return f"{_INLINE}/{name}"

    def _write(self, name: str, content: str) -> None:
        folder = self._folder / _INLINE
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, "utf-8")

    def _without_style(self, tag: str) -> str:
        found = _ATTRIBUTE.search(tag)
        if found is None:
            return tag
        name = self._rules.setdefault(found[1], f"style-{hashlib.sha256(found[1].encode()).hexdigest()[:8]}")
        tag = tag.replace(found[0], "", 1)
        if _CLASS.search(tag):
            return _CLASS.sub(f' class="{name} ', tag, count=1)
        end = "/>" if tag.endswith("/>") else ">"
        return f'{tag.removesuffix(end)} class="{name}"{end}'


def tidy(folder: Path) -> None:
    """Make the pages of a built site obey a policy that allows nothing inline."""
    extractor = Extractor(folder)
    for page in sorted(folder.rglob("*.html")):
        extractor.tidy(page)
    extractor.finish()


def build(target: Path = BUILT) -> None:
    """Build the site, and put it in place of the former one. Raises ``SystemExit`` for a warning."""
    with tempfile.TemporaryDirectory(prefix="quincunx-docs-") as work:
        site = Path(work) / "site"
        words = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet", "-b", "html"]
        done = subprocess.run([*words, "-d", f"{work}/read", "docs", str(site)], cwd=ROOT, check=False)
        if done.returncode:
            raise SystemExit("Building the documents failed; what Sphinx said stands above.")
        tidy(site)
        for source_map in site.rglob("*.map"):  # of the theme, for its developers
            source_map.unlink()
        for name in _NOT_SERVED:
            path = site / name
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(site, target)


if __name__ == "__main__":
    build()
    print(BUILT / "index.html")
