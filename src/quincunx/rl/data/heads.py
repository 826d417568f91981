"""The head of an exported file, and the error of a file that has none."""

from __future__ import annotations

from pathlib import Path

import msgspec

from quincunx.core.sentence import SpokenError, sentence
from quincunx.rl.data.rows import Header


class BadExport(SpokenError, ValueError):
    """A file that is no export, or the export of another call. The text is a sentence for people."""


class Head(msgspec.Struct, frozen=True):
    """The beginning of a file: its settings and, in a part, its games."""

    header: Header
    games: tuple[str, ...] = ()


def decode_head(file: Path, data: bytes) -> Head:
    """Return the head from its JSON. Raises :class:`BadExport`."""
    try:
        return msgspec.json.decode(data, type=Head)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise BadExport(sentence("{{1}} contains no export.", str(file))) from error
