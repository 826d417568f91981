"""Cinco's rules, by example. Rule numbers are those of docs/rules/cinco.md."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from quincunx.core.chance import CHANCE, Pick, Picked, Rolled, Shuffle, Shuffled
from quincunx.core.reason import Reason, Refusal
from quincunx.core.values import Outcome, Phrase, Turn
from quincunx.games.cinco.board import COORDINATES, WINDOWS, bit
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.rules import apply, initial, legal_moves
from quincunx.games.cinco.state import ALL_CARDS, CincoState, reach
from quincunx.games.cinco.types import CincoOptions, Draw, Drew, Exchange, Exchanged, Play, Played, Reshuffled
from tests.games.cinco.boards import board_of


def dealt(*hand: int, options: CincoOptions | None = None, **others: tuple[int, ...]) -> CincoState:
    """A fresh game in which seat 0 moves first and holds exactly ``hand``.

    ``one=(…)`` and so on are the other seats' hands; the rest of the cards is the pile, ascending.
    """
    options = options or CincoOptions(first=0)
    names = ("zero", "one", "two", "three", "four", "five")
    hands = [tuple(sorted(hand)), *(others.get(name, ()) for name in names[1 : options.players])]
    held = {card for cards in hands for card in cards}
    return replace(
        initial(options),
        asked=None,
        hands=tuple(hands),
        pile=tuple(card for card in ALL_CARDS if card not in held),
    )


def occupied(state: CincoState, *teams: tuple[int, ...]) -> CincoState:
    """The same state with these spaces taken by team 0, team 1 …"""
    taken = {space for spaces in teams for space in spaces}
    return replace(
        state,
        tokens=tuple(sum(map(bit, spaces)) for spaces in teams),
        board=board_of(*teams),
        tokens_left=tuple(35 - len(spaces) for spaces in teams),
        free=tuple(space for space in state.free if space not in taken),
    )


def refused(state: CincoState, move: object) -> Reason:
    with pytest.raises(Refusal) as caught:
        apply(state, move)  # type: ignore[arg-type]  # some of these moves are wrong on purpose
    assert caught.value.reason.kind == "rule"
    return caught.value.reason


def not_played(options: CincoOptions) -> Reason:
    """The reason why a game cannot be played with these options."""
    with pytest.raises(Refusal) as caught:
        initial(options)
    return caught.value.reason


# ---- 2: players and teams ------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "teams"), [(2, 2), (3, 3), (4, 2), (6, 2), (6, 3)])
def test_the_seatings_of_the_rules_are_accepted(players: int, teams: int):
    assert CINCO.players(CincoOptions(players, teams)) == players
    initial(CincoOptions(players, teams))


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 7, 8, 100])
def test_other_numbers_of_players_are_refused(players: int):
    reason = not_played(CincoOptions(players, 2))
    assert (reason.rule, reason.code, reason.params) == ("2", "cinco-players", {"players": players})


@pytest.mark.parametrize(("players", "teams"), [(2, 1), (2, 3), (3, 2), (4, 3), (4, 4), (6, 4), (6, 6)])
def test_other_teams_are_refused(players: int, teams: int):
    reason = not_played(CincoOptions(players, teams))
    assert (reason.rule, reason.code) == ("2", "cinco-teams")
    assert reason.sentence == f"These do not go together: players {players}, teams {teams}."


def test_c1_a_lot_decides_who_starts_unless_the_host_says():
    lot = initial(CincoOptions(4, 2))
    assert CINCO.to_move(lot) == CHANCE
    assert CINCO.asks(lot) == Pick(4)
    shuffling = apply(lot, Picked(2))
    assert CINCO.asks(shuffling) == Shuffle(ALL_CARDS)
    assert CINCO.to_move(apply(shuffling, Shuffled(ALL_CARDS))) == 2

    said = initial(CincoOptions(4, 2, first=3))
    assert CINCO.asks(said) == Shuffle(ALL_CARDS)
    assert CINCO.to_move(apply(said, Shuffled(ALL_CARDS))) == 3


def test_c1_a_seat_that_is_not_there_cannot_start():
    for first in (-1, 2):
        reason = not_played(CincoOptions(2, 2, first=first))
        assert (reason.rule, reason.code, reason.params) == ("C1", "no-such-starter", {"seat": first + 1})


# ---- 3: set-up -----------------------------------------------------------------------------------


def test_four_cards_each_are_dealt_one_at_a_time_and_the_rest_is_the_pile():
    state = apply(initial(CincoOptions(3, 3, first=0)), Shuffled(ALL_CARDS))
    assert state.hands == ((1, 4, 7, 10), (2, 5, 8, 11), (3, 6, 9, 12))
    assert state.pile == tuple(range(13, 91))


def test_chance_must_answer_what_it_was_asked():
    lot, deal = initial(CincoOptions(2)), initial(CincoOptions(2, first=0))
    for state, answer in (
        (lot, Picked(2)),
        (lot, Picked(-1)),
        (lot, Shuffled(ALL_CARDS)),
        (deal, Picked(0)),
        (deal, Shuffled(ALL_CARDS[:-1])),
        (deal, Shuffled((1,) * 90)),
        (deal, Rolled((1,))),
        (dealt(1, 2, 3, 4), Shuffled(ALL_CARDS)),
    ):
        assert refused(state, answer).code == "not-what-was-asked"
    assert refused(deal, Draw()).code == "chance-first"


# ---- 4.1: play a card ----------------------------------------------------------------------------


def test_card_68_goes_on_68_or_any_higher_free_space():
    state = dealt(68)
    assert [move.space for move in legal_moves(state) if isinstance(move, Play)] == list(range(68, 91))
    assert refused(state, Play(68, 67)).rule == "4.1"
    assert refused(state, Play(68, 67)).sentence == "Card 68 goes only on 68 or higher, not on 67."


def test_with_87_88_89_taken_card_87_goes_only_on_90():
    for joker in (False, True):
        state = occupied(dealt(87, options=CincoOptions(first=0, joker=joker)), (87, 89), (88,))
        assert reach(state, 87) == (90,)
        assert refused(state, Play(87, 88)).code == "space-taken"
        assert refused(state, Play(87, 5)).code == "space-too-low"


def test_c2_with_87_to_90_taken_card_88_is_spent_in_the_classic_game():
    state = occupied(dealt(88), (87, 89), (88, 90))
    assert legal_moves(state) == (Play(88, None), Draw())
    after = apply(state, Play(88, None))
    assert after.tokens == state.tokens
    assert after.discards[0] == (88,)
    assert refused(state, Play(88, 5)).rule == "C2"


def test_with_87_to_90_taken_card_88_counts_as_a_1_in_the_joker_variant():
    state = occupied(dealt(88, options=CincoOptions(first=0, joker=True)), (87, 89), (88, 90))
    assert reach(state, 88) == tuple(range(1, 87))
    assert apply(state, Play(88, 1)).tokens[0] & bit(1)
    assert refused(state, Play(88, None)).rule == "C2"


def test_c2_a_token_must_be_placed_when_one_can_be():
    refusal = refused(dealt(88), Play(88, None))
    assert (refusal.rule, refusal.code) == ("C2", "must-place")


def test_a_card_must_be_held_and_a_space_must_exist():
    state = dealt(10, 20)
    assert refused(state, Play(11, 50)).code == "card-not-held"
    assert refused(state, Play(10, 0)).code == "no-such-space"
    assert refused(state, Play(10, 91)).code == "no-such-space"


def test_a_played_card_is_discarded_face_up_and_the_next_seat_moves():
    state = apply(dealt(10, 20), Play(10, 33))
    assert state.hands[0] == (20,)
    assert CINCO.view(state, None).discards == ((10,), ())
    assert CINCO.view(state, None).board[32] == 0
    assert state.tokens_left == (34, 35)
    assert CINCO.to_move(state) == 1


def test_teams_alternate_round_the_table():
    options = CincoOptions(6, 3, first=0)
    state = dealt(90, options=options, one=(1,), two=(2,), three=(3,))
    for card, space in ((90, 90), (1, 1), (2, 2), (3, 3)):
        state = apply(state, Play(card, space))
    board = CINCO.view(state, None).board
    assert [board[90 - 1], board[1 - 1], board[2 - 1], board[3 - 1]] == [0, 1, 2, 0]


# ---- 4.2, 4.3: draw and exchange -----------------------------------------------------------------


def test_drawing_needs_fewer_than_four_cards():
    assert refused(dealt(1, 2, 3, 4), Draw()).rule == "4.2"
    state = apply(dealt(1, 2, 3), Draw())
    assert state.hands[0] == (1, 2, 3, 4)
    assert CINCO.to_move(state) == 1


def test_an_empty_hand_can_only_draw():
    state = dealt()
    assert legal_moves(state) == (Draw(),)
    assert refused(state, Exchange()).rule == "4.3"


def test_c3_exchanging_needs_exactly_four_cards_and_ends_the_turn():
    for hand in ((1,), (1, 2), (1, 2, 3)):
        assert refused(dealt(*hand), Exchange()).rule == "4.3"
    state = apply(dealt(1, 2, 3, 4), Exchange())
    assert state.hands[0] == (5, 6, 7, 8)
    assert state.discards[0] == (1, 2, 3, 4)
    assert CINCO.to_move(state) == 1


# ---- 5: the draw pile ----------------------------------------------------------------------------


def test_c5_an_empty_pile_is_made_anew_from_every_discard_in_the_middle_of_an_exchange():
    hand, other = (1, 2, 3, 4), (5, 6, 7)
    rest = tuple(card for card in ALL_CARDS if card > 9)
    state = replace(dealt(*hand, one=other), pile=(8, 9), discards=(rest[:40], rest[40:]))
    waiting = apply(state, Exchange())
    assert CINCO.asks(waiting) == Shuffle(tuple(sorted(rest + hand)))  # the four just exchanged included
    assert waiting.hands[0] == (8, 9)
    after = apply(waiting, Shuffled((4, *rest, 1, 2, 3)))
    assert after.hands[0] == (4, 8, 9, 10)
    assert after.pile[0] == 11
    assert after.discards == ((), ())
    assert (after.reshuffles, waiting.owed, after.owed) == (1, 2, 0)
    assert CINCO.to_move(after) == 1
    # Both hands' cards from before are known to be old: two of the exchanger's, three of the other's.
    assert after.carried == (2, 3)
    # An exchange is announced after all its cards have come, in the order of events.
    assert CINCO.public_events(state, Exchange(), waiting, 1) == ()
    for viewer, drawn in ((1, None), (None, None), (0, (4, 8, 9, 10))):
        told = CINCO.public_events(waiting, Shuffled((4, *rest, 1, 2, 3)), after, viewer)
        assert told == (Exchanged(0, hand, drawn), Reshuffled(85))


def test_c5_a_single_draw_from_an_empty_pile():
    rest = tuple(card for card in ALL_CARDS if card > 3)
    state = replace(dealt(1, 2, 3), pile=(), discards=(rest, ()))
    after = apply(apply(state, Draw()), Shuffled(tuple(reversed(rest))))
    assert after.hands[0] == (1, 2, 3, 90)
    assert after.carried == (3, 0)
    assert apply(replace(after, seat=0), Play(2, 50)).carried == (2, 0)
    assert apply(replace(after, seat=0), Play(90, 90)).carried == (3, 0)


# ---- 6: the end ----------------------------------------------------------------------------------


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_every_line_wins_whichever_of_its_tokens_comes_last(window: tuple[int, ...]):
    for last in window:
        state = occupied(dealt(1), tuple(space for space in window if space != last), ())
        after = apply(state, Play(1, last))
        assert after.outcome == Outcome("five", (0,))
        assert CINCO.view(after, 1).winning == tuple(sorted(window))
        assert CINCO.to_move(after) is None
        assert legal_moves(after) == ()
        assert (refused(after, Draw()).code, refused(after, Draw()).rule) == ("game-over", "6")


def test_after_the_end_the_turn_stays_with_the_player_who_ended_the_game():
    """A replay shows the last turn as theirs, and the next one as no other player's."""
    state = occupied(dealt(1, one=(2,)), (61, 59, 20, 21), ())
    assert apply(state, Play(1, 90)).seat == 1
    won = apply(state, Play(1, 22))
    assert (won.seat, won.turn) == (0, 1)
    assert CINCO.turn(won) == Turn(2, 0)
    last = apply(replace(state, tokens=(0, 0), tokens_left=(9, 1), seat=1), Play(2, 90))
    assert (last.outcome, last.seat) == (Outcome("tokens", ()), 1)


