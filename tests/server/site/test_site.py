"""The look and the texts of a site: what is refused at the start, and what the client gets."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from quincunx.club.wire import TextNode
from quincunx.core.sentence import Sentence
from quincunx.server.built_client import Client
from quincunx.server.settings import BadSetting, Settings
from quincunx.server.site.colours import (
    DARK,
    LEAST_CONTRAST,
    LIGHT,
    Colours,
    contrast,
    read_colours,
    readable,
)
from quincunx.server.site.logo import LARGEST, read_logo
from quincunx.server.site.site import read_site
from quincunx.server.site.texts import read_texts, text_for

ROOT = Path(__file__).parents[3]
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>'


def png(width: int, height: int) -> bytes:
    return PNG + width.to_bytes(4, "big") + height.to_bytes(4, "big")


def test_the_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)


def test_a_second_tone_is_found_that_dark_pages_can_show() -> None:
    found = read_colours("#24588F")
    assert isinstance(found, Colours)
    assert found.light == "#24588f"
    assert all(contrast(found.dark, ground) >= LEAST_CONTRAST for ground in DARK)
    assert all(contrast(tone, LIGHT[0]) > LEAST_CONTRAST for tone in (found.shown[0], found.shown[2]))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("blue", "QUINCUNX_COLOUR is a colour"),
        ("#24588f,#7db4ee,#000000", "QUINCUNX_COLOUR is a colour"),
        ("#ffe000", f"too pale for light pages. Try {readable('#ffe000', LIGHT)}"),
        ("#24588f,#24588f", f"too dim for dark pages. Try {readable('#24588f', DARK)}"),
    ],
)
def test_colours_that_cannot_be_read_are_refused(given: str, said: str) -> None:
    found = read_colours(given)
    assert isinstance(found, Sentence)
    assert said in str(found)


def test_the_pages_have_the_backgrounds_that_are_checked() -> None:
    styles = (ROOT / "web/src/styles/tokens.css").read_text()
    light, dark = (
        re.findall(r"--(paper|sheet): (#\w+)", part) for part in styles.split('[data-theme="dark"]')
    )
    assert tuple(tone for _, tone in light) == LIGHT
    assert tuple(tone for _, tone in dark) == DARK


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"GIF89a", "neither a PNG nor an SVG"),
        (png(191, 191), "must be square, of 192 × 192 to 1024 × 1024"),
        (png(512, 256), "must be square, of 192 × 192 to 1024 × 1024"),
        (SVG.replace(b"0 0 8 8", b"0 0 8 9"), "viewBox of equal sides"),
        (SVG.replace(b"<path", b"<script>1</script><path"), "without scripts"),
        (SVG.replace(b"<path", b'<path onload="x()"'), "without scripts"),
        (PNG + bytes(LARGEST), "more than 256 KB"),
    ],
)
def test_files_that_are_no_logo_are_refused(content: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "logo").write_bytes(content)
    found = read_logo(tmp_path / "logo")
    assert isinstance(found, Sentence)
    assert said in str(found)


@pytest.mark.parametrize(
    ("content", "name"), [(png(512, 512), "logo.png"), (b"<?xml version='1.0'?>\n" + SVG, "logo.svg")]
)
def test_a_logo_becomes_the_icon_of_the_app(content: bytes, name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(content)
    built = tmp_path / "built"
    built.mkdir()
    (built / "index.html").write_text('<link rel="icon" href="/favicon.svg" type="image/svg+xml" /></head>')
    (built / "manifest.webmanifest").write_text('{"name": "Quincunx", "icons": []}')
    site = read_site(Settings(data=tmp_path, logo=tmp_path / "file"))
    files = Client(built, site.metas, "Café", site.logo).files
    manifest = json.loads(files["manifest.webmanifest"].plain)
    assert (manifest["name"], manifest["icons"][0]["src"]) == ("Café", f"/{name}")
    page = files["index.html"].plain.decode()
    assert f'<link rel="icon" href="/{name}" type="{files[name].kind}" />' in page
    assert f'<meta name="quincunx-logo" content="/{name}" />' in page
    assert ("icon-192.png" in files) == name.endswith("png")


def element(tag: str, *children: TextNode) -> TextNode:
    return TextNode(tag, "", "", children)


def plain(text: str) -> TextNode:
    return TextNode("", text, "", ())


def test_a_text_is_rendered_without_html_of_its_own(tmp_path: Path) -> None:
    page = tmp_path / "imprint.md"
    page.write_text(
        "# Who *we* are\n\n# Again\n\n<b>x</b> ![y](/z)\n\n[mail](mailto:a@b.example) <https://c.example>\n"
    )
    page.with_suffix(".de.md").write_text("Wir\nalle")
    texts = read_texts(page)
    assert not isinstance(texts, Sentence)
    text = text_for(texts, "fr")
    assert (text.title, text.language) == ("Who we are", None)
    assert text.nodes[0] == element("h2", plain("Again"))
    link = TextNode("a", "", "mailto:a@b.example", (plain("mail"),))
    auto = TextNode("a", "", "https://c.example", (plain("https://c.example"),))
    assert text.nodes[2] == element("p", link, plain(" "), auto)
    first = text.nodes[1].children
    assert "".join(each.text for each in first) == "<b>x</b> !"
    assert first[-1].tag == "a", "a picture is a link"
    assert text_for(texts, "de").nodes == (element("p", plain("Wir"), element("br"), plain("alle")),)


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "data:text/html,x", "//c.example", "page.html", "ftp://c.example"]
)
def test_other_links_are_refused(link: str, tmp_path: Path) -> None:
    page = tmp_path / "privacy.md"
    page.write_text(f"[x]({link})")
    with pytest.raises(BadSetting, match="has a link to"):
        read_site(Settings(data=tmp_path, privacy=page))
