"""The shortest steps to a position: each finished turn in as few rolls as possible."""

from __future__ import annotations

from collections.abc import Iterator

from quincunx.core.chance import Rolled
from quincunx.games.cinqo.card import HILO_FACES
from quincunx.games.cinqo.notation import write_move
from quincunx.games.cinqo.types import Put, TurnResult


def finished(result: TurnResult) -> tuple[str, ...]:
    """Return the steps of a turn with this result."""
    face = HILO_FACES.index(result.hilo) + 1
    if result.kind == "five":
        return (write_move(Rolled((*result.rack, face))),)
    if len(set(result.rack)) > 1:
        return write_move(Rolled((*result.rack, face))), write_move(Put(rack=result.rack))
    # Five of a kind in a single roll would be another result, so the last die comes from a second roll.
    value = result.rack[0]
    other = value % 6 + 1
    return (
        write_move(Rolled((*result.rack[1:], other, face))),
        write_move(Put(rack=result.rack[1:])),
        write_move(Rolled((value, face))),
        write_move(Put(rack=(value,))),
    )


def compact(history: tuple[TurnResult, ...], turn: tuple[str, ...]) -> tuple[str, ...]:
    """Return the steps to a position: the finished turns, and the steps of the present one."""
    return (*_all(history), *turn)


def _all(history: tuple[TurnResult, ...]) -> Iterator[str]:
    for result in history:
        yield from finished(result)
