"""Commit–reveal: a device that has seen the others' reveals must have nothing left to choose."""

from __future__ import annotations

from collections.abc import Collection
from hashlib import sha256

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from quincunx.core.chance import Pick, Picked
from quincunx.core.randomness import Randomness, commitment, entropy_commitment
from quincunx.core.reason import Refusal
from quincunx.core.values import Seat
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.chance.commit_reveal import COMMIT_MILLISECONDS, REVEAL_MILLISECONDS, close
from quincunx.table.commands import Commit, OpenSeat, Reveal, SeatBot, SitDown, StandUp
from quincunx.table.events import (
    BotSeated,
    Committed,
    Event,
    Revealed,
    RevealOpened,
    RevealVoided,
    SatDown,
    Started,
)
from quincunx.table.fold import fold, take_in
from quincunx.table.seats.person import handle_of
from quincunx.table.state import TableState, evolve, initial_state
from quincunx.table.summary import summarize
from quincunx.table.view import public_events, view_table
from quincunx.table.wire.table import SeatEvent
from tests.table.support import (
    ALICE,
    BOB,
    BOT,
    CAROL,
    ME,
    NOW,
    OPEN,
    PEOPLE,
    SEED,
    Desk,
    entropy,
    promise,
    settings,
)

ALL = tuple(person.id for person in PEOPLE)
FRESH = "f5" * 32
THREE = CincoOptions(3, 3, first=0)


def full(here: Collection[str] = ALL, players: int = 3) -> Desk:
    """A table where all seats are taken and no device has revealed; these are connected."""
    desk = Desk(settings(CinqoOptions(players=players)))
    for seat in range(players):
        desk.do(PEOPLE[seat], SitDown(seat, promise(seat + 1)), here=here)
    return desk


def close_late(desk: Desk, seed: str = FRESH) -> tuple[Event, ...]:
    """The system closes the round, when its time is over."""
    until = desk.state.commit_reveal.until
    assert until is not None
    assert close(desk.state, until - 1, seed) == ()
    events = close(desk.state, until, seed)
    desk.write(events)
    return events


# ---- commit first, reveal after ----------------------------------------------------------------------------


def test_nothing_is_revealed_before_all_have_committed_and_the_participants_are_fixed() -> None:
    desk = Desk(settings(THREE))
    desk.do(ALICE, SitDown(0, promise(1)), here=ALL)
    desk.do(BOB, SitDown(1, promise(2)), here=ALL)
    assert desk.refused(ALICE, Reveal(0, entropy(1))).code == "not-asked"
    assert desk.state.awaited() == ()
    desk.do(CAROL, SitDown(2, promise(3)), here=ALL)
    assert desk.state.commit_reveal.taking_part == desk.state.awaited() == (0, 1, 2)
    assert (desk.state.status, desk.state.entropies) == ("waiting", ())


def test_only_what_was_committed_to_can_be_revealed_once_and_by_its_own_person() -> None:
    desk = full()
    assert desk.refused(ALICE, Reveal(0, entropy(9))).code == "bad-entropy"
    for strange in ("", "zz" * 32, entropy(1)[:-1], entropy(1).replace("1", "١")):
        assert desk.refused(ALICE, Reveal(0, strange)).code == "bad-entropy"
    assert desk.refused(BOB, Reveal(0, entropy(1))).code == "not-your-seat"
    desk.do(ALICE, Reveal(0, entropy(1)))
    assert desk.refused(ALICE, Reveal(0, entropy(1))).code == "not-asked"
    assert desk.state.awaited() == (1, 2)


def test_a_participant_cannot_choose_again_after_the_first_reveal() -> None:
    """Neither another commitment, nor leaving, nor a change of seats: each would be a say in the cards."""
    desk = full()
    desk.do(ALICE, Reveal(0, entropy(1)))
    assert desk.refused(BOB, Commit(1, promise(7))).code == "too-late"
    assert desk.refused(BOB, StandUp(1)).code == "commit-reveal"
    assert desk.refused(ALICE, OpenSeat(1)).code == "commit-reveal"
    assert desk.refused(ALICE, SeatBot(1, "greedy")).code == "seat-taken"
    bots = Desk(settings(CinqoOptions(players=2), (ME, BOT)))
    bots.do(ALICE, SitDown(0, promise(1)), here=ALL)
    assert bots.refused(ALICE, OpenSeat(1)).code == "commit-reveal"


