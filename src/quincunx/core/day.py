"""A deal of the day: the same chance for everybody who plays it, whatever they do.

One secret seed belongs to each day. Each number that chance answers (a die, a whole shuffle, a lot) has a
stream of its own, whose number the game names from its position: so what somebody did before changes which
streams are asked, and never what they say. ``docs/daily.md`` specifies it for other languages.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from quincunx.core.chance import ChanceMove, Pick, Picked, Question, Roll, Rolled, Shuffle, Shuffled
from quincunx.core.randomness import below, checked_seed, shuffle, words_of
from quincunx.core.values import Outcome

VERSION: Final = 3
"""Of chance: no device adds anything, since everybody is to have the same."""
SEAT: Final = 0
"""Where whoever plays the day's deal sits; bots have all others."""

OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")


@dataclass(frozen=True, kw_only=True)
class DayDeal(Generic[OptionsT, StateT]):
    """What a game's deal of the day is."""

    options: OptionsT
    """How it is set up; who starts is no lot."""
    level: str
    """The bot on every seat but :data:`SEAT`."""
    streams: Callable[[StateT], tuple[int, ...]]
    """Where chance is asked: the numbers of the streams that answer, one for each die, or a single one for a
    shuffle or a lot. No game asks the same stream twice."""
    result: Callable[[StateT, Outcome], int | None]
    """What came of it for :data:`SEAT`, as one whole number; ``None`` if it counts for nothing."""
    fewer_is_better: bool
    """How the numbers are ordered."""
    best: str
    """The bot beside whose result everybody's is put."""
    average: float | None = None
    """What the best play comes to over all deals there are, where that is known exactly."""


AnyDayDeal = DayDeal[Any, Any]


class DayChance:
    """The chance of a day's deal of one game, by its name: an answer depends on the seed, the streams and the
    question alone. Raises ``ValueError`` for a seed of another length than 32 bytes."""

    def __init__(self, seed: bytes, game: str) -> None:
        message = f"quincunx chance {VERSION} {game}".encode()
        self._key = hmac.digest(checked_seed(seed), message, "sha256")

    def answer(self, streams: tuple[int, ...], question: Question) -> ChanceMove:
        """Chance's move. Raises ``ValueError`` unless there are as many streams as the question needs."""
        numbers = len(question.sides) if isinstance(question, Roll) else 1
        if len(streams) != numbers:
            raise ValueError(f"this question needs {numbers} streams, not {len(streams)}")
        words = [words_of(self._key, stream) for stream in streams]
        match question:
            case Pick(count=count):
                return Picked(below(words[0], count))
            case Roll(sides=sides):
                return Rolled(tuple(1 + below(each, side) for each, side in zip(words, sides, strict=True)))
            case Shuffle(cards=cards):
                return Shuffled(shuffle(words[0], cards))


def bot_seed(seed: bytes, game: str, turn: int, moves: int) -> bytes:
    """What a bot decides by in a day's deal, where it is a matter of taste: so that in the same position it
    does the same against everybody. It is as secret as the seed."""
    return hmac.digest(checked_seed(seed), f"quincunx day bot {game} {turn} {moves}".encode(), "sha256")
