"""A server that cheats with chance is caught by a program, before the reveal and after the game.

The cases are those of ``web/src/state/chance/commitReveal.test.ts``.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import replace

from quincunx.cli.bots.remote_bot import Screen
from quincunx.client import FAULTS, RemoteTable, UnfairChance
from quincunx.client.check import faults_of
from quincunx.client.choosers import LocalBot
from quincunx.client.commit_reveal import CommitReveal, Verdict
from quincunx.client.player import TablePlayer
from quincunx.core.randomness import entropy_commitment
from quincunx.core.record import write
from quincunx.core.sentence import Sentence
from quincunx.core.values import Seat
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.commands import Command, Commit, Resign, Reveal, SitDown
from quincunx.table.record.game_record import record_of
from quincunx.table.view import view_table
from quincunx.table.wire.table import Ack, CommitRevealView, OfDayView, SeatView, TableView, Update
from tests.table.support import ALICE, BOB, SEED, Desk, entropy, settings

OTHER = "07" * 32
THEIRS = "b0" * 32
HERE = (ALICE.id, BOB.id)
FIRST = view_table(Desk(settings(CinqoOptions(players=2))).state, ALICE, None)
ALICE_SITS = (SeatView("person", "Alice", None, True), SeatView("person", "Bob", None, False))


def at(protocol: dict[str, Any] | None = None, **changes: Any) -> TableView:
    """The table at some moment, as Alice sees it from seat 1."""
    shown = CommitRevealView(1, ("", ""), None, (), (), ())
    changes = {"seats": ALICE_SITS, "commit_reveal": replace(shown, **(protocol or {}))} | changes
    return replace(FIRST, **changes)


class Device:
    """A program that has sat down on the first seat."""

    def __init__(self) -> None:
        self.commit_reveal = CommitReveal()
        self.mine = self.commit_reveal.sit(at(), 0)
        self.acknowledged: list[Command] = []

    @property
    def commitments(self) -> tuple[str, str]:
        return self.mine, entropy_commitment(THEIRS)

    def react(self, view: TableView, seats: tuple[Seat, ...] = (0,)) -> list[Command]:
        return self.commit_reveal.react(view, seats)

    def waiting(self) -> TableView:
        return at({"commitments": (self.mine, "")})

    def revealing(self, protocol: dict[str, Any] | None = None, **changes: Any) -> TableView:
        shown = {"commitments": self.commitments, "taking_part": (0, 1), "awaited": (0, 1)}
        return at(shown | (protocol or {}), **changes)

    def reveal(self, view: TableView | None = None) -> str:
        """The command sent for the reveal."""
        (command,) = self.react(view or self.revealing())
        assert isinstance(command, Reveal)
        assert entropy_commitment(command.entropy) == self.mine
        return command.entropy

    def ended(self, own: str, protocol: dict[str, Any] | None = None, **changes: Any) -> TableView:
        """The end of the game as an honest server shows it, but for the changes."""
        shown = {"commitments": self.commitments, "taking_part": (0, 1)} | (protocol or {})
        return at(shown, **({"status": "ended", "seed": SEED, "entropies": (own, THEIRS)} | changes))

    def judge(self, view: TableView) -> Verdict | None:
        return self.commit_reveal.judge(view)


@pytest.fixture
def device() -> Device:
    return Device()


# ---- before the game ---------------------------------------------------------------------------------------


def test_the_entropy_is_revealed_once_when_all_have_committed(device: Device) -> None:
    assert device.react(device.waiting()) == []
    device.reveal()
    assert device.react(device.revealing()) == []
    assert device.judge(device.ended("00" * 32)) == "own"


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"commitment": entropy_commitment(OTHER)}, "changed its commitment"),
        ({"commit_reveal": {"commitments": ("", "")}}, None),
        ({"commit_reveal": {"commitments": (None, "")}}, "committed to nothing"),
        ({"commit_reveal": {"voided": ((1,),)}}, "voided rounds against the rules"),
        ({"commit_reveal": {"voided": ((),)}}, "voided rounds against the rules"),
        ({"commit_reveal": {"taking_part": (1,)}}, "breaks the rules"),
        ({"seats": (ALICE_SITS[0], SeatView("bot", "Bot", "keen", False))}, "breaks the rules"),
    ],
)
def test_nothing_is_revealed_against_the_rules(
    device: Device, changed: dict[str, Any], sentence: str | None
) -> None:
    protocol = dict(changed.get("commit_reveal", {}))
    if "commitments" in protocol:
        own = {None: device.mine}
        protocol["commitments"] = tuple(own.get(each, each) for each in protocol["commitments"])
    others = {name: value for name, value in changed.items() if name != "commit_reveal"}
    view = device.revealing(protocol, **others)
    if sentence is None:  # another device of the same person has committed: it is that one's to reveal
        assert device.react(view) == []
        return
    for _ in range(2):
        with pytest.raises(UnfairChance, match=sentence):
            device.react(view)


def test_nothing_is_revealed_under_two_sets_of_commitments(device: Device) -> None:
    for seat in (0, 1):
        device.commit_reveal.sit(at(), seat)
    mine = Device()
    mine.react(mine.revealing())
    later = mine.revealing({"commitments": (mine.mine, entropy_commitment(OTHER))})
    assert mine.react(later) == [], "it has been revealed already"
    # A second seat of the same program is asked under other commitments than the first was.
    both = CommitReveal()
    promised = [both.sit(at(), seat) for seat in (0, 1)]
    shown = {"commitments": tuple(promised), "taking_part": (0, 1), "awaited": (0,)}
    assert len(both.react(at(shown), (0, 1))) == 1
    for changed in ({"taking_part": (1,), "awaited": (1,)}, {"commitments": ("ab" * 32, promised[1])}):
        with pytest.raises(UnfairChance, match="changed the commitments or the participating seats"):
            both.react(at(shown | {"awaited": (1,)} | changed), (0, 1))


def test_a_void_round_is_committed_to_anew_with_fresh_entropy(device: Device) -> None:
    device.reveal()
    anew = at({"round": 2, "awaited": (0,), "voided": ((1,),)}, commitment=entropy_commitment(OTHER))
    (command,) = device.react(anew)
    assert isinstance(command, Commit)
    assert command.seat == 0
    assert command.commitment != device.mine
    assert device.react(anew) == []
    assert CommitReveal().react(at({"round": 2, "awaited": (1,), "voided": ((0,),)}), (0,)) == []


@pytest.mark.parametrize("voided", [((1,), (1,)), ((1,),), ((1,), ()), ((1,), (2,)), ((1,), (-1,))])
def test_a_program_takes_no_part_in_rounds_without_end(device: Device, voided: tuple[Any, ...]) -> None:
    with pytest.raises(UnfairChance, match="doesn’t take part"):
        device.react(at({"round": 3, "awaited": (0,), "voided": voided}))


def test_only_a_seat_that_took_part_can_void_a_round(device: Device) -> None:
    """Otherwise a host could see what all reveal, and void rounds in the name of seats that never take part
    until it likes its cards."""
    three = (*ALICE_SITS, SeatView("person", "Eve", None, False))
    device.reveal(device.revealing(seats=three))
    void = at({"round": 2, "awaited": (0,), "voided": ((2,),)}, seats=three, **ANEW)
    with pytest.raises(UnfairChance, match="voided rounds against the rules"):
        device.react(void)
    ended = {"round": 2, "taking_part": (1,), "voided": ((2,),)}
    assert device.judge(device.ended("", ended, seed=OTHER, seats=three, **ANEW)) == "others"


def test_a_seat_that_made_a_round_void_takes_part_no_more(device: Device) -> None:
    device.reveal()
    (command,) = device.react(at({"round": 2, "awaited": (0,), "voided": ((1,),)}, **ANEW))
    assert isinstance(command, Commit)
    shown = {"round": 2, "commitments": (command.commitment, device.commitments[1]), "taking_part": (0, 1)}
    with pytest.raises(UnfairChance, match="breaks the rules"):
        device.react(at(shown | {"awaited": (0,), "voided": ((1,),)}, **ANEW))


def test_a_seat_that_another_device_has_taken_is_committed_to_once() -> None:
    elsewhere, arrived = at({"commitments": (entropy_commitment(OTHER), "")}), CommitReveal()
    (command,) = arrived.react(elsewhere, (0,))
    assert isinstance(command, Commit)
    assert arrived.react(elsewhere, (0,)) == []
    assert Device().react(elsewhere) == [], "two devices never take turns at it"


def test_a_server_cannot_drop_the_whole_procedure(device: Device) -> None:
    with pytest.raises(UnfairChance, match="dropped this program’s commitment"):
        device.react(replace(at(), commit_reveal=None))
    with pytest.raises(UnfairChance, match="dropped this program’s commitment"):
        device.react(replace(at(), commit_reveal=None, of_day=OfDayView("2026-11-22", False, 0)))
    assert device.judge(replace(device.ended(device.reveal()), commit_reveal=None)) == "others"
    # A day's challenge never had it.
    day = CommitReveal()
    of_day = replace(at(), commit_reveal=None, of_day=OfDayView("2026-11-22", False, 0))
    day.sit(of_day, 0)
    assert day.react(of_day, (0,)) == []
    assert day.judge(of_day) is None


# ---- after the game ----------------------------------------------------------------------------------------


def test_all_was_kept(device: Device) -> None:
    assert device.judge(device.ended(device.reveal())) == "kept"


def test_a_seed_that_was_exchanged(device: Device) -> None:
    own = device.reveal()
    commitment = entropy_commitment(OTHER)
    assert device.judge(device.ended(own, seed=OTHER, commitment=commitment)) == "seed"
    for seed in (OTHER, None, SEED.upper()):
        assert device.judge(device.ended(own, seed=seed)) == "seed"


def test_a_seed_that_was_exchanged_while_the_program_was_away(device: Device) -> None:
    away = {"taking_part": (1,), "left_out": (0,)}
    honest = device.ended("", away)
    device.react(honest)
    assert device.judge(honest) == "away"
    changed = {"seed": OTHER, "commitment": entropy_commitment(OTHER)}
    assert device.judge(device.ended("", away, **changed)) == "seed"


def test_own_entropy_that_was_replaced(device: Device) -> None:
    device.reveal()
    assert device.judge(device.ended(OTHER)) == "own"
    exchanged = (entropy_commitment(OTHER), entropy_commitment(THEIRS))
    assert device.judge(device.ended(OTHER, {"commitments": exchanged})) == "own"
    assert device.judge(device.ended("", {"taking_part": (1,), "left_out": (0,)})) == "own"
    assert device.judge(device.ended("", entropies=())) == "own"


def test_others_that_were_exchanged(device: Device) -> None:
    own = device.reveal()
    other = {"commitments": (device.mine, entropy_commitment(OTHER))}
    assert device.judge(device.ended(own, entropies=(own, OTHER))) == "others"
    assert device.judge(device.ended(own, other, entropies=(own, OTHER))) == "others"
    left_out = {"taking_part": (0,), "left_out": (1,)}
    assert device.judge(device.ended(own, left_out, entropies=(own, ""))) == "others"
    assert device.judge(device.ended(own, {"voided": ((1,),)})) == "others"
    for entropies in ((own, ""), (own,), (own, THEIRS, OTHER)):
        assert device.judge(device.ended(own, entropies=entropies)) == "others"


def test_a_program_that_was_left_out_although_it_was_there(device: Device) -> None:
    device.react(device.waiting())
    without = {"commitments": device.commitments, "taking_part": (1,), "left_out": (0,)}
    device.react(at(without, status="playing"))
    assert device.judge(device.ended("", without)) == "pretended"


def test_a_game_that_starts_without_anybody_taking_part(device: Device) -> None:
    device.react(device.waiting())
    without = {"commitments": device.commitments, "taking_part": None, "left_out": (0, 1)}
    device.react(at(without, status="playing"))
    assert device.judge(device.ended("", without, entropies=("", ""))) == "pretended"


@pytest.mark.parametrize(("is_lost", "verdict"), [(False, "late"), (True, "away")])
def test_a_second_commitment_that_was_never_acknowledged(
    device: Device, is_lost: bool, verdict: Verdict
) -> None:
    """The server says that it came too late, and so does the program: neither can prove the contrary."""
    device.react(device.waiting())
    device.reveal()
    void = {"round": 2, "commitments": ("", ""), "awaited": (0,), "voided": ((1,),)}
    assert len(device.react(at(void, **ANEW))) == 1
    if is_lost:
        device.commit_reveal.connection_lost()
    without = void | {"awaited": (), "taking_part": None, "left_out": (0, 1)}
    device.react(at(without, status="playing", **ANEW))
    ended = device.ended("", without, seed=OTHER, entropies=("", ""), **ANEW)
    assert device.judge(ended) == verdict


def test_a_commitment_that_is_gone_from_its_seat(device: Device) -> None:
    device.commit_reveal.acknowledged(SitDown(0, device.mine))
    device.react(device.waiting())
    without = {"commitments": ("", entropy_commitment(THEIRS)), "taking_part": (1,), "left_out": (0,)}
    device.react(at(without, status="playing"))
    assert device.judge(device.ended("", without)) == "pretended"


def test_a_seat_that_another_device_committed_for(device: Device) -> None:
    device.commit_reveal.acknowledged(SitDown(0, device.mine))
    device.react(device.waiting())
    exchanged = {"commitments": (entropy_commitment(OTHER), entropy_commitment(THEIRS))}
    assert device.react(device.revealing(exchanged)) == []
    assert device.judge(device.ended(OTHER, exchanged)) == "elsewhere"


SECOND: dict[str, Any] = {
    "round": 2,
    "commitments": ("", entropy_commitment(THEIRS)),
    "taking_part": (1,),
    "left_out": (0,),
    "voided": ((0,),),
}
ANEW = {"commitment": entropy_commitment(OTHER)}


def test_a_round_that_was_void_without_asking_the_program(device: Device) -> None:
    device.commit_reveal.acknowledged(SitDown(0, device.mine))
    device.react(device.waiting())
    device.react(at({"round": 2, "awaited": (1,), "voided": ((0,),)}, **ANEW))
    assert device.judge(device.ended("", SECOND, seed=OTHER, **ANEW)) == "pretended"


def test_a_reveal_that_is_said_never_to_have_come(device: Device) -> None:
    device.commit_reveal.acknowledged(SitDown(0, device.mine))
    device.react(device.waiting())
    own = device.reveal()
    assert device.judge(device.ended("", SECOND, seed=OTHER, **ANEW)) == "late"
    device.commit_reveal.acknowledged(Reveal(0, own))
    assert device.judge(device.ended("", SECOND, seed=OTHER, **ANEW)) == "pretended"


def test_a_lost_connection_is_no_pretence(device: Device) -> None:
    device.react(device.waiting())
    device.commit_reveal.connection_lost()
    without = {"commitments": device.commitments, "taking_part": (1,), "left_out": (0,)}
    device.react(at(without, status="playing"))
    assert device.judge(device.ended("", without)) == "away"


def test_a_round_that_is_said_never_to_have_been(device: Device) -> None:
    own = device.reveal()
    anew = at({"round": 2, "awaited": (0,), "voided": ((1,),)}, **ANEW)
    (command,) = device.react(anew)
    assert isinstance(command, Commit)
    shown = {"round": 2, "commitments": (command.commitment, ""), "taking_part": (0,), "awaited": (0,)}
    device.react(at(shown | {"voided": ((1,),)}, **ANEW))
    assert device.judge(device.ended(own)) == "others"


def test_nothing_is_said_of_a_game_without_this_program(device: Device) -> None:
    assert CommitReveal().judge(device.ended(device.reveal())) is None


def test_a_view_with_members_missing_is_judged_and_breaks_nothing(device: Device) -> None:
    device.react(device.waiting())
    short = at({"commitments": (), "taking_part": (0, 1, 7), "awaited": (0,), "voided": ()})
    assert device.react(short) == []
    assert device.judge(replace(short, status="ended", seed=SEED, seats=())) in FAULTS


# ---- at a table --------------------------------------------------------------------------------------------


def commands_of(said: list[msgspec.Struct]) -> list[dict[str, Any]]:
    frames = [msgspec.json.decode(msgspec.json.encode(each))["frame"] for each in said]
    return [frame["command"] for frame in frames if "command" in frame]


class Line:
    """A table as a program has it, and all that the program says."""

    def __init__(self) -> None:
        self.said: list[msgspec.Struct] = []
        self.table = RemoteTable(FIRST.id, self.said.append)

    async def show(self, view: TableView) -> list[dict[str, Any]]:
        """The program's commands when the server shows this."""
        self.said.clear()
        self.table.handle_frame(msgspec.json.encode(Update(None, view.version, (), view)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return commands_of(self.said)


async def test_a_table_reveals_nothing_to_a_server_that_has_changed_its_seed() -> None:
    line = Line()
    (commit,) = await line.show(at())
    shown = {"commitments": (commit["commitment"], entropy_commitment(THEIRS)), "taking_part": (0, 1)}
    cheating = at(shown | {"awaited": (0, 1)}, version=5, commitment=entropy_commitment(OTHER))
    assert await line.show(cheating) == []
    updates = line.table.updates()
    assert (await anext(updates)).version == 1
    with pytest.raises(UnfairChance, match="changed its commitment"):
        await anext(updates)
    with pytest.raises(UnfairChance):
        await line.table.do(Resign(0))
    assert await line.show(at(shown | {"awaited": (0, 1)}, version=6)) == []


async def test_a_seat_is_taken_only_after_the_commitment_of_the_server_was_seen() -> None:
    line = Line()
    sitting = asyncio.create_task(line.table.sit(0))
    await asyncio.sleep(0)
    assert commands_of(line.said) == []
    said = await line.show(replace(FIRST, version=3))
    for _ in range(3):
        await asyncio.sleep(0)
    said += commands_of(line.said)
    assert [command["type"] for command in said[-1:]] == ["sit_down"]
    frames = [msgspec.json.decode(msgspec.json.encode(each))["frame"] for each in line.said]
    line.table.handle_frame(msgspec.json.encode(Ack(frames[-1]["key"], 4)))
    assert (await sitting).version == 4


async def test_a_move_names_the_view_that_it_was_chosen_for() -> None:
    line = Line()
    first = at({"taking_part": ()}, version=3, status="playing", seats=FIRST.seats)
    await line.show(first)
    await line.show(replace(first, version=8))
    line.said.clear()
    moving = asyncio.create_task(line.table.do(Resign(0), first))
    await asyncio.sleep(0)
    (frame,) = [msgspec.json.decode(msgspec.json.encode(each))["frame"] for each in line.said]
    assert frame["version"] == 3
    moving.cancel()


# ---- the record of the game --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished() -> Desk:
    """A game of two devices that was given up at once."""
    desk = Desk(settings(CinqoOptions(players=2, goal="rounds", rounds=1)))
    for seat, person in enumerate((ALICE, BOB)):
        desk.do(person, SitDown(seat, entropy_commitment(entropy(seat + 1))), here=HERE)
    desk.reveal_all()
    desk.do(ALICE, Resign(0))
    return desk


def test_an_honest_record_has_no_faults(finished: Desk) -> None:
    view = view_table(finished.state, ALICE, None)
    assert faults_of(view, write(record_of(tuple(finished.entries), finished.state))) == []


def test_a_record_of_another_seed_or_another_game_is_noticed(finished: Desk) -> None:
    view = view_table(finished.state, ALICE, None)
    record = record_of(tuple(finished.entries), finished.state)
    text = write(record)
    assert view.commit_reveal is not None
    others = (
        replace(view, seed=OTHER),
        replace(view, entropies=(OTHER, THEIRS)),
        replace(view, of_day=OfDayView("2026-11-22", False, 0)),
        *(
            replace(view, commit_reveal=msgspec.structs.replace(view.commit_reveal, **changed))
            for changed in ({"voided": ((1,),)}, {"left_out": (1,)}, {"commitments": ()})
        ),
    )
    for shown in others:
        assert [*map(str, faults_of(shown, text))] == [
            "The record shows another seed, or other entropies, than the table did."
        ]
    other_end = replace(view, outcome=None)
    other_game = replace(view, game=msgspec.structs.replace(view.game, scores=(7, 7)))
    for shown in (other_end, other_game):
        (fault,) = faults_of(shown, text)
        assert str(fault) == "The record isn’t of the game played at this table."
    wrong = replace(record, seed=OTHER)
    assert any("isn’t the one committed" in str(fault) for fault in faults_of(view, write(wrong)))


# ---- our own bots ------------------------------------------------------------------------------------------


class Lying:
    """A client of a server that exchanged its seed in the middle, and has a record that agrees."""

    def __init__(self, view: TableView, record: str) -> None:
        self.line = Line()
        self.record = record
        self.line.table.view = view
        self.line.table._commit_reveal.sit(replace(at(), commitment=entropy_commitment(OTHER)), 0)

    @contextlib.asynccontextmanager
    async def at(self, _: str) -> AsyncIterator[RemoteTable]:
        yield self.line.table

    async def verify(self, table: RemoteTable) -> list[Sentence]:
        assert table.view is not None
        return faults_of(replace(table.view, entropies=(OTHER, THEIRS)), self.record)


async def test_our_bots_say_what_was_wrong_with_the_chance_of_a_game(
    finished: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    record = write(record_of(tuple(finished.entries), finished.state))
    lying = Lying(view_table(finished.state, ALICE, None), record)
    bot = TablePlayer(cast("Any", lying), LocalBot("greedy"), Screen("greedy"))
    name = lying.line.table.id
    await bot._play(name)
    told = capsys.readouterr().out.splitlines()
    assert told == [
        f"{name} is over.",
        f"{name}: Don’t trust this result: the seed isn’t the one this device saw committed before the game.",
        f"{name}: The record shows another seed, or other entropies, than the table did.",
    ]