def test_reveals_are_not_shown_before_all_are_in() -> None:
    desk = full()
    desk.do(ALICE, Reveal(0, entropy(1)))
    desk.do(BOB, Reveal(1, entropy(2)))
    for person in (ALICE, BOB, CAROL):
        shown = view_table(desk.state, person, None)
        assert shown.entropies == ()
        assert entropy(1) not in str(shown)
    desk.do(CAROL, Reveal(2, entropy(3)))
    assert view_table(desk.state, BOB, None).entropies == (entropy(1), entropy(2), entropy(3))


# ---- who runs the server, and sits down last ---------------------------------------------------------------

ONE_IN = 64
"""The inverse of the chance that a draw suits the host."""
BOBS = entropy(1_000_000)


def suits(seed: str, hosts: str, others: str, version: int) -> bool:
    """True if chance is as the host wants it, at a table of two."""
    entropies = (bytes.fromhex(hosts), bytes.fromhex(others))
    return Randomness(bytes.fromhex(seed), entropies, version).chance_move(0, Pick(ONE_IN)) == Picked(0)


def ground(seed: str, others: str, version: int) -> str:
    """The entropy that a host could search for. The search takes no longer than sitting down."""
    return next(mine for mine in map(entropy, range(9_999)) if suits(seed, mine, others, version))


def host_last() -> tuple[Desk, str]:
    """The host runs the server and knows its seed, but of Bob only what he has committed to: it can try out
    what would suit if he had drawn something else. All seats are taken, and Bob has revealed."""
    desk, blind = Desk(settings(CinqoOptions(players=2))), ground(SEED, entropy(0), 2)
    desk.do(BOB, SitDown(1, entropy_commitment(BOBS)), here=ALL)
    desk.do(ALICE, SitDown(0, entropy_commitment(blind)), here=ALL)
    desk.do(BOB, Reveal(1, BOBS))
    return desk, blind


def test_a_reader_of_the_others_messages_could_choose_their_chance() -> None:
    """As it was in version 1: entropies were sent when people sat down, and the host was the last one."""
    assert suits(SEED, ground(SEED, BOBS, 1), BOBS, 1)


def test_the_last_to_sit_down_has_nothing_to_grind_by() -> None:
    blind = ground(SEED, entropy(0), 2)
    tables = [entropy(1_000_000 + bobs) for bobs in range(20 * ONE_IN)]
    assert 10 < sum(suits(SEED, blind, bobs, 2) for bobs in tables) < 30, "as often as without any choice"


def test_a_reader_of_the_reveals_cannot_choose_any_more() -> None:
    desk, blind = host_last()
    wished = ground(SEED, BOBS, 2)
    assert suits(SEED, wished, BOBS, 2), "now it is known what would suit"
    assert desk.refused(ALICE, Reveal(0, wished)).code == "bad-entropy"
    assert desk.refused(ALICE, Commit(0, entropy_commitment(wished))).code == "too-late"
    assert desk.refused(ALICE, StandUp(0)).code == "commit-reveal"
    desk.do(ALICE, Reveal(0, blind))
    assert (desk.state.status, desk.state.seed) == ("playing", SEED)
    assert desk.state.entropies == (blind, BOBS)
    assert not suits(SEED, blind, BOBS, 2)


def test_a_withheld_reveal_gets_another_seed_and_has_no_say() -> None:
    desk, _ = host_last()
    assert close_late(desk) == (RevealVoided((0,), FRESH, NOW + REVEAL_MILLISECONDS + COMMIT_MILLISECONDS),)
    assert desk.refused(ALICE, Reveal(0, ground(SEED, BOBS, 2))).code == "not-asked"
    assert desk.refused(ALICE, Commit(0, promise(1))).code == "left-out"
    assert desk.refused(BOB, Reveal(1, BOBS)).code == "not-asked"
    desk.do(BOB, Commit(1, entropy_commitment(entropy(7))))
    desk.do(BOB, Reveal(1, entropy(7)))
    assert (desk.state.status, desk.state.seed) == ("playing", FRESH)
    assert (desk.state.entropies, desk.state.left_out()) == (("", entropy(7)), (0,))


# ---- who is not there -----------------------------------------------------------------------------------


def test_a_seat_whose_device_is_away_is_left_out_publicly() -> None:
    desk = full(here=(ALICE.id, CAROL.id))
    assert desk.state.commit_reveal.taking_part == (0, 2)
    assert desk.refused(BOB, Reveal(1, entropy(2))).code == "not-asked"
    desk.reveal_all()
    assert desk.state.entropies == (entropy(1), "", entropy(3))
    shown = view_table(desk.state, BOB, None).commit_reveal
    assert shown is not None
    assert (shown.taking_part, shown.left_out) == ((0, 2), (1,))
    assert shown.commitments == (promise(1), promise(2), promise(3))
    told = public_events(take_in(fold(desk.entries[:-1]), desk.entries[-1]), 1)
    assert SeatEvent("left_out", 1, "Bob", None, handle=handle_of(BOB.id)) in told


