"""Information states of Cinco: everything that a player has seen and done, in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from quincunx.games.cinco.actions import ACTIONS
from quincunx.games.cinco.learning.layout import DREW, EXCHANGED, PLAYED
from quincunx.games.cinco.state import HAND, CincoState
from quincunx.games.cinco.types import CincoMove, Draw, Exchange, Play

_CHANCE: Final = -1
"""The player of OpenSpiel's chance nodes."""
_NUMBERS_OF_A_TURN: Final = 3 + 2 * HAND
_KINDS: Final = ("deal", "draw", "exchange", "play")


class History(Protocol):
    """A game that was played in OpenSpiel."""

    state: CincoState
    exchanged: tuple[tuple[int, ...], ...]

    def full_history(self) -> Any: ...


class CincoRecall:
    """A player's information states: everything that the player has seen and done, in order.

    The tensor has eleven numbers for each turn: the kind, the card and the space as in
    :mod:`quincunx.games.cinco.learning.layout`, four cards that were discarded, and four that this player has
    drawn. The first turn is the deal.
    """

    def __init__(self, max_turns: int) -> None:
        self.rows: NDArray[np.float32] = np.zeros((max_turns + 1, _NUMBERS_OF_A_TURN), np.float32)
        self.tensor = self.rows.reshape(-1)
        self.dict = {"turns": self.rows}

    def set_from(self, state: History, player: int) -> None:
        """Fill ``tensor``."""
        self.tensor.fill(0)
        for row, turn in zip(self.rows, turns_seen(state, player), strict=False):
            row[:3] = turn.kind, turn.card, turn.space
            row[3 : 3 + len(turn.discarded)] = turn.discarded
            drawn = [card or 0 for card in turn.drawn]
            row[7 : 7 + len(drawn)] = drawn

    def string_from(self, state: History, player: int) -> str:
        """Return a line of text; a card that only another player has seen is ``?``."""
        return " ".join(map(str, turns_seen(state, player)))


class SeenTurn(msgspec.Struct):
    """A turn as one player has seen it; cards that the player has not seen are ``None``."""

    kind: int
    card: int = 0
    space: int = 0
    discarded: tuple[int, ...] = ()
    drawn: list[int | None] = []

    def __str__(self) -> str:
        if self.kind == PLAYED:
            return f"{self.card}>{self.space or '-'}"
        cards = ",".join("?" if card is None else str(card) for card in self.drawn)
        discarded = ",".join(map(str, self.discarded))
        return f"{_KINDS[self.kind]}({discarded}{';' if discarded else ''}{cards})"


def turns_seen(state: History, player: int) -> list[SeenTurn]:
    """Return the deal and every turn so far, as this player has seen them."""
    players = state.state.options.players
    found = [SeenTurn(0)]
    exchanged = iter(state.exchanged)
    mover, dealt = -1, 0
    for entry in state.full_history():
        if entry.player != _CHANCE:
            mover = entry.player
            found.append(_seen_turn(ACTIONS.move_of(entry.action), exchanged))
        elif mover >= 0:
            found[-1].drawn.append(entry.action if mover == player else None)
        else:
            if dealt % players == player:
                found[0].drawn.append(entry.action)
            dealt += 1
    return found


def _seen_turn(move: CincoMove, exchanged: Iterator[tuple[int, ...]]) -> SeenTurn:
    match move:
        case Play(card=card, space=space):
            return SeenTurn(PLAYED, card, space or 0)
        case Draw():
            return SeenTurn(DREW)
        case Exchange():
            return SeenTurn(EXCHANGED, discarded=next(exchanged))