def test_a_line_of_six_wins():
    row = (61, 59, 20, 21, 22, 23)
    state = occupied(dealt(1), tuple(space for space in row if space != 20), ())
    after = apply(state, Play(1, 20))
    assert after.outcome == Outcome("five", (0,))
    assert CINCO.view(after, None).winning == tuple(sorted(row))


def test_four_in_a_row_do_not_win_nor_five_with_anothers_token_among_them():
    assert apply(occupied(dealt(1), (61, 59, 20), ()), Play(1, 21)).outcome is None
    assert apply(occupied(dealt(1), (61, 59, 21, 22), (20,)), Play(1, 23)).outcome is None


def test_partners_win_together():
    options = CincoOptions(6, 2, first=0)
    state = occupied(dealt(1, options=options), (61, 59, 20, 21), ())
    assert apply(state, Play(1, 22)).outcome == Outcome("five", (0, 2, 4))


def without_a_line(count: int) -> tuple[int, ...]:
    """As many spaces as wanted with no two neighbours on one row: no line of five can be among them."""
    return tuple(n for n, (q, r) in enumerate(COORDINATES, 1) if (q + r) % 2 == 0)[:count]


def test_the_35th_token_without_a_win_is_a_draw():
    spaces = without_a_line(34)
    state = occupied(dealt(1), spaces, ())
    target = next(
        move.space
        for move in legal_moves(state)
        if isinstance(move, Play) and apply(state, move).outcome != Outcome("five", (0,))
    )
    assert apply(state, Play(1, target)).outcome == Outcome("tokens", ())


