"""The logo of a site: a square PNG or SVG file, checked when the server starts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

from quincunx.core.sentence import Sentence, sentence

LARGEST: Final = 256 * 1024
LEAST_SIDE: Final = 192
MOST_SIDE: Final = 1024
_PNG: Final = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
_SVG: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<svg\b([^>]*)>", re.S)
_BOX: Final = re.compile(rb"\bviewBox\s*=\s*[\"']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*[\"']")
_ACTIVE: Final = re.compile(rb"<script|<foreignObject|\bon\w+\s*=|javascript:|<!DOCTYPE", re.I)


class Logo(NamedTuple):
    """A logo's file name among the client's files, its content, and its side in pixels (0: any)."""

    name: str
    content: bytes
    side: int


def read_logo(path: Path) -> Logo | Sentence:
    """The logo in a file, or the sentence that says what is wrong with it. Raises ``OSError``."""
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        return sentence("{{1}} has more than {{2}} KB.", path, LARGEST // 1024)
    if content.startswith(_PNG):
        return _png(path, content)
    if head := _SVG.match(content):
        return _svg(path, content, head[1])
    return sentence("{{1}} is neither a PNG nor an SVG file.", path)


def _png(path: Path, content: bytes) -> Logo | Sentence:
    start = len(_PNG)
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (start, start + 4))
    if width != height or not LEAST_SIDE <= width <= MOST_SIDE:
        return sentence(
            "{{1}} must be square, of {{2}} × {{2}} to {{3}} × {{3}} pixels.", path, LEAST_SIDE, MOST_SIDE
        )
    return Logo("logo.png", content, width)


def _svg(path: Path, content: bytes, attributes: bytes) -> Logo | Sentence:
    if _ACTIVE.search(content):
        return sentence("{{1}} must be a picture alone, without scripts.", path)
    box = _BOX.search(attributes)
    if box is None or box[1] != box[2]:
        return sentence("{{1}} must be square: give it a viewBox of equal sides.", path)
    return Logo("logo.svg", content, 0)
