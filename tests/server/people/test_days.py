"""A deal a day, over HTTP: one try that counts, and nothing told to who has not had it."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from quincunx.core.record import parse, verify
from quincunx.games import GAMES
from quincunx.node.ports import JournalUnavailable
from quincunx.table.chance.day import DAY_MILLISECONDS, GRACE_MILLISECONDS, begins_at, date_of, day_at
from tests.server.people.conftest import NOW, Browser, Clubhouse

pytestmark = pytest.mark.asyncio(loop_scope="module")
DAY = day_at(NOW)
OPENS = begins_at(DAY + 1) + GRACE_MILLISECONDS
DATE, TOMORROW, YESTERDAY = date_of(DAY), date_of(DAY + 1), date_of(DAY - 1)
CINQO = GAMES["cinqo"]


@pytest_asyncio.fixture(loop_scope="module")
async def ada(club: Clubhouse) -> Browser:
    return await club.browser().hello()


@pytest_asyncio.fixture(loop_scope="module")
async def bo(club: Clubhouse) -> Browser:
    return await club.browser().hello()


async def begin(browser: Browser, game: str = "cinqo", date: str = "today") -> dict[str, Any]:
    return dict(await browser.ask("POST", f"/api/days/{date}/{game}", status=201))


async def look(browser: Browser, table: str) -> dict[str, Any]:
    return dict(await browser.ask("GET", f"/api/tables/{table}"))


async def do(browser: Browser, table: str, what: dict[str, Any]) -> None:
    version = (await look(browser, table))["version"]
    body = {"key": f"key-{version}", "version": version, "command": what}
    await browser.ask("POST", f"/api/tables/{table}/commands", body)


async def play(browser: Browser, table: str, turns: int = 500) -> None:
    """Solitaire, each turn of one roll: whatever fell goes to the Rack."""
    for _ in range(turns):
        seen = await look(browser, table)
        if seen["status"] == "ended":
            return
        move = CINQO.bots.choices(msgspec.convert(seen["game"], CINQO.view_type))[-1]
        await do(browser, table, {"type": "make_move", "seat": 0, "move": msgspec.to_builtins(move)})


async def whole(club: Clubhouse, browser: Browser, date: str = "today") -> dict[str, Any]:
    """Begin a day's solitaire and play it to its end; it has been counted."""
    begun = await begin(browser, date=date)
    await play(browser, begun["table"])
    await counted(club)
    return begun


async def counted(club: Clubhouse) -> None:
    await club.state.tables.results.stop()
    club.clock.at += 2_000


async def view(browser: Browser, date: str = "today") -> dict[str, Any]:
    return dict(await browser.ask("GET", f"/api/days/{date}"))


def of(day: dict[str, Any], game: str = "cinqo") -> dict[str, Any]:
    return next(dict(each) for each in day["games"] if each["game"] == game)


async def test_a_day_is_promised_before_it_begins_and_shown_after_it(club: Clubhouse, ada: Browser) -> None:
    today = await view(ada)
    assert (today["date"], today["seed"]) == (DATE, None)
    assert today["committed_at"] <= today["now"] < today["ends_at"] == begins_at(DAY + 1)
    assert [game["game"] for game in today["games"]] == ["cinco", "cinqo"]
    club.clock.at += DAY_MILLISECONDS
    tomorrow = await view(ada)
    assert (tomorrow["date"], tomorrow["commitment"]) == (TOMORROW, today["tomorrow"])
    club.clock.at = today["opens_at"]
    past = await view(ada, DATE)
    assert sha256(bytes.fromhex(past["seed"])).hexdigest() == past["commitment"] == today["commitment"]
    assert past["tomorrow"] is None