def test_the_35th_token_that_wins_wins():
    row = (61, 59, 20, 21, 22)
    others = tuple(space for space in without_a_line(45) if space not in row)
    state = occupied(dealt(1), (*row[:4], *others[:30]), ())
    assert state.tokens_left[0] == 1
    assert apply(state, Play(1, 22)).outcome == Outcome("five", (0,))


def test_c6_a_full_board_is_a_draw():
    options = CincoOptions(3, 3, first=0)
    full = occupied(dealt(1, options=options), (), ())
    state = replace(full, tokens=(0, 0, 0), tokens_left=(5, 5, 5), free=(40,))
    assert apply(state, Play(1, 40)).outcome == Outcome("board", ())


def test_the_event_of_a_block():
    state = occupied(dealt(1, 2), (), (61, 59, 20, 21))
    (told,) = CINCO.public_events(state, Play(1, 22), apply(state, Play(1, 22)), None)
    assert told == Played(0, 1, 22, line=1, blocks=4, blocked_team=1)
    assert CINCO.text.describe(told, ("Anna", "Bo")) == Phrase(
        "cinco.event.playedBlock",
        {
            "name": "Anna",
            "card": 1,
            "space": 22,
            "team": Phrase("team.l1"),
            "line": Phrase("cinco.lines.4"),
        },
    )


