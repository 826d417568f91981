"""Invariants of Cinco: cards are conserved, wins are wins, and nothing hidden shows."""

from __future__ import annotations

from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from quincunx.core.chance import CHANCE
from quincunx.games.cinco.board import AXES, COORDINATES
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.state import ALL_CARDS, TOKENS, CincoState
from quincunx.games.cinco.types import CincoOptions
from tests.games.support import CINCO_SETUPS, any_move, chance


def has_five(board: tuple[int | None, ...], team: int) -> bool:
    """True if a team has five in a row, searched in every direction from every space."""
    own = {at for at, token in zip(COORDINATES, board, strict=True) if token == team}
    return any(
        all((q + i * step_q, r + i * step_r) in own for i in range(5))
        for q, r in own
        for step_q, step_r in AXES
    )


def hidden_swapped(state: CincoState, viewer: int | None, random: Random) -> CincoState:
    """The same game as far as the viewer may know: the pile in another order, and every card that
    they cannot place dealt anew among pile and other hands.

    Which cards are older than the pile is public (C5), so old cards change hands only with old ones.
    """
    fresh = set(state.pile_cards)
    others = [seat for seat in range(state.options.players) if seat != viewer]
    hands = list(state.hands)
    pile = list(state.pile)
    for is_fresh in (True, False):
        places = [(seat, card) for seat in others for card in hands[seat] if (card in fresh) == is_fresh]
        cards = [card for _, card in places] + (pile if is_fresh else [])
        random.shuffle(cards)
        for seat, card in places:
            hands[seat] = tuple(each for each in hands[seat] if each != card)
        for seat, _ in places:
            hands[seat] = (*hands[seat], cards.pop())
        if is_fresh:
            pile = cards
    return replace(state, hands=tuple(tuple(sorted(hand)) for hand in hands), pile=tuple(pile))


class Cinco(RuleBasedStateMachine):
    """A game in which anything legal happens, most often what is rare."""

    @initialize(options=st.sampled_from(CINCO_SETUPS), seed=st.integers(0, 2**32))
    def first_game(self, options: CincoOptions, seed: int) -> None:
        self.begin(options, seed)

    def begin(self, options: CincoOptions, seed: int) -> None:
        """Deal, and let a lot decide who starts."""
        self.random = Random(seed)
        self.state = CINCO.initial(options)
        while CINCO.to_move(self.state) == CHANCE:
            self.state = CINCO.apply(self.state, chance(CINCO.asks(self.state), self.random))

    @precondition(lambda self: CINCO.to_move(self.state) is not None)
    @rule(plies=st.integers(1, 40))
    def moves(self, plies: int) -> None:
        for _ in range(plies):
            if CINCO.to_move(self.state) is None:
                return
            before = self.state
            self.state = CINCO.apply(before, any_move(before, before.options, self.random))
            self.check_step(before)

    @precondition(lambda self: CINCO.to_move(self.state) is None)
    @rule(options=st.sampled_from(CINCO_SETUPS), seed=st.integers(0, 2**32))
    def another_game(self, options: CincoOptions, seed: int) -> None:
        self.begin(options, seed)

    @precondition(lambda self: CINCO.to_move(self.state) not in (None, CHANCE))
    @rule()
    def pile_runs_low(self) -> None:
        """Most of the pile goes to the discards, so that reshuffles come often."""
        keep = self.random.randrange(4)
        seat = self.state.seat
        spent = self.state.discards[seat] + self.state.pile[keep:]
        discards = list(self.state.discards)
        discards[seat] = spent
        self.state = replace(self.state, pile=self.state.pile[:keep], discards=tuple(discards))

    def check_step(self, before: CincoState) -> None:
        after = self.state
        assert after.reshuffles - before.reshuffles in (0, 1)
        assert after.turn - before.turn in (0, 1)
        # A player who did not move knows exactly the cards that they knew before.
        for seat in range(after.options.players):
            if seat != before.seat and before.hands != ((),) * after.options.players:
                assert after.hands[seat] == before.hands[seat]

    @invariant()
    def cards_are_conserved(self) -> None:
        state = self.state
        every = [card for hand in state.hands for card in hand] + list(state.pile)
        every += [card for pile in state.discards for card in pile]
        assert tuple(sorted(every)) == ALL_CARDS
        assert all(len(hand) <= 4 for hand in state.hands)

    @invariant()
    def tokens_are_conserved(self) -> None:
        state = self.state
        board = CINCO.view(state, None).board
        for team, left in enumerate(state.tokens_left):
            assert board.count(team) == TOKENS - left
        assert state.free == tuple(n for n, token in enumerate(board, 1) if token is None)

    @invariant()
    def wins_agree_with_brute_force(self) -> None:
        state = self.state
        board = CINCO.view(state, None).board
        winners = [team for team in range(state.options.teams) if has_five(board, team)]
        outcome = state.outcome
        if winners:
            assert outcome is not None
            assert outcome.termination == "five"
            assert {seat % state.options.teams for seat in outcome.winners} == set(winners)
        else:
            assert outcome is None or outcome.winners == ()
            assert (outcome is not None) == (0 in state.tokens_left or not state.free)

    @invariant()
    def carried_counts_the_older_cards(self) -> None:
        fresh = set(self.state.pile_cards)
        older = tuple(sum(card not in fresh for card in hand) for hand in self.state.hands)
        if self.state.asked is None:
            assert self.state.carried == older

    @invariant()
    def views_do_not_depend_on_what_is_hidden(self) -> None:
        state = self.state
        if state.asked is not None:
            return
        for viewer in (None, *range(state.options.players)):
            other = hidden_swapped(state, viewer, self.random)
            assert msgspec.json.encode(CINCO.view(state, viewer)) == msgspec.json.encode(
                CINCO.view(other, viewer)
            )