def test_without_devices_the_game_starts_at_once() -> None:
    desk = full(here=())
    assert desk.state.status == "playing"
    assert desk.state.left_out() == (0, 1, 2)


def test_bots_add_nothing_and_are_not_waited_for() -> None:
    desk = Desk(settings(CinqoOptions(players=2), (ME, BOT)))
    desk.do(ALICE, SitDown(0, promise(1)), here=ALL)
    assert desk.state.awaited() == (0,)
    desk.reveal_all()
    assert desk.state.entropies == (entropy(1), "")
    assert desk.state.left_out() == ()
    alone = Desk(settings(CinqoOptions(players=2), (BOT, BOT)))
    assert (alone.state.status, alone.state.left_out()) == ("playing", ())


def test_once_the_host_has_seated_the_last_bot_the_devices_have_a_while_to_reveal() -> None:
    desk = Desk()
    desk.do(ALICE, SitDown(0, promise(1)), here=ALL)
    events = desk.do(ALICE, SeatBot(1, "random"), here=ALL)
    assert events == (BotSeated(1, "random"), RevealOpened((0,), NOW + REVEAL_MILLISECONDS))


def test_on_one_device_every_seat_has_a_commitment_of_its_own() -> None:
    desk = Desk(settings(CincoOptions(first=0), (ME, ME), one_device=True))
    desk.seat_everybody()
    assert desk.state.entropies == (entropy(1), entropy(2))


def test_a_new_device_of_the_same_person_commits_anew_while_others_are_waited_for() -> None:
    desk = Desk(settings(THREE, (ME, OPEN, OPEN)))
    desk.do(BOB, SitDown(1, promise(2)), here=ALL)
    assert desk.do(BOB, Commit(1, promise(8))) == (Committed(1, promise(8)),)
    assert desk.refused(ALICE, Commit(1, promise(9))).code == "not-your-seat"
    assert desk.refused(ALICE, Commit(0, promise(9))).code == "not-your-seat"
    assert desk.refused(BOB, Commit(1, "AB" * 32)).code == "bad-commitment"
    desk.do(ALICE, SitDown(0, promise(1)), here=ALL)
    desk.do(CAROL, SitDown(2, promise(3)), here=ALL)
    assert desk.refused(BOB, Reveal(1, entropy(2))).code == "bad-entropy"
    desk.do(BOB, Reveal(1, entropy(8)))
    assert desk.reveal_all().state.status == "playing"
    assert desk.refused(BOB, Commit(1, promise(2))).code == "too-late"


def test_a_reveal_at_once_by_a_device_of_the_first_version_counts_no_more() -> None:
    """A table that waited while the server was brought up to date."""
    desk = Desk(settings(CinqoOptions(players=2)))
    desk.write((SatDown(0, ALICE.id, "Alice", entropy=entropy(1)),))
    desk.do(BOB, SitDown(1, promise(2)), here=ALL)
    assert desk.state.commit_reveal.taking_part == (1,)
    again = Desk(settings(CinqoOptions(players=2)))
    again.write((SatDown(0, ALICE.id, "Alice", entropy=entropy(1)),))
    again.do(ALICE, Commit(0, promise(1)))
    again.do(BOB, SitDown(1, promise(2)), here=ALL)
    assert again.state.awaited() == (0, 1)


# ---- who does not reveal --------------------------------------------------------------------------------


