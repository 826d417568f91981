"""Background work survives: every loop of a node meets an unexpected error, and goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from structlog.testing import capture_logs

from quincunx.kit import periodic
from quincunx.node.cluster import membership, sync
from quincunx.node.events import daily, matchmaking, tournament_views, tournaments
from quincunx.node.events.daily import Days
from quincunx.node.events.matchmaking import Matchmaker
from quincunx.node.events.tournament_views import TournamentViews
from quincunx.node.events.tournaments import Tournaments
from quincunx.node.lists import lobby
from quincunx.node.messages import Gap
from quincunx.node.play import result_recorder
from quincunx.node.play.result_recorder import ResultRecorder
from quincunx.node.ports import JournalUnavailable
from tests.node.support import World, until
from tests.table.support import ALICE


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(periodic, "FIRST_BACKOFF", 0.001)
    for module in (result_recorder, daily, sync, tournaments, lobby, matchmaking):
        monkeypatch.setattr(module, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(matchmaking, "LEFT_SECONDS", 0.01)
    monkeypatch.setattr(tournament_views, "FOLLOW_SECONDS", 0.01)
    monkeypatch.setattr(membership, "BEAT_SECONDS", 0.01)
    for name in ("SWEEP_SECONDS", "COMPARE_SECONDS", "RETRY_SECONDS"):
        monkeypatch.setattr(sync, name, 0.01)


class Failing:
    """Any port: each call raises an unexpected error, and is counted by its method's name."""

    def __init__(self) -> None:
        self.calls: dict[str, int] = {}

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def call(*arguments: object) -> None:
            self.calls[name] = self.calls.get(name, 0) + 1
            raise RuntimeError("unexpected")

        return call


async def nothing(*arguments: object) -> None:
    """A table that is not made."""


class Follower:
    """Follows a tournament, and does not care."""

    def tournament_changed(self) -> None:
        """Nothing to do."""


class Client:
    """Seeks a game, and does not care."""

    def seeking_ended(self) -> None:
        """Nothing to do."""


@asynccontextmanager
async def meeting(world: World, store: Any) -> AsyncIterator[None]:
    found = Matchmaker(store, world.clock, world.entropy, nothing)
    found._local_clients["ann"] = Client()
    await found.start()
    yield
    await found.stop()


@asynccontextmanager
async def rounds(world: World, store: Any) -> AsyncIterator[None]:
    found = Tournaments(store, world.clock, world.entropy, nothing, lambda: ())
    await found.start()
    yield
    await found.stop()


@asynccontextmanager
async def followed(world: World, store: Any) -> AsyncIterator[None]:
    found = TournamentViews(store, world.clock)
    found.follow("cup", Follower())
    found.start()
    yield
    await found.stop()


@asynccontextmanager
async def days(world: World, store: Any) -> AsyncIterator[None]:
    found = Days(store, world.clock, world.entropy, nothing)
    await found.start()
    yield
    await found.stop()


@asynccontextmanager
async def ratings(world: World, store: Any) -> AsyncIterator[None]:
    found = ResultRecorder(world.journal, store, lambda _: None)
    found.start()
    yield
    await found.stop()


@pytest.mark.parametrize(
    ("part", "calls"),
    [
        (meeting, ["pair_up", "pairings"]),
        (rounds, ["tournaments_due"]),
        (followed, ["tournament_versions"]),
        (days, ["forget_days_ahead"]),
        (ratings, ["rate_on"]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
async def test_an_unexpected_error_of_the_store_ends_no_loop(world: World, part: Any, calls: list[str]):
    store = Failing()
    with capture_logs() as logs:
        async with part(world, store):
            await until(lambda: all(store.calls.get(call, 0) >= 3 for call in calls))
    failed = [line for line in logs if line["event"] == "background_work_failed"]
    assert len(failed) >= 3 * len(calls)


JOURNAL = ["versions", "due", "running_out"]


@pytest.mark.parametrize("method", JOURNAL)
async def test_an_unexpected_error_of_the_journal_ends_no_loop(
    world: World, method: str, monkeypatch: pytest.MonkeyPatch
):
    journal = Failing()
    node = await world.node()
    await world.make(node)
    with capture_logs() as logs:
        monkeypatch.setattr(world.journal, method, getattr(journal, method))
        await until(lambda: journal.calls.get(method, 0) >= 3)
        await node.stop()
    assert [line["event"] for line in logs].count("background_work_failed") >= 3


async def test_a_message_that_cannot_be_dealt_with_keeps_a_node_from_no_other(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    one, two = await world.node(), await world.node()
    table = await world.make(one)
    hear, heard = two._membership.apply_message, 0

    def fail_twice(*arguments: Any) -> None:
        nonlocal heard
        heard += 1
        if heard <= 2:
            raise RuntimeError("unexpected")
        hear(*arguments)

    monkeypatch.setattr(two._membership, "apply_message", fail_twice)
    with capture_logs() as logs:
        await two.watch(table, ALICE)
        await until(lambda: heard >= 5)
    assert [line["event"] for line in logs].count("news_failed") == 2


@pytest.mark.faults("background_work_failed")
async def test_a_subscription_that_ends_begins_anew(world: World, monkeypatch: pytest.MonkeyPatch):
    """News of people may have been missed each time."""
    heard: list[object] = []
    node, subscribed = await world.node(on_people=heard.append), 0
    await node._sync.stop()

    async def subscribe() -> AsyncIterator[Any]:
        nonlocal subscribed
        subscribed += 1
        raise RuntimeError("the bus is broken")
        yield

    monkeypatch.setattr(node._bus, "subscribe", subscribe)
    node._sync.start()
    await until(lambda: subscribed == 3)
    assert heard[-2:] == [Gap(), Gap()]


async def test_a_part_that_cannot_stop_keeps_no_other_from_stopping(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    node = await world.node()

    async def fail() -> None:
        raise RuntimeError("cannot stop")

    said: list[object] = []
    monkeypatch.setattr(node._sync, "stop", fail)
    monkeypatch.setattr(node._executor, "finish", lambda: note(said))
    with capture_logs() as logs:
        await node.stop()
    assert said == ["finished"]
    assert [line["event"] for line in logs] == ["stop_failed"]
    monkeypatch.undo()
    await node._sync.stop()


async def note(said: list[object]) -> None:
    said.append("finished")


@pytest.mark.parametrize(
    ("error", "event"),
    [(RuntimeError("unexpected"), "own_work_failed"), (JournalUnavailable("away"), "own_work_waits")],
)
async def test_a_failure_of_a_background_task_is_in_the_log(
    world: World, monkeypatch: pytest.MonkeyPatch, error: Exception, event: str
):
    node = await world.node()
    table = await world.make(node)

    async def fail() -> None:
        raise error

    monkeypatch.setattr(node.outages, "check", fail)
    with capture_logs() as logs:
        node._executor.start_own(node._act_on_time(await node.watch(table, ALICE)))
        await node._executor.finish()
    assert [line["event"] for line in logs] == [event]
