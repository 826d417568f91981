"""Frames as bytes, beside those that the library writes and reads."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from quincunx.server.transport.frames import end_of, masked_text, text_frame

SIZES = [0, 1, 125, 126, 127, 65_535, 65_536, 100_000]


@pytest.mark.parametrize("size", SIZES)
def test_a_frame_is_written_as_the_library_would(size: int) -> None:
    text = b"x" * size
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("mask", [True, False])
def test_where_a_frame_ends_is_known_from_its_head(size: int, mask: bool) -> None:
    frame = Frame(Opcode.BINARY, bytes(size)).serialize(mask=mask)
    head = len(frame) - size - (4 if mask else 0)
    assert [end_of(b"##" + frame[:come], 2) for come in range(head)] == [None] * head
    assert end_of(b"##" + frame[:head], 2) == 2 + len(frame)
    assert end_of(b"##" + frame + b"##", 2) == 2 + len(frame)


@given(st.text(max_size=300), st.sampled_from(SIZES))
def test_what_a_client_says_is_read(text: str, more: int) -> None:
    said = text.encode() + b"x" * more
    frame = Frame(Opcode.TEXT, said).serialize(mask=True)
    assert masked_text(b"##" + frame + b"##", 2, 2 + len(frame)) == said


@pytest.mark.parametrize(
    "frame",
    [
        Frame(Opcode.TEXT, b"hello").serialize(mask=False),
        Frame(Opcode.TEXT, b"hello", fin=False).serialize(mask=True),
        b"\xc1" + Frame(Opcode.TEXT, b"hello").serialize(mask=True)[1:],
        Frame(Opcode.CONT, b"hello").serialize(mask=True),
        Frame(Opcode.BINARY, b"hello").serialize(mask=True),
        Frame(Opcode.PING, b"hello").serialize(mask=True),
        Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True),
        Frame(Opcode.TEXT, b"\xff").serialize(mask=True),
        Frame(Opcode.TEXT, "\ud800".encode("utf-8", "surrogatepass")).serialize(mask=True),
    ],
    ids=range(9),
)
def test_whatever_else_comes_is_for_the_library(frame: bytes) -> None:
    assert masked_text(frame, 0, len(frame)) is None
