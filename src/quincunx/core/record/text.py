"""The characters allowed in a record, and the escaping of all others.

A name may contain anything. A record contains no control character, nothing invisible and nothing that
changes the direction of writing, so people see exactly what a program reads.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from quincunx.core.record.model import RecordError
from quincunx.core.sentence import sentence

# Control, format (bidi, zero width), surrogate, private use; line and paragraph separators, odd spaces.
_UNSAFE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp", "Zs"})
_UNUSUAL: Final = re.compile(r"[^\n -~]")
_ESCAPE: Final = re.compile(r"\\(?:([\\\"])|u\{([0-9A-F]{1,6})\})")


def is_safe(character: str) -> bool:
    """Return whether a character may stand unescaped in a record."""
    return character == " " or unicodedata.category(character) not in _UNSAFE


def visible(text: str) -> str:
    """Return the text for a terminal or a sentence, with unsafe characters written as ``\\u{…}``."""
    return "".join(char if is_safe(char) else f"\\u{{{ord(char):X}}}" for char in text)


def quote(text: str) -> str:
    """Return the text in quotation marks, on one line, in safe characters."""
    return '"' + visible(text.replace("\\", "\\\\").replace('"', '\\"')) + '"'


def unquote(quoted: str, line: int, column: int) -> str:
    """The inverse of :func:`quote`. ``line`` and ``column`` of the opening quotation mark are for errors."""
    inner = quoted[1:-1]
    parts: list[str] = []
    at = 0
    while at < len(inner):
        if inner[at] == '"':
            raise RecordError(sentence('Inside quotation marks write \\" for one.'), line, column + 1 + at)
        if inner[at] != "\\":
            parts.append(inner[at])
            at += 1
            continue
        match = _ESCAPE.match(inner, at)
        if match is None:
            raise RecordError(sentence('After \\ comes \\, " or u{…}.'), line, column + 1 + at)
        parts.append(match[1] or _character(match[2], line, column + 1 + at))
        at = match.end()
    text = "".join(parts)
    if quote(text) != quoted:
        raise RecordError(sentence("This is written {{1}}.", quote(text)), line, column)
    return text


def _character(digits: str, line: int, column: int) -> str:
    code = int(digits, 16)
    # A lone surrogate is not a character and could not be written to any file or terminal.
    if code > 0x10FFFF or 0xD800 <= code < 0xE000:
        raise RecordError(sentence("There’s no character with the number {{1}}.", digits), line, column)
    return chr(code)


def check_characters(lines: list[str]) -> None:
    """Raise :class:`RecordError` at the first character that may not stand in a record."""
    for number, line in enumerate(lines, 1):
        for match in _UNUSUAL.finditer(line):
            if not is_safe(match[0]):
                name = unicodedata.name(match[0], "") or sentence("a control character")
                raise RecordError(
                    sentence(
                        "A record can’t contain the character U+{{1}} ({{2}}).",
                        f"{ord(match[0]):04X}",
                        name,
                    ),
                    number,
                    match.start() + 1,
                )
