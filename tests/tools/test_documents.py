"""The documentation site: nothing inline is left on a page, and files are shared."""

from __future__ import annotations

import re
from pathlib import Path

from tools import documents

PAGE = """<html><head><title>T</title><style>body{color:red}</style></head><body data-x="a > b">
<script>document.title = "<b style='x'>";</script><script src="s.js"></script>
<script type="application/json">{"a": 1}</script>
<p style="width: 1px">a</p><p class="c" style="width: 1px">b</p><img alt="x > y" style="color: red"/>
<pre>&lt;p style="kept"&gt;</pre></body></html>"""


def test_scripts_and_styles_become_files(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    for name in ("index.html", "deep/page.html"):
        (tmp_path / name).write_text(PAGE, "utf-8")
    documents.tidy(tmp_path)
    top, deep = ((tmp_path / name).read_text("utf-8") for name in ("index.html", "deep/page.html"))
    assert deep == top.replace('"_static/', '"../_static/')
    assert "<style" not in top
    assert "<script>" not in top
    assert re.findall(r' style="[^"]*"', top) == [' style="kept"']
    assert '<script type="application/json">{"a": 1}</script>' in top
    assert '<script src="s.js"></script>' in top
    inline = tmp_path / "_static" / "inline"
    contents = {
        path.suffix: path.read_text("utf-8") for path in inline.iterdir() if path.stem != "attributes"
    }
    assert contents == {".js": """document.title = "<b style='x'>";""", ".css": "body{color:red}"}


def test_programs_become_text(tmp_path: Path) -> None:
    (tmp_path / "_downloads" / "ab").mkdir(parents=True)
    (tmp_path / "_downloads" / "ab" / "bot.py").write_text("pass")
    page = tmp_path / "index.html"
    page.write_text('<a href="_downloads/ab/bot.py">bot</a> <a href="bot.py">other</a>', "utf-8")
    documents.tidy(tmp_path)
    assert (tmp_path / "_downloads" / "ab" / "bot.py.txt").read_text() == "pass"
    assert '<a href="_downloads/ab/bot.py.txt">bot</a> <a href="bot.py">other</a>' in page.read_text()


def test_a_style_attribute_becomes_a_class(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(PAGE, "utf-8")
    documents.tidy(tmp_path)
    text = (tmp_path / "index.html").read_text("utf-8")
    rules = dict(
        re.findall(
            r"^\.([\w-]+)\.\1\.\1\{(.*)\}$", (tmp_path / "_static/inline/attributes.css").read_text(), re.M
        )
    )
    assert sorted(rules.values()) == ["color: red", "width: 1px"]
    by_style = {style: name for name, style in rules.items()}
    assert f'<p class="{by_style["width: 1px"]}">a</p>' in text
    assert f'<p class="{by_style["width: 1px"]} c">b</p>' in text
    assert f'<img alt="x > y" class="{by_style["color: red"]}"/>' in text
