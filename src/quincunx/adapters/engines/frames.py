"""What the pool and its workers say to each other: frames of a length and MessagePack."""

from __future__ import annotations

from typing import Final

import msgspec

from quincunx.core.review import Why
from quincunx.core.values import AnyMove
from quincunx.engines.bot import Scale

LENGTH: Final = 4
"""Bytes of a frame's length, most significant first."""


class Think(msgspec.Struct, frozen=True, tag="think"):
    """Decide for the seat whose view this is. ``seed`` is the bot's own randomness."""

    number: int
    level: str
    game: str
    view: msgspec.Raw
    """As MessagePack: only the game can read it."""
    seed: bytes
    seconds: float | None
    simulations: int | None = None
    explains: bool = False
    """Whether it is to say why the best choice is better."""


class MakeReview(msgspec.Struct, frozen=True, tag="make_review"):
    """Review a game; ``record`` is its text."""

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
    """Nobody wants the answer to this number any more."""

    number: int


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The kernels of a game are compiled."""

    game: str


class SearchResult(msgspec.Struct, frozen=True, tag="search_result"):
    """The ranked choices, best first; ``scale`` as in :class:`quincunx.engines.bot.Decision`."""

    number: int
    moves: tuple[AnyMove, ...]
    """On their way through the pipe as MessagePack has them; :class:`EnginePool` makes moves of them
    again."""
    values: tuple[float, ...]
    scale: Scale
    reasons: tuple[Why, ...] = ()
    """What the best choice has that another good one has not, if it was asked for."""


class Advanced(msgspec.Struct, frozen=True, tag="advanced"):
    """So much of a review is done."""

    number: int
    done: int
    total: int


class Reviewed(msgspec.Struct, frozen=True, tag="reviewed"):
    """The JSON of a :class:`quincunx.core.review.Review`."""

    number: int
    review: bytes


class Drawn(msgspec.Struct, frozen=True, tag="drawn"):
    """A picture, as PNG."""

    number: int
    png: bytes


class Stopped(msgspec.Struct, frozen=True, tag="stopped"):
    """A review was ended before it was done."""

    number: int


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The bot raised an error."""

    number: int
    error: str


ToWorker = Think | MakeReview | DrawPicture | Stop
FromWorker = Ready | SearchResult | Advanced | Reviewed | Drawn | Stopped | Failed

_ENCODER: Final = msgspec.msgpack.Encoder()


def frame(message: ToWorker | FromWorker) -> bytes:
    """A message with its length before it."""
    body = _ENCODER.encode(message)
    return len(body).to_bytes(LENGTH, "big") + body
