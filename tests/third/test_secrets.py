"""No player learns what another hand holds: games that differ in nothing else look the same, ply by ply."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from quincunx.core.record import replay
from quincunx.core.values import Seat
from quincunx.engines.levels import names
from quincunx.table.fold import fold, take_in
from quincunx.table.view import public_events, view_table
from quincunx.table.wire.table import GameEvent
from tests.third.game.game import GAME
from tests.third.game.state import TrioState
from tests.third.game.types import Dealt, TrioOptions
from tests.third.support import PEOPLE, SETUPS, Table, record_of


def twin(state: TrioState, viewer: Seat | None, random: Random, kept: int | None) -> TrioState:
    """A state that the viewer cannot tell from this one: hidden cards change places, but for one."""
    seats = [seat for seat in range(len(state.hands)) if seat != viewer]
    hidden = [card for card in (*(c for s in seats for c in state.hands[s]), *state.unused) if card != kept]
    random.shuffle(hidden)
    hands = tuple(
        hand if seat == viewer else tuple(sorted(card if card == kept else hidden.pop() for card in hand))
        for seat, hand in enumerate(state.hands)
    )
    return replace(
        state, hands=hands, unused=tuple(kept if card == kept else hidden.pop() for card in state.unused)
    )


@pytest.mark.parametrize("options", SETUPS)
def test_views_and_events_are_the_same_whatever_others_hold(options: TrioOptions) -> None:
    random, twins = Random(3), 0
    for ply in replay(record_of(options, 5)):
        for viewer in (None, *range(options.players)):
            move = ply.step.move
            other = twin(ply.before, viewer, random, getattr(move, "card", None))
            twins += other != ply.before
            assert GAME.view(other, viewer) == GAME.view(ply.before, viewer)
            if any(ply.before.hands):  # what the deal itself tells is tested below
                told = GAME.public_events(ply.before, move, ply.after, viewer)
                assert GAME.public_events(other, move, GAME.apply(other, move), viewer) == told
    assert twins > 20


def test_a_table_shows_a_person_their_own_hand_and_no_other() -> None:
    table = Table(TrioOptions(3, first=0))
    for person in PEOPLE:
        seat = PEOPLE.index(person)
        view = view_table(table.state, person, None)
        assert view.point_of_view == seat
        assert view.seed is None
        assert view.game is not None
        assert view.game.hand == table.position.hands[seat]
        assert view.game.hands is None
        other = replace(table.state, position=twin(table.position, seat, Random(seat), None))
        assert other != table.state
        assert view_table(other, person, None) == view


def test_the_deal_is_told_to_each_hand_alone() -> None:
    table = Table(TrioOptions(3, first=0))
    progress = take_in(fold(table.entries[:-1]), table.entries[-1])
    for viewer in (None, 0, 1, 2):
        told = [each.event for each in public_events(progress, viewer) if isinstance(each, GameEvent)]
        own = None if viewer is None else table.position.hands[viewer]
        assert told[0] == Dealt(own)


@pytest.mark.parametrize("level", names(GAME.bots))
def test_a_bot_decides_by_what_its_seat_may_know(level: str) -> None:
    bot, random, twins = GAME.bots.bot(level), Random(7), 0
    for ply in replay(record_of(TrioOptions(3), 9)):
        if ply.step.seat >= 0:
            other = twin(ply.before, ply.step.seat, random, None)
            twins += other != ply.before
            decisions = [bot.choose(GAME.view(s, ply.step.seat), Random(1)) for s in (ply.before, other)]
            assert decisions[0] == decisions[1]
    assert twins > 5
