"""Texts of a site's operator in Markdown: rendered when the server starts, without HTML of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from quincunx.club.wire import SiteText, TextNode
from quincunx.core.sentence import Sentence, sentence
from quincunx.texts.catalogue import languages

LARGEST: Final = 64 * 1024
_LONGEST_SHOWN: Final = 80
_TAGS: Final = set(
    "a blockquote br em h2 h3 h4 h5 h6 hr li ol p strong table tbody td th thead tr ul".split()
)
_LINK: Final = re.compile(r"https?://[^/\s]+|mailto:[^\s@]+@[^\s@]+$|tel:\+?[\d-]+$|/(?!/)", re.I)

SiteTexts = Mapping[str | None, SiteText]
"""A text by its languages; that of ``None`` is for all others."""


def read_texts(path: Path) -> SiteTexts | Sentence:
    """The text in a file, with those of its languages beside it (``imprint.de.md``); or the sentence that
    says what is wrong. Raises ``OSError``."""
    found: dict[str | None, SiteText] = {}
    beside = {code: path.with_suffix(f".{code}{path.suffix}") for code in languages()}
    for language, file in ((None, path), *beside.items()):
        if language is not None and not file.is_file():
            continue
        rendered = _read(file, language)
        if isinstance(rendered, Sentence):
            return rendered
        found[language] = rendered
    return found


def text_for(texts: SiteTexts, language: str | None) -> SiteText:
    """The text for readers of a language."""
    return texts.get(language) or texts[None]


def _read(path: Path, language: str | None) -> SiteText | Sentence:
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        return sentence("{{1}} has more than {{2}} KB.", path, LARGEST // 1024)
    try:
        written = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return sentence("{{1}} is not text in UTF-8.", path)
    refused: list[str] = []
    text = _rendered(written, language, refused)
    if refused:
        return sentence(
            "{{1}} has a link to {{2}}. It must be a page, an e-mail address (mailto) or a telephone (tel).",
            path,
            refused[0],
        )
    return text


def _rendered(written: str, language: str | None, refused: list[str]) -> SiteText:
    """Render a text. A first heading becomes its title. Links that are not allowed are added to
    ``refused``."""
    nodes = SyntaxTreeNode(_Markdown(refused).parse(written)).children
    title = ""
    if nodes and nodes[0].tag == "h1":
        title = _words(nodes[0])
        nodes = nodes[1:]
    return SiteText(title, tuple(part for node in nodes for part in _parts(node)), language)


class _Markdown(MarkdownIt):
    """CommonMark with tables; without HTML, pictures, and links elsewhere than to pages and people."""

    def __init__(self, refused: list[str]) -> None:
        super().__init__("commonmark", {"html": False})
        self.enable("table").disable("image")
        self._refused = refused

    def validateLink(self, url: str) -> bool:  # noqa: N802  # the base class's name
        allowed = _LINK.match(url) is not None
        if not allowed:
            self._refused.append(url[:_LONGEST_SHOWN])
        return allowed


def _parts(node: SyntaxTreeNode) -> tuple[TextNode, ...]:
    """A node of the parsed text as the client gets it; containers that are no element as their parts."""
    inner = tuple(part for child in node.children for part in _parts(child))
    if node.type in ("text", "text_special"):
        return (TextNode("", node.content, "", ()),)
    if node.type == "softbreak":
        return (TextNode("br", "", "", ()),)  # the lines of a postal address stay apart
    if node.type in ("code_inline", "code_block", "fence"):
        code = TextNode("code", "", "", (TextNode("", node.content, "", ()),))
        return (code if node.type == "code_inline" else TextNode("pre", "", "", (code,)),)
    if node.type == "inline":
        return inner
    # The page has a first heading already.
    tag = "h2" if node.tag == "h1" else node.tag
    return (TextNode(tag, "", str(node.attrs.get("href", "")), inner),) if tag in _TAGS else inner


def _words(node: SyntaxTreeNode) -> str:
    return node.content if node.type == "text" else "".join(map(_words, node.children))