async def test_until_it_is_open_the_seed_is_secret(club: Clubhouse, ada: Browser) -> None:
    await view(ada)
    secrets = {each.seed for each in await club.store.days(DAY, DAY + 9)}
    assert len(secrets) == 3
    begun = await whole(club, ada)
    table = f"/api/tables/{begun['table']}"
    paths = (
        "/api/days/today",
        "/api/days",
        table,
        "/api/me/tables",
        "/api/lobby",
        "/api/me/data",
        "/api/people/me",
        "/api/people/me/games",
        "/api/me/records",
    )
    for at in (club.clock.at, begins_at(DAY + 1) + GRACE_MILLISECONDS - 1):
        club.clock.at = at
        for path in paths:
            answer = await ada.http.get(path)
            assert answer.is_success, path
            assert not any(secret in answer.text for secret in secrets), path
        assert await ada.refused("GET", f"{table}/replay") == "409 day-not-over"
        assert await ada.refused("GET", f"{table}/review") == "409 day-not-over"
        assert await ada.refused("GET", f"{table}/record") == "409 day-not-over"
        (listed,) = (await ada.ask("GET", "/api/people/me/games"))["games"]
        assert listed["opens_at"] == begins_at(DAY + 1) + GRACE_MILLISECONDS
    club.clock.at += 1
    (listed,) = (await ada.ask("GET", "/api/people/me/games"))["games"]
    assert listed["opens_at"] is None
    record = parse((await ada.http.get(f"{table}/record")).text, GAMES)
    assert (record.day, verify(record)) == (DATE, [])
    assert (await ada.http.get(f"{table}/replay")).is_success
    assert "[Day" in (await ada.http.get("/api/me/records")).text


async def test_no_spectator_watches_before_the_day_is_over(
    club: Clubhouse, ada: Browser, bo: Browser
) -> None:
    begun = await begin(ada)
    name = begun["table"]
    table = f"/api/tables/{name}"
    stranger = club.browser()
    paths = [f"{table}{path}" for path in ("", "/replay", "/record", "/review", "/qr.svg")]
    paths += [f"/t/{name}/picture.png", f"/api/studies/tables/{name}/1"]
    for is_over in (False, True):
        if is_over:
            await play(ada, name)
            await counted(club)
        for other in (bo, stranger):
            for path in paths:
                assert await other.refused("GET", path) == "403 not-for-watching", path
            assert name not in (await other.http.get("/api/lobby")).text
        assert await bo.refused("POST", f"{table}/hints", {"seat": 0}) == "403 not-for-watching"
    command = {"key": "k", "version": 1, "command": {"type": "say", "seat": 0, "phrase": "hello"}}
    assert await bo.refused("POST", f"{table}/commands", command) == "403 not-for-watching"
    club.clock.at = begins_at(DAY + 1) + GRACE_MILLISECONDS
    for other in (bo, stranger):
        assert (await look(other, begun["table"]))["seed"]
        assert (await other.http.get(f"{table}/replay")).is_success


async def test_a_person_has_one_first_try(club: Clubhouse, ada: Browser) -> None:
    begun = [await begin(ada) for _ in range(3)]
    begun += await asyncio.gather(*(begin(ada) for _ in range(3)))
    assert all(each == begun[0] for each in begun)
    assert begun[0]["is_practice"] is False
    assert of(await view(ada))["you"] == {"table": begun[0]["table"], "status": "playing", "number": None}
    await play(ada, begun[0]["table"])
    await counted(club)
    mine = of(await view(ada))["you"]
    assert mine["status"] == "counted"
    assert await ada.refused("POST", "/api/days/today/cinqo") == "409 practice-opens"
    club.clock.at = OPENS
    again = await begin(ada, date=DATE)
    assert again["is_practice"] is True
    assert again["table"] != begun[0]["table"]
    await play(ada, again["table"])
    await counted(club)
    day = of(await view(ada, DATE))
    assert (day["you"], day["people"]) == (mine, 1)