Cinco.TestCase.settings = settings(max_examples=60, stateful_step_count=12)
TestCinco = Cinco.TestCase


def test_the_swap_of_hidden_cards_swaps_something():
    """Else non-interference would be tested on equal states."""
    state = CINCO.initial(CincoOptions(3, 3, first=0))
    state = CINCO.apply(state, chance(CINCO.asks(state), Random(1)))
    other = hidden_swapped(state, 1, Random(2))
    assert other.hands[1] == state.hands[1]
    assert other.hands[0] != state.hands[0]
    assert other.hands[2] != state.hands[2]
    assert other.pile != state.pile
    assert CINCO.view(state, 0) != CINCO.view(other, 0)


@given(st.sampled_from(CINCO_SETUPS), st.integers(0, 2**32), st.integers(0, 120))
def test_public_events_do_not_depend_on_what_is_hidden(options: CincoOptions, seed: int, plies: int):
    random = Random(seed)
    state = CINCO.initial(options)
    for _ in range(plies):
        if CINCO.to_move(state) is None:
            return
        state = CINCO.apply(state, any_move(state, options, random))
    turn = CINCO.to_move(state)
    if turn is None or turn == CHANCE:
        return
    for move in CINCO.legal_moves(state)[-3:]:
        for viewer in (None, *(seat for seat in range(options.players) if seat != turn)):
            told = []
            for _ in range(3):
                twin = hidden_swapped(state, viewer, random)
                if move not in CINCO.legal_moves(twin):
                    # Playing a card shows it, so only twins that hold it too can make the same move.
                    twin = state
                told.append(CINCO.public_events(twin, move, CINCO.apply(twin, move), viewer))
            exchanged = {msgspec.json.encode(each) for each in told}
            # Cards discarded by an exchange become public; a twin discards others.
            assert len(exchanged) == 1 or type(move).__name__ == "Exchange"
            assert all(getattr(item, "cards", None) is None for items in told for item in items)
            assert all(
                getattr(item, "card", None) is None or type(item).__name__ == "Played"
                for items in told
                for item in items
            )