def test_a_missing_reveal_voids_the_round_and_all_others_commit_anew_to_another_seed() -> None:
    desk = full().reveal_all(but=[1])
    assert desk.state.commit_reveal.until == NOW + REVEAL_MILLISECONDS
    assert summarize(desk.state, 5).due == desk.state.commit_reveal.until
    events = close_late(desk)
    until = NOW + REVEAL_MILLISECONDS + COMMIT_MILLISECONDS
    assert events == (RevealVoided((1,), FRESH, until),)
    shown = view_table(desk.state, ALICE, None)
    assert shown.commitment == commitment(bytes.fromhex(FRESH)) != commitment(bytes.fromhex(SEED))
    assert shown.commit_reveal is not None
    assert (shown.commit_reveal.round, shown.commit_reveal.commitments) == (2, ("", "", ""))
    assert (shown.commit_reveal.awaited, shown.commit_reveal.voided) == ((0, 2), ((1,),))
    told = public_events(take_in(fold(desk.entries[:-1]), desk.entries[-1]), None)
    assert told == (SeatEvent("did_not_reveal", 1, "Bob", None, handle=handle_of(BOB.id)),)
    assert desk.refused(ALICE, Reveal(0, entropy(1))).code == "not-asked"
    assert desk.refused(BOB, Commit(1, promise(2))).code == "left-out"
    desk.do(ALICE, Commit(0, promise(11)))
    assert isinstance(desk.do(CAROL, Commit(2, promise(13)))[-1], RevealOpened)
    desk.do(ALICE, Reveal(0, entropy(11)))
    desk.do(CAROL, Reveal(2, entropy(13)))
    assert desk.state.entropies == (entropy(11), "", entropy(13))
    assert (desk.state.status, desk.state.left_out(), desk.state.seed) == ("playing", (1,), FRESH)


def test_a_seat_that_does_not_commit_anew_is_left_out() -> None:
    desk = full().reveal_all(but=[1])
    close_late(desk)
    desk.do(ALICE, Commit(0, promise(11)))
    assert close_late(desk) == (
        RevealOpened((0,), NOW + REVEAL_MILLISECONDS + COMMIT_MILLISECONDS + REVEAL_MILLISECONDS),
    )
    desk.do(ALICE, Reveal(0, entropy(11)))
    assert desk.state.left_out() == (1, 2)
    told = public_events(take_in(fold(desk.entries[:-1]), desk.entries[-1]), None)
    # Bob's device was there: that it did not reveal has been told already.
    assert [each.seat for each in told if isinstance(each, SeatEvent) and each.what == "left_out"] == [2]


def test_without_reveals_the_game_starts_with_the_new_seed_alone() -> None:
    desk = full()
    events = close_late(desk)
    assert isinstance(events[0], RevealVoided)
    assert events[1] == Started(("", "", ""), 2)
    assert (desk.state.status, desk.state.seed) == ("playing", FRESH)
    assert close(desk.state, NOW * 2, SEED) == ()


@given(st.integers(2, 6), st.data())
def test_withholding_never_buys_more_rounds_than_there_are_people(players: int, data: st.DataObject) -> None:
    """An accomplice of the server may void a round with bad cards, but only once per person."""
    desk, numbers = full(players=players), {seat: seat + 1 for seat in range(players)}
    seeds = {desk.state.seed}
    while desk.state.status == "waiting":
        for seat in data.draw(st.permutations(desk.state.awaited())):
            if data.draw(st.booleans()):
                desk.do(PEOPLE[seat], asked(desk.state, seat, numbers))
        if desk.state.status == "waiting":
            close_late(desk, sha256(desk.state.seed.encode()).hexdigest())
            seeds.add(desk.state.seed)
    state = desk.state
    event(f"{state.commit_reveal.round} rounds of {players} people")
    gone = [seat for missing in state.commit_reveal.voided for seat in missing]
    assert len(gone) == len(set(gone))
    assert len(seeds) == state.commit_reveal.round == len(state.commit_reveal.voided) + 1 <= players + 1
    for seat, added in enumerate(state.entropies):
        assert not added or promised(desk, seat) == sha256(bytes.fromhex(added)).hexdigest()
    assert set(gone) <= set(state.left_out())


def asked(state: TableState, seat: Seat, numbers: dict[Seat, int]) -> Commit | Reveal:
    """The response of a seat's device to a request."""
    if state.commit_reveal.taking_part is not None:
        return Reveal(seat, entropy(numbers[seat]))
    numbers[seat] += 10
    return Commit(seat, promise(numbers[seat]))


def promised(desk: Desk, seat: Seat) -> str:
    """The last commitment of the seat before anything was revealed in the round that counted."""
    found, state = "", None
    for entry in desk.entries:
        for each in entry.events:
            state = initial_state(each, 0) if state is None else evolve(state, each)  # type: ignore[arg-type]
            if isinstance(each, RevealOpened):
                found = state.seats[seat].commitment
            assert not isinstance(each, Revealed) or state.commit_reveal.taking_part is not None
    return found


def test_nothing_is_closed_before_its_time_or_where_nothing_is_open() -> None:
    assert close(Desk().state, 1 << 60, FRESH) == ()
    desk = full()
    assert close(desk.state, NOW, FRESH) == ()
    with pytest.raises(Refusal):
        desk.do(BOB, StandUp(1))
    assert desk.reveal_all().state.commit_reveal.until is None