async def test_practice_opens_only_when_no_try_counts_any_more(
    club: Clubhouse, ada: Browser, bo: Browser
) -> None:
    """From midnight on, practice would tell the rolls to a player whose own try still runs."""
    begun = await begin(ada)
    path = f"/api/days/{DATE}/cinqo"
    for at in (begins_at(DAY + 1), OPENS - 1):
        club.clock.at = at
        assert await begin(ada, date=DATE) == begun, "the try that still runs"
        assert await bo.refused("POST", path) == "409 practice-opens", "without a try of their own"
    answer = await bo.http.post(path)
    params = answer.json()["params"]
    assert params == {"moment": f"{TOMORROW} 01:00 UTC", "opens_at": OPENS}
    assert "opens at" in answer.json()["sentence"]
    await play(ada, begun["table"])
    await counted(club)
    club.clock.at = OPENS - 1
    assert await ada.refused("POST", path) == "409 practice-opens", "the try has ended"
    club.clock.at = OPENS
    for each in (ada, bo):
        assert (await begin(each, date=DATE))["is_practice"] is True


async def test_a_try_that_still_runs_when_practice_opens_counts_for_nothing(
    club: Clubhouse, ada: Browser
) -> None:
    begun = await begin(ada)
    club.clock.at = OPENS
    practice = await begin(ada, date=DATE)
    assert practice["is_practice"] is True
    await play(ada, practice["table"])
    await play(ada, begun["table"])
    await counted(club)
    assert of(await view(ada, DATE))["you"]["status"] == "void"
    assert of(await view(ada, DATE))["people"] == 0


async def test_a_crash_after_the_try_was_stored_keeps_the_table(club: Clubhouse, ada: Browser) -> None:
    days = club.state.days
    make, days._make = days._make, _away
    assert await ada.refused("POST", "/api/days/today/cinqo") == "503 unavailable"
    days._make = make
    (kept,) = await club.store.attempts([await ada.person()], DAY, DAY)
    begun = await begin(ada)
    assert begun == {"table": kept.table, "is_practice": False}
    assert (await look(ada, kept.table))["status"] == "playing"


async def _away(*_: Any) -> None:
    raise JournalUnavailable("The journal is away.")


async def test_two_see_the_same_first_roll(club: Clubhouse, ada: Browser, bo: Browser) -> None:
    one, other = [(await look(each, (await begin(each))["table"]))["game"] for each in (ada, bo)]
    assert (one["tray"], one["hilo"]) == (other["tray"], other["hilo"])


async def test_a_person_who_has_not_played_is_told_nothing(
    club: Clubhouse, ada: Browser, bo: Browser
) -> None:
    await whole(club, ada)
    for who in (bo, club.browser()):
        told = of(await view(who))
        assert (told["people"], told["you"]) == (1, None)
        assert (told["counts"], told["best"], told["average"]) == (None, None, None)
    begun = await begin(bo)
    assert of(await view(bo))["counts"] is None
    await play(bo, begun["table"])
    await counted(club)
    told = of(await view(bo))
    assert sum(each["people"] for each in told["counts"]) == told["people"] == 2
    assert told["you"]["number"] in {each["number"] for each in told["counts"]}
    assert told["average"] == pytest.approx(7.1608, abs=1e-4)
    # Of the other game still nothing.
    assert of(await view(bo), "cinco")["counts"] is None
    club.clock.at = begins_at(DAY + 1) + GRACE_MILLISECONDS
    assert of(await view(club.browser(), DATE))["counts"] == told["counts"]


async def test_a_solo_player_who_gives_up_has_no_result(club: Clubhouse, ada: Browser) -> None:
    begun = await begin(ada)
    await do(ada, begun["table"], {"type": "resign", "seat": 0})
    await counted(club)
    day = of(await view(ada))
    assert (day["you"]["status"], day["people"], day["counts"]) == ("void", 0, [])
    assert (await view(ada))["streak"] == {"current": 0, "longest": 0}


async def test_the_deal_of_cinco_is_against_a_bot_and_counts_a_loss(club: Clubhouse, ada: Browser) -> None:
    begun = await begin(ada, "cinco")
    seats = (await look(ada, begun["table"]))["seats"]
    assert [each["kind"] for each in seats] == ["person", "bot"]
    await do(ada, begun["table"], {"type": "resign", "seat": 0})
    await counted(club)
    assert of(await view(ada), "cinco")["you"]["number"] == -10_000


