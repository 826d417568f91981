"""The daily challenge: every player faces the same chance, whatever they do.

Each day has one secret seed. Each number that chance answers (a die, a whole shuffle, a lot) has a stream of
its own, whose number the game derives from its position. Earlier choices therefore change which streams are
used, but never their contents. ``docs/daily.md`` specifies this for other languages.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from quincunx.core.chance import ChanceMove, Pick, Picked, Question, Roll, Rolled, Shuffle, Shuffled
from quincunx.core.randomness import Key, below, checked_seed, shuffle
from quincunx.core.values import Outcome

VERSION: Final = 3
"""The version of chance. Devices add no entropy, since all players must get the same chance."""
SEAT: Final = 0
"""The seat of the person who plays the daily challenge; bots have all others."""

OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")


@dataclass(frozen=True, kw_only=True)
class DayDeal(Generic[OptionsT, StateT]):
    """The daily challenge of one game."""

    options: OptionsT
    """The options of the game. They name the starting seat, so that no lot is drawn."""
    level: str
    """The bot on every seat but :data:`SEAT`."""
    streams: Callable[[StateT], tuple[int, ...]]
    """The numbers of the streams that answer chance's question in this state: one for each die, or a single
    one for a shuffle or a lot. A game never asks the same stream twice."""
    result: Callable[[StateT, Outcome], int | None]
    """The result of :data:`SEAT` as one whole number; ``None`` if it does not count."""
    fewer_is_better: bool
    """True if a lower number is a better result."""
    best: str
    """The bot whose result is shown for comparison."""
    average: float | None = None
    """The mean result of perfect play over all possible deals, if it is known exactly."""


AnyDayDeal = DayDeal[Any, Any]


class DayChance:
    """The chance of a daily challenge of the game with this name.

    An answer depends only on the seed, the streams and the question. Raises ``ValueError`` unless the seed
    has 32 bytes.
    """

    def __init__(self, seed: bytes, game: str) -> None:
        message = f"quincunx chance {VERSION} {game}".encode()
        self._key = Key(hmac.digest(checked_seed(seed), message, "sha256"))

    def chance_move(self, streams: tuple[int, ...], question: Question) -> ChanceMove:
        """Return chance's move. Raises ``ValueError`` unless the question needs exactly this many streams."""
        numbers = len(question.sides) if isinstance(question, Roll) else 1
        if len(streams) != numbers:
            raise ValueError(f"this question needs {numbers} streams, not {len(streams)}")
        words = [self._key.words(stream) for stream in streams]
        match question:
            case Pick(count=count):
                return Picked(below(words[0], count))
            case Roll(sides=sides):
                return Rolled(tuple(1 + below(each, side) for each, side in zip(words, sides, strict=True)))
            case Shuffle(cards=cards):
                return Shuffled(shuffle(words[0], cards))


def bot_seed(seed: bytes, game: str, turn: int, moves: int) -> bytes:
    """Seed of a bot's random choices in a daily challenge, so that it plays the same in the same position
    against every player. It is as secret as the day's seed."""
    return hmac.digest(checked_seed(seed), f"quincunx day bot {game} {turn} {moves}".encode(), "sha256")
