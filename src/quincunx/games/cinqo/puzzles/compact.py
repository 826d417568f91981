"""The shortest steps that lead to a position: each finished turn in as few rolls as can bring it about."""

from __future__ import annotations

from collections.abc import Iterator

from quincunx.core.chance import Rolled
from quincunx.games.cinqo.card import HILO_FACES
from quincunx.games.cinqo.notation import write_move
from quincunx.games.cinqo.types import Put, TurnResult


def finished(result: TurnResult) -> tuple[str, ...]:
    """The steps of a turn with this result."""
    face = HILO_FACES.index(result.hilo) + 1
    if result.kind == "five":
        return (write_move(Rolled((*result.rack, face))),)
    if len(set(result.rack)) > 1:
        return write_move(Rolled((*result.rack, face))), write_move(Put(rack=result.rack))
    # Five of a kind in a single roll would be another result: the last die comes by a second one.
    value = result.rack[0]
    other = value % 6 + 1
    return (
        write_move(Rolled((*result.rack[1:], other, face))),
        write_move(Put(rack=result.rack[1:])),
        write_move(Rolled((value, face))),
        write_move(Put(rack=(value,))),
    )


def compact(history: tuple[TurnResult, ...], turn: tuple[str, ...]) -> tuple[str, ...]:
    """The steps to a position: the turns that are over, and the steps of the one that goes on."""
    return (*_all(history), *turn)


def _all(history: tuple[TurnResult, ...]) -> Iterator[str]:
    for result in history:
        yield from finished(result)