async def test_it_can_be_ended_for_an_hour_after_the_day(club: Clubhouse, ada: Browser, bo: Browser) -> None:
    first, second = await begin(ada), await begin(bo)
    club.clock.at = begins_at(DAY + 1) + GRACE_MILLISECONDS - 1
    await play(ada, first["table"])
    club.clock.at += 1
    await play(bo, second["table"])
    await counted(club)
    assert of(await view(ada, DATE))["you"]["status"] == "counted"
    assert of(await view(bo, DATE))["you"]["status"] == "void"
    assert of(await view(bo, DATE))["people"] == 1


async def test_past_days_are_for_practice(club: Clubhouse, ada: Browser) -> None:
    await view(ada)
    club.clock.at = OPENS
    begun = await begin(ada, date=DATE)
    assert begun["is_practice"]
    assert (await look(ada, begun["table"]))["of_day"]["date"] == DATE
    assert (await begin(ada))["is_practice"] is False
    assert await ada.refused("POST", f"/api/days/{date_of(DAY + 2)}/cinqo") == "404 no-such-day"
    for date in (date_of(DAY + 2), YESTERDAY, "2026-02-30", "yesterday"):
        assert await ada.refused("GET", f"/api/days/{date}") == "404 no-such-day"
    assert await ada.refused("POST", "/api/days/today/chess") == "404 no-day-deal"
    assert await club.browser().refused("POST", "/api/days/today/cinqo") == "401 no-cookie"


async def test_practice_is_in_no_list_of_results(club: Clubhouse, ada: Browser) -> None:
    await whole(club, ada)
    club.clock.at = OPENS
    again = await begin(ada, date=DATE)
    await play(ada, again["table"])
    await counted(club)
    games = (await ada.ask("GET", "/api/people/me/games"))["games"]
    assert len(games) == 1


async def test_days_in_a_row_and_the_list_of_past_days(club: Clubhouse, ada: Browser) -> None:
    for _ in range(3):
        await whole(club, ada)
        club.clock.at += DAY_MILLISECONDS
    assert (await view(ada))["streak"] == {"current": 3, "longest": 3}
    past = await ada.ask("GET", "/api/days")
    assert [line["date"] for line in past["days"]] == [date_of(DAY + n) for n in (2, 1, 0)]
    assert all(of(line)["number"] for line in past["days"])
    assert all(of(line, "cinco")["number"] is None for line in past["days"])
    assert past["next"] is None
    before = await ada.ask("GET", f"/api/days?before={date_of(DAY + 2)}")
    assert before["days"] == past["days"][1:]
    club.clock.at += DAY_MILLISECONDS
    assert (await view(ada))["streak"] == {"current": 0, "longest": 3}
    assert (await view(club.browser()))["streak"] == {"current": 0, "longest": 0}


async def test_a_guest_who_becomes_part_of_an_account_has_had_their_try(club: Clubhouse) -> None:
    await club.browser().account("Ada")
    guest = await club.browser().hello()
    begun = await begin(guest)
    await guest.sign_in("Ada", bring=True)
    assert await begin(guest) == begun
    await play(guest, begun["table"])
    await counted(club)
    assert of(await view(guest))["you"]["table"] == begun["table"]


async def test_beginning_again_and_again_is_bounded(club: Clubhouse, ada: Browser) -> None:
    for _ in range(20):
        await begin(ada)
    assert await ada.refused("POST", "/api/days/today/cinqo") == "429 too-many-tries"


async def test_there_is_no_rematch_and_no_hint(club: Clubhouse, ada: Browser) -> None:
    begun = await begin(ada)
    assert await ada.refused("POST", f"/api/tables/{begun['table']}/hints", {"seat": 0}) == "409 no-hints"
    await play(ada, begun["table"])
    command = {"key": "again", "version": 1, "command": {"type": "rematch"}}
    assert await ada.refused("POST", f"/api/tables/{begun['table']}/commands", command) == "409 no-rematch"
