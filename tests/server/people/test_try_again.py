"""A finished game tried again from one of its positions, over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
import pytest
import pytest_asyncio
from msgspec.structs import replace

from quincunx.core.record import parse
from quincunx.core.review import Judged, Option, Review
from quincunx.games import GAMES
from quincunx.kit import Rate, RateLimiter
from quincunx.server.transport.limits import Limits
from tests.review.samples import sample
from tests.server.people.conftest import Browser, Clock, Clubhouse
from tests.server.people.test_results import command
from tests.server.support import PROMISE
from tests.servers.stores import new_store

pytestmark = pytest.mark.asyncio(loop_scope="module")
SETTINGS: dict[str, Any] = {
    "options": {"game": "cinqo", "players": 2},
    "seats": [{"kind": "me"}, {"kind": "open"}],
    "watchable": False,
}
GAME = GAMES["cinqo"]


class Maker:
    """Finds the first choice of a game wrong: everything should have been kept."""

    async def review(self, record: str, simulations: int, on_progress: Callable[[int, int], None]) -> bytes:
        step = parse(record, GAMES).steps[1]
        dice = tuple(sorted(parse(record, GAMES).steps[0].move.faces[:5]))
        chosen = Option(step.move, GAME.text.write_move(step.move), 0.4)
        best = replace(step.move, rack=dice)
        better = Option(best, GAME.text.write_move(best), 0.5)
        mistake = Judged(2, 1, 0, "keep", chosen, better, 0.1, 0.0, "mistake")
        found = msgspec.json.decode(sample(simulations), type=Review)
        return msgspec.json.encode(replace(found, game="cinqo", choices=(mistake,)))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def the_club(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Clubhouse]:
    """As for the other modules, with a reviewer."""
    folder = tmp_path_factory.mktemp("club")
    one = Clubhouse(folder, Clock(), new_store(folder))
    one.reviewer = Maker()
    async with one.open():
        yield one


async def begun(host: Browser, other: Browser) -> tuple[str, list[int]]:
    """A game in which the host has racked one die; what else lay there."""
    table = str((await host.ask("POST", "/api/tables", SETTINGS, 201))["id"])
    for seat, browser in enumerate((host, other)):
        await command(browser, table, {"type": "sit_down", "seat": seat, "commitment": PROMISE})
    dice = sorted((await host.ask("GET", f"/api/tables/{table}"))["game"]["tray"])
    await command(host, table, {"type": "make_move", "seat": 0, "move": put(dice[:1])})
    return table, dice


def put(rack: list[int]) -> dict[str, Any]:
    return {"type": "put", "rack": rack}


async def answered(browser: Browser, path: str, body: Any = None) -> Any:
    """Asked again until the review is there."""
    while True:
        answer = await browser.http.post(path, json=body)
        if answer.status_code != 202:
            assert answer.status_code == 200, answer.text
            return answer.json()
        assert answer.headers["retry-after"] == "1"


async def test_a_position_is_tried_again(club: Clubhouse) -> None:
    host, other = await club.browser().hello(), await club.browser().hello()
    table, dice = await begun(host, other)
    await command(other, table, {"type": "resign", "seat": 1})
    path = f"/api/studies/tables/{table}/2"
    study = await host.ask("GET", path)
    assert (study["viewer"], study["ask"], study["players"]) == (0, "tried", 2)
    assert sorted(study["view"]["tray"]) == dice
    right = await answered(other, f"{path}/answer", {"move": put(dice)})
    same = await answered(host, f"{path}/answer", {"move": put(dice[:1])})
    another = await answered(host, f"{path}/answer", {"move": put(dice[:2])})
    assert [(said["right"], said["say"]) for said in (right, same, another)] == [
        (True, "tried.best"),
        (False, "tried.same"),
        (False, "tried.unmeasured"),
    ]
    assert (await answered(host, f"{path}/solution"))["solution"]["rack"] == dice
    # The rules are the real ones, and what is no move is none.
    assert await host.refused("POST", f"{path}/answer", {"move": put([])}) == "409 rack-one"
    assert await host.refused("POST", f"{path}/answer", {"move": {"type": "castle"}}) == "400 malformed"
    for ply in ("1", "3", "4", "99999"):
        assert await host.refused("GET", f"/api/studies/tables/{table}/{ply}") == "404 no-study"
    for ply in ("0", "-1", "x", "9" * 40):
        answer = await host.http.get(f"/api/studies/tables/{table}/{ply}")
        assert answer.status_code in (400, 404), ply


async def test_only_a_finished_game_and_only_for_permitted_viewers(club: Clubhouse) -> None:
    host, other, eve = [await club.browser().hello() for _ in range(3)]
    table, dice = await begun(host, other)
    path, body = f"/api/studies/tables/{table}/2", {"move": put(dice)}
    assert await host.refused("GET", path) == "409 not-over"
    assert await host.refused("POST", f"{path}/answer", body) == "409 not-over"
    assert await host.refused("POST", f"{path}/solution") == "409 not-over"
    await command(other, table, {"type": "resign", "seat": 1})
    for method, address in (("GET", path), ("POST", f"{path}/answer"), ("POST", f"{path}/solution")):
        sent = body if address.endswith("answer") else None
        assert await eve.refused(method, address, sent) == "403 not-for-watching"
    assert await eve.refused("GET", "/api/studies/tables/no-such-table-at-all/2") == "404 no-such-table"


async def test_positions_of_one_game_cost_its_length_once(
    club: Clubhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, other = await club.browser().hello(), await club.browser().hello()
    table, _ = await begun(host, other)
    await command(host, table, {"type": "resign", "seat": 0})
    recorded: list[str] = []
    real = club.state.tables.recorded

    async def counted(name: str) -> Any:
        recorded.append(name)
        return await real(name)

    tries = club.state.try_again
    monkeypatch.setattr(club.state.tables, "recorded", counted)
    monkeypatch.setattr(tries, "_limits", Limits(20.0))
    tries._limits.steps = RateLimiter(Rate(1, 1e9))
    for _ in range(3):
        for ply in (1, 2, 3):
            await host.http.get(f"/api/studies/tables/{table}/{ply}")
    assert recorded == [table]
    tries._cuts.clear()
    tries._walks.clear()
    assert await host.refused("GET", f"/api/studies/tables/{table}/2") == "429 too-many-tries"


async def test_a_replay_is_sent_as_short_as_the_client_takes_it(club: Clubhouse) -> None:
    host, other = await club.browser().hello(), await club.browser().hello()
    table, _ = await begun(host, other)
    await command(host, table, {"type": "resign", "seat": 0})
    path = f"/api/tables/{table}/replay"
    packed = await host.http.get(path, headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in packed.headers["vary"]
    plain = await host.http.get(path, headers={"accept-encoding": "br, gzip;q=0"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == packed.json()
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
