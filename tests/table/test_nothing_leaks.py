"""Non-interference: what a viewer may not know does not change one byte of what they are shown or told.

Each example plays a game at random, then makes a *twin* of the table before some entry, which differs
in everything hidden from a viewer (the order of the pile, the other hands, the seed, other people's
entropy) and in nothing else, plays the same entry on it, and compares all that the viewer gets.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from quincunx.core.chance import Shuffled
from quincunx.core.values import Seat
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.state import HAND, CincoState
from quincunx.games.cinco.types import CincoMove, CincoOptions, Exchange, Play
from quincunx.table.commands import SitDown, StandUp
from quincunx.table.events import ChanceMoved, Entry, Moved, Revealed
from quincunx.table.fold import advance, take_in
from quincunx.table.seats.person import Person
from quincunx.table.state import TableState
from quincunx.table.view import public_events, view_table
from tests.games.support import CINCO_SETUPS
from tests.table.support import (
    ALICE,
    BOB,
    CAROL,
    ME,
    PEOPLE,
    Desk,
    entropy,
    make_move,
    promise,
    seated,
    settings,
)

OTHER_SEED = "77" * 32


def shown(state: TableState, person: Person, point_of_view: Seat | None = None) -> bytes:
    """The view as it goes over the wire. The commitment is the seed's fingerprint, and public."""
    return msgspec.json.encode(replace(view_table(state, person, point_of_view), commitment=""))


def told(before: TableState | None, entry: Entry, seat: Seat | None) -> bytes:
    """The public events as they go over the wire."""
    return msgspec.json.encode(public_events(take_in(before, entry), seat))


# ---- twins -------------------------------------------------------------------------------------------


def twin_game(game: CincoState, viewer: Seat | None, fixed: set[int], top: int, random: Random) -> CincoState:
    """The same game to the viewer: unknown cards change places, but for the ``fixed`` ones, which the
    next entry shows, and the ``top`` cards of the pile, which the viewer is about to draw.

    That a card is older than the pile is public, so old cards only change places with old ones.
    """
    fresh = set(game.pile_cards)
    hands: list[list[int]] = [list(hand) for hand in game.hands]
    pile = list(game.pile)
    places: list[tuple[list[int], int]] = [
        (hand, at)
        for seat, hand in enumerate(hands)
        if seat != viewer
        for at, card in enumerate(hand)
        if card not in fixed
    ]
    places += [(pile, at) for at in range(top, len(pile))]
    for group in (True, False):
        spots = [(cards, at) for cards, at in places if (cards[at] in fresh) == group]
        cards = [holder[at] for holder, at in spots]
        random.shuffle(cards)
        for (holder, at), card in zip(spots, cards, strict=True):
            holder[at] = card
    return replace(game, hands=tuple(tuple(sorted(hand)) for hand in hands), pile=tuple(pile))


def twin_entry(before: CincoState, entry: Entry, viewer: Seat | None, random: Random) -> Entry:
    """The same entry to the viewer: a shuffle differs in every card that does not reach their hand."""
    events = []
    for event in entry.events:
        if isinstance(event, ChanceMoved) and isinstance(event.move, Shuffled):
            cards = list(event.move.cards)
            mine = _seen_of_shuffle(before, entry, viewer)
            free = [at for at in range(len(cards)) if at not in mine]
            values = [cards[at] for at in free]
            random.shuffle(values)
            for at, value in zip(free, values, strict=True):
                cards[at] = value
            event = ChanceMoved(Shuffled(tuple(cards)))
        events.append(event)
    return replace(entry, events=tuple(events))


def _seen_of_shuffle(before: CincoState, entry: Entry, viewer: Seat | None) -> set[int]:
    """The places in the shuffled order whose cards come to the viewer."""
    moved = _move_in(entry)
    if moved is None:  # the deal
        players = before.options.players
        return set() if viewer is None else set(range(viewer, HAND * players, players))
    seat, move = moved
    wanted = HAND if isinstance(move, Exchange) else 1
    return set(range(wanted - len(before.pile))) if seat == viewer else set()


def _shows(game: CincoState, entry: Entry) -> set[int]:
    """The cards that a move lays open."""
    match _move_in(entry):
        case _, Play(card=card):
            return {card}
        case seat, Exchange():
            return set(game.hands[seat])
    return set()


def _move_in(entry: Entry) -> tuple[Seat, CincoMove] | None:
    """The move of a seat in this entry, if there is one."""
    for event in entry.events:
        if isinstance(event, Moved):
            return event.seat, CINCO.decode_move(event.move)
    return None


def check_twins(desk: Desk, at: int, random: Random) -> None:
    """Compare the table with its twin before and after entry ``at``, from every point of view."""
    before = None
    for entry in desk.entries[:at]:
        before = advance(before, entry)
    assert before is not None
    for viewer in (*range(len(before.seats)), None):
        check_twin(desk, before, desk.entries[at], viewer, random)


