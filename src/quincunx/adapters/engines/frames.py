"""The messages between the pool and its workers: frames of a length and MessagePack."""

from __future__ import annotations

from typing import Final

import msgspec

from quincunx.core.review import Why
from quincunx.core.values import AnyMove
from quincunx.engines.bot import Scale

LENGTH: Final = 4
"""Bytes of a frame's length, big-endian."""


class Think(msgspec.Struct, frozen=True, tag="think"):
    """Choose a move for the seat of this view. ``seed`` is the bot's own randomness."""

    number: int
    level: str
    game: str
    view: msgspec.Raw
    """The view in MessagePack, which only the game can decode."""
    seed: bytes
    seconds: float | None
    simulations: int | None = None
    explains: bool = False
    """True if the result must explain why the best choice is better."""


class MakeReview(msgspec.Struct, frozen=True, tag="make_review"):
    """Review a game. ``record`` is its text."""

    number: int
    record: str
    simulations: int


class DrawPicture(msgspec.Struct, frozen=True, tag="draw_picture"):
    """Draw a finished game. ``review`` is the JSON of its review, if there is one."""

    number: int
    record: str
    names: tuple[str, ...]
    review: bytes | None


class Stop(msgspec.Struct, frozen=True, tag="stop"):
    """Cancel the question with this number."""

    number: int


class Compiling(msgspec.Struct, frozen=True, tag="compiling"):
    """Kernels are being compiled, which takes a while; sent at most once, before the last :class:`Ready`."""


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The kernels of a game have been compiled."""

    game: str


class SearchResult(msgspec.Struct, frozen=True, tag="search_result"):
    """Ranked choices, best first; ``scale`` as in :class:`quincunx.engines.bot.Decision`."""

    number: int
    moves: tuple[AnyMove, ...]
    """MessagePack values while in the pipe; :class:`EnginePool` converts them back to moves."""
    values: tuple[float, ...]
    errors: tuple[float | None, ...]
    scale: Scale
    reasons: tuple[Why, ...] = ()
    """Reasons why the best choice is better than another good one, if they were requested."""
    is_fallback: bool = False
    """True if a fallback engine answered."""


class Advanced(msgspec.Struct, frozen=True, tag="advanced"):
    """The progress of a review."""

    number: int
    done: int
    total: int


class Reviewed(msgspec.Struct, frozen=True, tag="reviewed"):
    """A complete review: the JSON of a :class:`quincunx.core.review.Review`."""

    number: int
    review: bytes


class Drawn(msgspec.Struct, frozen=True, tag="drawn"):
    """A complete picture, as PNG."""

    number: int
    png: bytes


class Stopped(msgspec.Struct, frozen=True, tag="stopped"):
    """A review was stopped before it was complete."""

    number: int


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The bot, the review or the picture raised an error."""

    number: int
    error: str


ToWorker = Think | MakeReview | DrawPicture | Stop
FromWorker = Compiling | Ready | SearchResult | Advanced | Reviewed | Drawn | Stopped | Failed

_ENCODER: Final = msgspec.msgpack.Encoder()


def frame(message: ToWorker | FromWorker) -> bytes:
    """A message as a frame: its length, then its MessagePack."""
    body = _ENCODER.encode(message)
    return len(body).to_bytes(LENGTH, "big") + body
