"""Tournaments: duplicate deals, resuming, and every way to run them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from quincunx.arena import Plan, match, run, workers
from quincunx.arena.deal import Deal, play_deal
from quincunx.arena.ledger import RESULTS, BadResults, read_results
from quincunx.engines.bot import OWN_PACE, Budget, Decision
from quincunx.engines.players import BadEntry, entrant
from quincunx.games import GAMES, game_of
from quincunx.games.cinco.types import CincoOptions, Play
from quincunx.games.cinqo.types import CinqoOptions, Put

PLAN = Plan(CincoOptions(), ("greedy", "random", "py:tests.arena.test_tournament:Another"), 3, seed=7)


class Another:
    """A third bot, as good as greedy."""

    def choose(self, view: Any, random: Random, budget: Budget = OWN_PACE) -> Decision[Any]:
        return greedy_of("cinco").choose(view, random)


def greedy_of(game: str) -> Any:
    return GAMES[game].bots.bot("greedy")


def nothing(deal: Deal) -> None:
    pass


def facts(deals: list[Deal]) -> list[Any]:
    """Deals without the time they took."""
    return [
        (deal.pair, deal.number, [(g.side, g.first, g.winner, g.turns, g.termination) for g in deal.games])
        for deal in deals
    ]


@pytest.mark.parametrize(
    "options",
    [CincoOptions(), CincoOptions(3, 3), CincoOptions(6, 3, True), CinqoOptions(2), CinqoOptions(3)],
)
def test_each_bot_sits_on_every_side_of_a_deal(options: Any) -> None:
    game = game_of(options)
    first, second = entrant(game, "greedy", None, None), entrant(game, "random", None, None)
    deal = play_deal(options, first, second, 0, 4, 1)
    sides = len(set(game.sides(options)))
    assert [g.side for g in deal.games] == list(range(sides))
    assert 0 <= deal.score <= 1
    assert deal.score > 1 / sides


def test_a_bot_against_itself_wins_its_fair_share_of_every_deal() -> None:
    """The same cards from every side: what one seat wins the other loses."""
    first = entrant(GAMES["cinco"], "greedy", None, None)
    shares = [play_deal(CincoOptions(), first, first, 0, number, 3).score for number in range(20)]
    assert 0.3 < sum(shares) / 20 < 0.7


def test_the_stronger_bot_wins() -> None:
    found = match(CincoOptions(), "greedy", "random", deals=5)
    assert found.mean == 1.0
    assert found.deals == 5
    assert 0 < found.margin < 1


def test_a_run_that_was_interrupted_goes_on_without_loss_or_double_counting(tmp_path: Path) -> None:
    whole = run(PLAN, tmp_path / "whole", 1, nothing)
    heard: list[Deal] = []

    def stop(deal: Deal) -> None:
        heard.append(deal)
        if len(heard) == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(PLAN, tmp_path / "cut", 1, stop)
    results = tmp_path / "cut" / RESULTS
    with results.open("a") as file:
        file.write('{"pair": 1, "number":')  # the crash came in the middle of a line
    again: list[Deal] = []
    resumed = run(PLAN, tmp_path / "cut", 1, again.append)
    assert len(again) == 9 - 4
    assert facts(resumed) == facts(whole)
    assert len(results.read_text().splitlines()) == 1 + 9
    kept = sorted(read_results(results, PLAN), key=lambda deal: (deal.pair, deal.number))
    assert facts(kept) == facts(whole)


def test_more_games_may_be_asked_for_later(tmp_path: Path) -> None:
    run(PLAN, tmp_path, 1, nothing)
    longer = msgspec.structs.replace(PLAN, deals=4)
    new: list[Deal] = []
    assert len(run(longer, tmp_path, 1, new.append)) == 12
    assert len(new) == 3


def test_a_folder_belongs_to_one_tournament(tmp_path: Path) -> None:
    run(PLAN, tmp_path, 1, nothing)
    with pytest.raises(BadResults, match="other settings"):
        run(Plan(CincoOptions(), ("greedy", "random"), 3), tmp_path, 1, nothing)
    (tmp_path / RESULTS).write_text("what?\n")
    with pytest.raises(BadResults, match="contains no arena results"):
        read_results(tmp_path / RESULTS, PLAN)


def test_two_tournaments_never_write_to_the_same_folder(tmp_path: Path) -> None:
    def second(deal: Deal) -> None:
        with pytest.raises(BadResults, match="Another tournament is writing"):
            run(PLAN, tmp_path, 1, nothing)

    assert len(run(PLAN, tmp_path, 1, second)) == 9
    assert len(read_results(tmp_path / RESULTS, PLAN)) == 9
    # Once it is over, the folder is free.
    assert len(run(PLAN, tmp_path, 1, nothing)) == 9


@pytest.mark.nightly
def test_processes_play_the_same_deals(tmp_path: Path) -> None:
    assert facts(run(PLAN, None, 2, nothing)) == facts(run(PLAN, None, 1, nothing))


class Killer:
    """Kills its process once, and then plays like greedy."""

    def choose(self, view: Any, random: Random, budget: Budget = OWN_PACE) -> Decision[Any]:
        marker = Path(os.environ["QUINCUNX_TEST_MARKER"])
        if not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return greedy_of("cinco").choose(view, random)


def test_a_process_that_dies_is_replaced_and_its_deals_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUINCUNX_TEST_MARKER", str(tmp_path / "killed"))
    plan = Plan(CincoOptions(), ("py:tests.arena.test_tournament:Killer", "random"), 4)
    deals = run(plan, None, 2, nothing)
    assert (tmp_path / "killed").exists()
    assert [deal.number for deal in deals] == [0, 1, 2, 3]


class Thrower:
    """Plays like greedy, and breaks down in the end."""

    def __init__(self) -> None:
        self.moves = 0

    def choose(self, view: Any, random: Random, budget: Budget = OWN_PACE) -> Decision[Any]:
        self.moves += 1
        if self.moves > 2:
            raise ZeroDivisionError("too clever")
        return greedy_of("cinco").choose(view, random)


class Babbler:
    """Does not say moves."""

    def choose(self, view: Any, random: Random, budget: Budget = OWN_PACE) -> str:
        return "the one in the middle"


class Cheat:
    """Plays a card that is not there."""

    def choose(self, view: Any, random: Random, budget: Budget = OWN_PACE) -> Decision[Any]:
        return Decision(Play(200, 1), 0.0, ())


class Leaver:
    """Ends its process, or would like to."""

    def choose(self, view: Any, random: Random, budget: Budget = OWN_PACE) -> Decision[Any]:
        raise SystemExit("had enough")


class Unprintable:
    """Says something that cannot even be shown."""

    def choose(self, view: Any, random: Random, budget: Budget = OWN_PACE) -> Unprintable:
        return self

    def __repr__(self) -> str:
        raise RuntimeError("no")


class Listing:
    """Dice in lists instead of tuples, and text for a number."""

    def choose(self, view: Any, random: Random, budget: Budget = OWN_PACE) -> Decision[Any]:
        dice: Any = ["six"]
        return Decision(Put(dice), 0.0, ())


FAULTS = [
    ("Thrower", "crashed: ZeroDivisionError: too clever", CincoOptions()),
    ("Thrower", "crashed: ZeroDivisionError: too clever", CincoOptions(3, 3)),
    ("Babbler", "garbage: 'the one in the middle'", CincoOptions()),
    ("Cheat", "illegal move", CincoOptions(6, 3)),
    ("Leaver", "crashed: SystemExit: had enough", CincoOptions()),
    ("Unprintable", "garbage: <Unprintable", CincoOptions()),
    ("Listing", "garbage: Put(rack=[", CinqoOptions(3)),
]


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(("name", "words", "options"), FAULTS)
def test_a_fault_of_an_object_is_named_and_scored_as_lost(
    name: str, words: str, options: Any, first: bool
) -> None:
    guest = f"py:tests.arena.test_tournament:{name}"
    plan = Plan(options, (guest, "greedy") if first else ("greedy", guest), 1)
    deals = run(plan, None, 1, nothing)
    assert [deal.score for deal in deals] == [0.0 if first else 1.0]
    for game in deals[0].games:
        assert game.fault is not None
        assert name in game.fault
        assert words in game.fault


class Lister:
    """Plays like greedy, and says dice as lists: that can be understood."""

    def choose(self, view: Any, random: Random, budget: Budget = OWN_PACE) -> Decision[Any]:
        put = greedy_of("cinqo").choose(view, random).action
        lists: Any = [list(dice) for dice in (put.rack, put.bank, put.from_bank)]
        return Decision(Put(*lists, put.box), 0.0, ())


def test_lists_of_dice_are_understood() -> None:
    plan = Plan(CinqoOptions(2), ("py:tests.arena.test_tournament:Lister", "random"), 1)
    assert [game.fault for deal in run(plan, None, 1, nothing) for game in deal.games] == [None, None]


@pytest.mark.nightly
def test_a_sequential_test_stops_early() -> None:
    plan = Plan(CincoOptions(), ("greedy", "random"), 500, sprt=(0.0, 100.0))
    assert 8 <= len(run(plan, None, 1, nothing)) < 100


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("oracle", "Unknown bot"),
        ("greedy:depth=3", "after the colon"),
        ("greedy:seconds=-1", "after the colon"),
        ("py:nowhere:Nobody", "Can’t import"),
        ("py:os:path", "neither a function nor an object"),
        ("cmd:", "A program must follow"),
    ],
)
def test_an_entrant_that_cannot_play_is_told_why(text: str, words: str) -> None:
    with pytest.raises(BadEntry, match=words):
        entrant(GAMES["cinco"], text, None, None)


def test_a_budget_of_its_own_goes_before_the_arenas() -> None:
    assert entrant(GAMES["cinco"], "master", 0.5, None).budget == Budget(seconds=0.5)
    assert entrant(GAMES["cinco"], "master:simulations=9,threads=2", 0.5, None).budget == Budget(None, 9, 2)


@pytest.mark.nightly
def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    words = [
        "arena",
        "cinco",
        "--bots",
        "greedy,random",
        "--games",
        "100000",
        "--out",
        str(tmp_path / "out"),
    ]
    process = subprocess.Popen(
        [sys.executable, "-c", "from quincunx.cli.main import main; main()", *words, "--cores", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        results = tmp_path / "out" / RESULTS
        until = time.monotonic() + 60
        while time.monotonic() < until and not (results.exists() and results.read_text().count("\n") > 5):
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "Run the same command to continue" in told
    assert "Traceback" not in told
    assert (tmp_path / "out" / "report.html").exists()


@pytest.mark.parametrize(
    ("bots", "is_ready", "compiled"),
    [
        (("greedy", "random"), False, []),
        (("greedy", "novice:simulations=2"), False, ["cinqo"]),
        (("greedy", "novice"), True, []),
    ],
)
def test_several_processes_find_kernels_compiled(
    bots: tuple[str, str], is_ready: bool, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[str] = []
    monkeypatch.setattr(workers, "is_precompiled", lambda game: is_ready)
    monkeypatch.setattr(workers, "precompile", lambda game: found.append(game.name))
    monkeypatch.setattr(workers, "_played_by_processes", lambda plan, left, cores: iter(()))
    assert list(workers.played(Plan(CinqoOptions(2), bots, 4), iter(()), 2, None)) == []
    assert found == compiled