def test_the_event_of_a_spent_card():
    state = occupied(dealt(88), (87, 89), (88, 90))
    spent = Play(88, None)
    (told,) = CINCO.public_events(state, spent, apply(state, spent), None)
    assert told == Played(0, 88, None, line=0, blocks=0, blocked_team=None)


def test_the_event_of_a_drawn_card():
    state = dealt(1)
    after = apply(state, Draw())
    assert CINCO.public_events(state, Draw(), after, 0) == (Drew(0, 2),)
    for viewer in (1, None):
        assert CINCO.public_events(state, Draw(), after, viewer) == (Drew(0, None),)


def test_of_two_lines_that_are_blocked_the_longer_one_is_told_and_of_equal_ones_the_first():
    options = CincoOptions(3, 3, first=0)
    one = next(window for window in WINDOWS)
    other = next(window for window in WINDOWS if {*window} & {*one} == {one[0]} and window[0] == one[0])
    for first, second, blocked in ((3, 3, 1), (2, 3, 2), (3, 2, 1)):
        state = occupied(dealt(1, options=options), (), one[1 : first + 1], other[1 : second + 1])
        move = Play(1, one[0])
        (told,) = CINCO.public_events(state, move, apply(state, move), None)
        assert (told.blocks, told.blocked_team) == (max(first, second), blocked)
