"""WebSocket frames as bytes (RFC 6455, 5.2): what the short way of a socket needs of them."""

from __future__ import annotations

import struct
from typing import Final

try:
    from websockets.speedups import apply_mask
except ImportError:  # most builds of the library have it in C
    from websockets.utils import apply_mask

TEXT: Final = 0x81
"""The first byte of a text message in one piece."""
LONGEST_HEAD: Final = 14
"""Bytes before what a frame says."""
_MASKED: Final = 0x80
_MOST_SHORT: Final = 125


def text_frame(text: bytes) -> bytes:
    """A frame as a server sends it, whole and unmasked."""
    size = len(text)
    if size <= _MOST_SHORT:
        return bytes((TEXT, size)) + text
    if size < 1 << 16:
        return struct.pack("!BBH", TEXT, 126, size) + text
    return struct.pack("!BBQ", TEXT, 127, size) + text


def end_of(data: bytes, at: int) -> int | None:
    """Where the frame that begins there ends, perhaps behind what has come; ``None`` while that cannot be
    said."""
    if len(data) < at + 2:
        return None
    size, start = data[at + 1] & 0x7F, at + 2
    if size > _MOST_SHORT:
        width = 2 if size == 126 else 8
        if len(data) < start + width:
            return None
        size, start = int.from_bytes(data[start : start + width], "big"), start + width
    return start + size + (4 if data[at + 1] & _MASKED else 0)


def masked_text(data: bytes, at: int, end: int) -> bytes | None:
    """What a client says by the frame that stands there. ``None`` for any frame but a whole message of text,
    and for what is no text: whoever knows the whole protocol may judge it."""
    if data[at] != TEXT or not data[at + 1] & _MASKED:
        return None
    size = data[at + 1] & 0x7F
    start = at + (6 if size <= _MOST_SHORT else 8 if size == 126 else 14)
    text = apply_mask(data[start:end], data[start - 4 : start])
    try:
        text.decode()
    except UnicodeDecodeError:
        return None
    return text
