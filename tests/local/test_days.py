"""Past daily challenges on a device: each deal once, and only when its day is over."""

from __future__ import annotations

from typing import Any

import pytest

from quincunx.table.chance.day import DAY_MILLISECONDS, date_of, opens_at
from tests.contracts.local_play import Game
from tests.local.support import Device, Disk

SEED = "5e" * 32
TODAY = 1_800_000_000_000 // DAY_MILLISECONDS


def past(day: int, **more: Any) -> dict[str, Any]:
    return {"date": date_of(day), "seed": SEED, "committed_at": 1, "opens_at": opens_at(day), **more}


def dates(device: Device) -> list[str]:
    return [line["date"] for line in device.ask("GET", "/api/days")[1]["days"]]


@pytest.mark.parametrize("game", ["cinco", "cinqo"])
def test_a_past_deal_is_played_once_with_a_local_result(game: str) -> None:
    disk = Disk()
    device = Device(disk)
    date = date_of(TODAY - 3)
    device.ask("PUT", "/api/days", [past(TODAY - 3)])
    path = f"/api/days/{date}/{game}"
    status, made = device.ask("POST", path)
    assert (status, made["is_practice"]) == (200, True)
    assert device.ask("GET", f"/api/tables/{made['table']}")[1]["of_day"]["is_practice"]
    played = Game(device, {}, made["table"])
    played.play()
    device = Device(disk, seed=2)
    assert device.ask("POST", path)[1] == made
    _, view = device.ask("GET", f"/api/days/{date}")
    mine = {each["game"]: each["you"] for each in view["games"]}
    assert mine[game]["status"] == "counted"
    assert mine[game]["number"] is not None
    assert [each for name, each in mine.items() if name != game] == [None]
    (line,) = device.ask("GET", "/api/days")[1]["days"]
    assert {each["game"]: each["number"] for each in line["games"]}[game] == mine[game]["number"]


def test_all_devices_have_the_same_deal() -> None:
    hands = []
    for seed in (1, 2):
        device = Device(seed=seed)
        device.ask("PUT", "/api/days", [past(TODAY - 3)])
        _, made = device.ask("POST", f"/api/days/{date_of(TODAY - 3)}/cinco")
        hands.append(device.ask("GET", f"/api/tables/{made['table']}")[1]["game"])
    assert hands[0] == hands[1]


def test_days_that_are_not_over_and_what_is_no_day_are_left_out() -> None:
    device = Device()
    late = device.now + 1
    good = past(TODAY - 9)
    bad = [
        past(TODAY),
        past(TODAY - 4, opens_at=late),
        past(TODAY - 5, seed="5e"),
        past(TODAY - 6, seed="no seed"),
        past(TODAY - 7, date="2026-13-01"),
    ]
    device.ask("PUT", "/api/days", [*bad, good])
    assert dates(device) == [good["date"]]
    # The version stored first counts, and days of an earlier start stay.
    device.ask("PUT", "/api/days", [{**good, "seed": "77" * 32}])
    _, view = Device(device.disk, seed=2).ask("GET", f"/api/days/{good['date']}")
    assert view["seed"] == SEED


@pytest.mark.parametrize("date", ["today", date_of(TODAY - 1), "no-day"])
def test_other_days_need_a_server(date: str) -> None:
    device = Device()
    for method, path in (("GET", f"/api/days/{date}"), ("POST", f"/api/days/{date}/cinco")):
        status, reason = device.ask(method, path)
        assert (status, reason["code"]) == (503, "needs-server")