def check_twin(desk: Desk, before: TableState, entry: Entry, viewer: Seat | None, random: Random) -> None:
    person = PEOPLE[viewer] if viewer is not None else Person("stranger-cookie", "Stranger")
    twin = twin_table(before, entry, viewer, random)
    same = twin_entry(before.position or desk.state.position, entry, viewer, random)
    assert shown(twin, person) == shown(before, person)
    assert told(twin, same, viewer) == told(before, entry, viewer)
    after = advance(before, entry)
    if after.status != "ended":
        assert shown(advance(twin, same), person) == shown(after, person)


def twin_table(before: TableState, entry: Entry, viewer: Seat | None, random: Random) -> TableState:
    """The same table to the viewer: another seed, other people's entropy, and the twin of its game."""
    seats = tuple(
        each if seat == viewer or not each.entropy else replace(each, entropy=entropy(1000 + seat))
        for seat, each in enumerate(before.seats)
    )
    position = before.position
    if position is not None:
        moved = _move_in(entry)
        top = HAND if moved is not None and moved[0] == viewer else 0
        position = twin_game(position, viewer, _shows(position, entry), top, random)
    return replace(before, seed=OTHER_SEED, seats=seats, position=position)


# ---- the tests ------------------------------------------------------------------------------------------


@given(st.sampled_from(CINCO_SETUPS), st.randoms(use_true_random=False), st.integers(0, 150))
def test_twins_look_alike_all_along_a_game(options: CincoOptions, random: Random, moves: int) -> None:
    desk = seated(settings(replace(options, first=0))).play(random, moves)
    if desk.state.status == "playing":
        desk.move(random)
    check_twins(desk, random.randrange(options.players, len(desk.entries)), random)


@pytest.mark.parametrize("seed", range(3))
def test_twins_look_alike_when_the_pile_runs_out(seed: int) -> None:
    """Exchanges only: the reshuffle comes soon, often in the middle of one."""
    random = Random(seed)
    desk = Desk(settings(CincoOptions(players=3, teams=3, first=0)), seed=f"{seed:02x}" * 32).seat_everybody()
    while desk.state.position.reshuffles < 2:
        person, seat = desk.mover()
        desk.do(person, make_move(seat, Exchange()))
    for at in range(3, len(desk.entries)):
        check_twins(desk, at, random)


def test_the_twins_do_differ() -> None:
    """The comparison above would be worth nothing if twins were the same."""
    desk = seated().play(Random(1), 10)
    game = desk.state.position
    twin = twin_game(game, 0, set(), 0, Random(3))
    assert twin.pile != game.pile
    assert twin.hands[1] != game.hands[1]
    assert twin.hands[0] == game.hands[0]


def test_while_devices_reveal_no_viewer_learns_anothers_entropy_or_the_seed() -> None:
    """The last device must not know more than the first: reveals are shown when all are complete."""
    desk, twin = Desk(), Desk(seed=OTHER_SEED)
    for each, number in ((desk, 11), (twin, 99)):
        commitment = promise(11)
        each.do(BOB, SitDown(1, commitment))
        each.do(ALICE, SitDown(0, promise(1)), here=(ALICE.id, BOB.id))
        each.write((Revealed(1, entropy(number)),))
        assert each.state.awaited() == (0,)
    for person in (ALICE, BOB, CAROL):
        assert shown(desk.state, person) == shown(twin.state, person)
    before = after = None
    for mine, other in zip(desk.entries, twin.entries, strict=True):
        assert told(before, mine, None) == told(after, other, None)
        before, after = advance(before, mine), advance(after, other)


def test_the_seed_and_the_cookies_are_in_nothing_that_is_sent_before_the_end() -> None:
    desk = seated()
    sent = b""
    while desk.state.status == "playing":
        for person in (ALICE, BOB, CAROL):
            sent += shown(desk.state, person)
        desk.move(Random(desk.state.version))
    state = None
    for entry in desk.entries:
        for seat in (0, 1, None):
            sent += told(state, entry, seat)
        state = advance(state, entry)
    for secret in (desk.state.seed, ALICE.id, BOB.id):
        assert secret.encode() not in sent
    assert view_table(desk.state, CAROL, None).seed == desk.state.seed


def test_a_covered_hand_is_seen_by_no_viewer() -> None:
    desk = seated(settings(seats=(ME, ME), one_device=True))
    stranger: Any = view_table(desk.state, CAROL, None).game
    covered: Any = view_table(desk.state, ALICE, None).game
    assert covered == stranger
    assert covered.hand == ()
    for point_of_view in (0, 1):
        view: Any = view_table(desk.state, ALICE, point_of_view).game
        assert view.hand == desk.state.position.hands[point_of_view]
        assert view_table(desk.state, CAROL, point_of_view).game == stranger


def test_another_persons_point_of_view_shows_nothing_more() -> None:
    desk = seated()
    assert shown(desk.state, ALICE, 1) == shown(desk.state, ALICE)
    assert shown(desk.state, CAROL, 1) == shown(desk.state, CAROL)


def test_a_player_who_left_their_seat_no_longer_sees_its_hand() -> None:
    desk = seated()
    desk.do(BOB, StandUp(1))
    view: Any = view_table(desk.state, BOB, 1)
    assert (view.point_of_view, view.game.hand) == (None, ())
