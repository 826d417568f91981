"""Records of Cinco, and views of positions that are set up by hand."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from msgspec.structs import replace

from quincunx.core.chance import CHANCE, Shuffled, resolve_chance
from quincunx.core.record import Record
from quincunx.core.values import Step
from quincunx.games.cinco.board import bit
from quincunx.games.cinco.game import GAME
from quincunx.games.cinco.state import ALL_CARDS, TOKENS, CincoState
from quincunx.games.cinco.types import CincoOptions, CincoView
from tests.games.cinco.boards import board_of

NAMES = ("Ada", "Bruno", "Carla", "Dario", "Elena", "Fabio")


def game_of(options: CincoOptions, seed: int, levels: tuple[str, ...], most: int = 400) -> Record:
    """A game between these bots, or its first steps."""
    random, bots = Random(seed), [GAME.bots.bot(level) for level in levels]
    state, steps = GAME.initial(options), list[Step]()
    while (seat := GAME.to_move(state)) is not None and len(steps) < most:
        move: Any
        if seat == CHANCE:
            move = resolve_chance(GAME.asks(state), random)
        else:
            move = bots[seat % len(bots)].choose(GAME.view(state, seat), random).action
        steps.append(Step(seat, move))
        state = GAME.apply(state, move)
    return Record(GAME, options, NAMES[: options.players], tuple(steps), GAME.outcome(state))


def position(
    hand: tuple[int, ...],
    own: Iterable[int] = (),
    theirs: Iterable[int] = (),
    gone: Iterable[int] = (),
    joker: bool = False,
) -> CincoState:
    """Two players; the first is to move, with this hand and these tokens; some cards lie open already."""
    own, theirs, gone = set(own), set(theirs), tuple(gone)
    others = tuple(card for card in ALL_CARDS if card not in hand and card not in gone)
    state = GAME.apply(GAME.initial(CincoOptions(joker=joker, first=0)), Shuffled(ALL_CARDS))
    return replace(
        state,
        hands=(tuple(sorted(hand)), others[-4:]),
        pile=others[:-4],
        discards=(gone, ()),
        tokens=(sum(map(bit, own)), sum(map(bit, theirs))),
        board=board_of(own, theirs),
        free=tuple(space for space in ALL_CARDS if space not in own | theirs),
        tokens_left=(TOKENS - len(own), TOKENS - len(theirs)),
    )


def seen(*args: Any, **named: Any) -> CincoView:
    """The first seat's view of such a position."""
    return GAME.view(position(*args, **named), 0)
