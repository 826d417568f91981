"""A person's record: their page, their games, their rating; recorded by the server by itself."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import pytest_asyncio

from quincunx.core.record import parse
from quincunx.games import GAMES
from quincunx.node.lists.invitations import MOST_FROM_ONE
from quincunx.node.node import Tables
from quincunx.node.ports import JournalDamaged
from quincunx.table.events import SatDown
from quincunx.table.seats.person import Person, handle_of
from tests.server.people.conftest import Browser, Clubhouse
from tests.server.support import PROMISE

pytestmark = pytest.mark.asyncio(loop_scope="module")
RATED: dict[str, Any] = {
    "options": {"game": "cinco", "first": 0},
    "seats": [{"kind": "me"}, {"kind": "open"}],
    "rated": True,
    "pace": {"type": "live", "total": 600, "increment": 10},
}


async def played(host: Browser, other: Browser, settings: dict[str, Any] | None = None) -> str:
    """A game that the host has won, since the other has resigned."""
    table = str((await host.ask("POST", "/api/tables", settings or RATED, 201))["id"])
    for seat, browser in enumerate((host, other)):
        await command(browser, table, {"type": "sit_down", "seat": seat, "commitment": PROMISE})
    for _ in range(2):  # a rated game counts once both have moved
        seat = (await host.ask("GET", f"/api/tables/{table}"))["game"]["to_move"]
        move = {"type": "make_move", "seat": seat, "move": {"type": "exchange"}}
        await command((host, other)[seat], table, move)
    await command(other, table, {"type": "resign", "seat": 1})
    return table


async def command(browser: Browser, table: str, what: dict[str, Any]) -> None:
    version = (await browser.ask("GET", f"/api/tables/{table}"))["version"]
    body = {"key": f"{what['type']}-{version}", "version": version, "command": what}
    await browser.ask("POST", f"/api/tables/{table}/commands", body)


async def counted(club: Clubhouse) -> None:
    """Whatever has ended is in the store, and no page is of the time before."""
    await club.state.tables.results.stop()
    club.clock.at += 10_000


@pytest_asyncio.fixture(loop_scope="module")
async def ada(club: Clubhouse) -> Browser:
    return await club.browser().hello()


@pytest_asyncio.fixture(loop_scope="module")
async def bo(club: Clubhouse) -> Browser:
    return await club.browser().hello()


async def test_a_rated_game_counts_for_both(club: Clubhouse, ada: Browser, bo: Browser) -> None:
    table = await played(ada, bo)
    await counted(club)
    mine = await ada.ask("GET", "/api/people/me")
    (rating,) = mine["ratings"]
    assert (rating["game"], rating["kind"], rating["games"]) == ("cinco", "two", 1)
    assert rating["points"] > 1500
    (statistics,) = mine["statistics"]
    assert (statistics["won"], statistics["lost"], statistics["best_streak"]) == (1, 0, 1)
    theirs = await ada.ask("GET", f"/api/people/{handle_of(await bo.person())}")
    assert not theirs["is_you"]
    assert theirs["ratings"][0]["points"] < 1500
    # Games of two people are told from the side of the viewer.
    assert [(each["won"], each["lost"], each["is_together"]) for each in theirs["with_you"]] == [
        (1, 0, False)
    ]
    hers = await bo.ask("GET", f"/api/people/{handle_of(await ada.person())}")
    assert [(each["won"], each["lost"]) for each in hers["with_you"]] == [(0, 1)]
    assert mine["with_you"] is None
    games = await ada.ask("GET", "/api/people/me/games")
    assert games["next"] is None
    (game,) = games["games"]
    assert (game["table"], game["seat"], game["is_rated"]) == (table, 0, True)
    assert [seat["ending"] for seat in game["seats"]] == ["won", "lost"]
    assert game["seats"][0]["change"] > 0 > game["seats"][1]["change"]
    curve = await ada.ask("GET", "/api/people/me/curve/cinco/two")
    assert [point["points"] for point in curve["points"]] == [rating["points"]]
    # After one game no player is among the strongest.
    assert (await bo.ask("GET", "/api/ratings/cinco/two"))["people"] == []


async def test_opponents_who_resign_at_once_are_worth_nothing(club: Clubhouse, ada: Browser) -> None:
    """Twelve guests who resigned before their first move made first place once."""
    for number in range(3):
        guest = await club.browser(address=f"192.0.2.{number + 10}").hello()
        table = str((await ada.ask("POST", "/api/tables", RATED, 201))["id"])
        for seat, browser in enumerate((ada, guest)):
            await command(browser, table, {"type": "sit_down", "seat": seat, "commitment": PROMISE})
        await command(guest, table, {"type": "resign", "seat": 1})
    await counted(club)
    assert (await ada.ask("GET", "/api/people/me"))["ratings"] == []
    games = (await ada.ask("GET", "/api/people/me/games"))["games"]
    assert [(game["is_rated"], game["seats"][0]["change"]) for game in games] == [(False, None)] * 3


async def test_players_at_one_address_are_of_one_network_to_their_table(
    club: Clubhouse, ada: Browser, bo: Browser
) -> None:
    away = await club.browser(address="198.51.100.7").hello()
    changes = []
    for other in (bo, away):
        table = await played(ada, other)
        await counted(club)
        marks = [
            event.network
            for entry in await club.journal.read(table)
            for event in entry.events
            if isinstance(event, SatDown)
        ]
        assert all(len(mark) == 3 for mark in marks)
        changes.append(marks[0] == marks[1])
        stored = b"".join(bytes(repr(entry), "utf-8") for entry in await club.journal.read(table))
        assert b"192.0.2." not in stored
    assert changes == [True, False]


@pytest.mark.nightly
async def test_games_are_filtered_and_paged(club: Clubhouse, ada: Browser, bo: Browser) -> None:
    friendly = {**RATED, "rated": False, "pace": None}
    tables = [await played(ada, bo, friendly if number % 2 else RATED) for number in range(27)]
    await counted(club)
    first = await ada.ask("GET", "/api/people/me/games")
    assert len(first["games"]) == 25
    rest = await ada.ask("GET", f"/api/people/me/games?before={first['next']}")
    found = [game["table"] for game in (*first["games"], *rest["games"])]
    assert sorted(found) == sorted(tables)
    assert rest["next"] is None
    rated = await ada.ask("GET", "/api/people/me/games?rated=true&ending=won&game=cinco&kind=two")
    assert len(rated["games"]) == 14
    assert (await ada.ask("GET", "/api/people/me/games?ending=lost"))["games"] == []
    against = handle_of(await bo.person())
    assert len((await ada.ask("GET", f"/api/people/me/games?against={against}"))["games"]) == 25


async def test_all_my_games_are_one_download(club: Clubhouse, ada: Browser, bo: Browser) -> None:
    for _ in range(2):
        await played(ada, bo)
    await counted(club)
    answer = await ada.http.get("/api/me/records")
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.text.startswith("[Quincunx ")
    assert answer.text.count("\n\n[Quincunx ") == 1
    assert "x-next" not in answer.headers


async def test_a_damaged_game_is_named_and_the_others_come(
    club: Clubhouse, ada: Browser, bo: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound, damaged = await played(ada, bo), await played(ada, bo)
    await counted(club)
    whole = Tables.record

    async def record(self: Tables, table: str, person: Person) -> bytes:
        if table == damaged:
            raise JournalDamaged("It is damaged.")
        return await whole(self, table, person)

    monkeypatch.setattr(Tables, "record", record)
    answer = await ada.http.get("/api/me/records")
    assert answer.status_code == 200
    assert answer.text.count("[Quincunx ") == 1
    assert sound != damaged
    assert answer.headers["x-damaged"] == damaged


async def test_a_private_game_is_listed_for_its_players_alone(
    club: Clubhouse, ada: Browser, bo: Browser
) -> None:
    private = await played(ada, bo, {**RATED, "watchable": False})
    public = await played(ada, bo)
    await counted(club)
    carol = await club.browser().hello()
    host, other = handle_of(await ada.person()), handle_of(await bo.person())

    async def listed(asker: Browser, path: str) -> list[str]:
        return sorted(game["table"] for game in (await asker.ask("GET", path))["games"])

    for path in (f"/api/people/{host}/games", f"/api/people/{other}/games?against={host}"):
        assert await listed(carol, path) == [public]
        assert (await carol.refused("GET", f"/api/tables/{private}")).startswith("403")
        assert await listed(bo, path) == await listed(ada, path) == sorted([private, public])
    assert await listed(ada, "/api/people/me/games") == sorted([private, public])


async def test_a_private_game_is_told_to_no_stranger_by_any_route(
    club: Clubhouse, ada: Browser, bo: Browser
) -> None:
    """Owner, participant, stranger and a visitor without a cookie, at every route that tells of games."""
    settings = {**RATED, "watchable": False, "listed": True}
    private = await played(ada, bo, settings)
    await counted(club)
    club.state.tables.open_tables.forget()
    carol, visitor = await club.browser().hello(), club.browser()
    host = f"/api/people/{handle_of(await ada.person())}"

    async def told(asker: Browser, path: str) -> str:
        """The text of an answer; empty unless its status is 200."""
        answer = await asker.http.get(path)
        return answer.text if answer.status_code == 200 else ""

    of_table = [f"/api/tables/{private}{path}" for path in ("", "/replay", "/record", "/review", "/qr.svg")]
    for path in (*of_table, f"/t/{private}/picture.png", f"/api/studies/tables/{private}/1"):
        for asker in (carol, visitor):
            assert (await asker.http.get(path)).status_code in (401, 403, 404), path
    for asker in (carol, visitor):
        for path in (f"/t/{private}", f"/t/{private}/replay", f"/t/{private}/review"):
            assert await told(asker, path) == await told(asker, "/play"), (
                "it has the preview of the site alone"
            )
        for path in (host, f"{host}/games", f"{host}/curve/cinco/two", f"{host}/play", "/api/lobby"):
            assert private not in await told(asker, path)
        assert (await asker.ask("GET", f"{host}/games"))["games"] == []
        assert (await asker.ask("GET", f"{host}/curve/cinco/two"))["points"] == []
        assert (await asker.ask("GET", host))["statistics"] == []
    for path in ("/api/me/met", "/api/me/records", "/api/me/tables", "/api/me/tournaments", "/api/me/data"):
        assert private not in await told(carol, path)
    assert (await carol.ask("GET", "/api/me/met"))["people"] == []
    report = {"table": private, "seat": 0, "why": "?"}
    assert (await carol.refused("POST", "/api/reports", report)).startswith("403")
    # Players of the game see all of it.
    for player in (ada, bo):
        assert all([await told(player, path) for path in of_table[:3]])
        assert [game["table"] for game in (await player.ask("GET", f"{host}/games"))["games"]] == [private]
        assert len((await player.ask("GET", f"{host}/curve/cinco/two"))["points"]) == 1
        assert [each["won"] for each in (await player.ask("GET", host))["statistics"]] == [1]
        assert "[Quincunx " in await told(player, "/api/me/records")


async def test_no_persons_games_are_exported_twice_at_once(
    club: Clubhouse, ada: Browser, bo: Browser
) -> None:
    for _ in range(3):
        await played(ada, bo)
    await counted(club)
    answers = await asyncio.gather(*(ada.http.get("/api/me/records") for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 429, 429, 429]
    assert (await ada.http.get("/api/me/records")).status_code == 200


async def test_an_unknown_person_is_not_found(club: Clubhouse, ada: Browser) -> None:
    assert await ada.refused("GET", "/api/people/nobody") == "404 no-such-person"
    assert await ada.refused("GET", "/api/people/me/games?before=nowhere") == "404 no-such-game"
    assert await ada.refused("GET", "/api/ratings/chess/two") == "404 no-such-game"
    stranger = club.browser()
    assert await stranger.refused("GET", "/api/people/me") == "404 no-such-person"
    assert await stranger.refused("GET", "/api/me/records") == "401 no-cookie"
    mine = await ada.ask("GET", "/api/people/me")
    assert (mine["is_you"], mine["ratings"], mine["statistics"]) == (True, [], [])


async def test_a_deleted_person_is_anonymous_in_others_games(
    club: Clubhouse, ada: Browser, bo: Browser
) -> None:
    await played(ada, bo)
    await counted(club)
    handle = handle_of(await bo.person())
    await bo.ask("DELETE", "/api/me", status=204)
    club.clock.at += 10_000
    assert await ada.refused("GET", f"/api/people/{handle}") == "404 no-such-person"
    (game,) = (await ada.ask("GET", "/api/people/me/games"))["games"]
    assert (game["seats"][1]["name"], game["seats"][1]["handle"]) == ("Somebody", None)


async def test_no_answer_shows_an_id(club: Clubhouse, ada: Browser, bo: Browser) -> None:
    table = await played(ada, bo)
    await counted(club)
    ids = [await ada.person(), await bo.person()]
    for path in ("/api/people/me", "/api/people/me/games", "/api/ratings/cinco/two", f"/api/tables/{table}"):
        text = (await ada.http.get(path)).text
        assert not any(each in text for each in ids), path


async def test_a_person_may_invite_former_opponents(club: Clubhouse, ada: Browser, bo: Browser) -> None:
    handle = handle_of(await bo.person())
    invitation = {**RATED, "seats": [{"kind": "me"}, {"kind": "invited", "handle": handle}]}
    assert await ada.refused("POST", "/api/tables", invitation) == "404 no-such-person"
    await played(bo, await club.browser().hello())
    await counted(club)
    assert await ada.refused("POST", "/api/tables", invitation) == "403 not-met"
    assert not (await ada.ask("GET", f"/api/people/{handle}"))["may_invite"]
    await played(ada, bo)
    await counted(club)
    club.clock.at += 10_000
    assert (await ada.ask("GET", f"/api/people/{handle}"))["may_invite"]
    assert not (await ada.ask("GET", "/api/people/me"))["may_invite"]
    table = (await ada.ask("POST", "/api/tables", invitation, 201))["id"]
    (line,) = (await bo.ask("GET", "/api/me/tables"))["tables"]
    assert (line["id"], line["waits_for_you"]) == (table, True)
    await command(bo, table, {"type": "stand_up", "seat": 1})
    assert (await bo.ask("GET", "/api/me/tables"))["tables"] == []
    for _ in range(MOST_FROM_ONE):
        await ada.ask("POST", "/api/tables", invitation, 201)
    assert await ada.refused("POST", "/api/tables", invitation) == "429 invited-often"


async def test_people_who_may_be_invited_are_listed(club: Clubhouse, ada: Browser, bo: Browser) -> None:
    carl = await club.browser().hello()
    page = f"/api/people/{handle_of(await bo.person())}"
    await played(bo, carl)
    await counted(club)
    assert not (await ada.ask("GET", page))["may_invite"], "nobody invites a stranger"
    assert await ada.ask("GET", "/api/me/met") == {"people": []}
    await played(ada, bo)
    await counted(club)
    assert (await ada.ask("GET", page))["may_invite"]
    assert not (await club.browser().ask("GET", page))["may_invite"], "nobody invites who is nobody"
    assert not (await bo.ask("GET", page))["may_invite"], "nobody invites themselves"
    names = {handle_of(await each.person()): await each.name() for each in (ada, carl)}
    assert await bo.ask("GET", "/api/me/met") == {
        "people": [{"handle": handle, "name": name, "is_guest": True} for handle, name in names.items()]
    }
    assert await club.browser().refused("GET", "/api/me/met") == "401 no-cookie"


async def test_a_program_may_be_invited_by_anybody(club: Clubhouse, ada: Browser) -> None:
    machine = club.browser()
    await machine.account("Machine")
    page = f"/api/people/{handle_of(await machine.person())}"
    # A program that only reads games is no opponent.
    for scopes, is_program in ((["read"], False), (["read", "play"], True)):
        await machine.ask("POST", "/api/account/tokens", {"name": "bot", "scopes": scopes}, 201)
        club.clock.at += 10_000
        found = await ada.ask("GET", page)
        assert (found["may_invite"], found["is_program"]) == (is_program, is_program)
    assert not (await ada.ask("GET", "/api/people/me"))["is_program"]
    assert await ada.ask("GET", "/api/me/met") == {"people": []}, "they have not played"


async def test_no_person_declines_for_another(club: Clubhouse, ada: Browser, bo: Browser) -> None:
    await played(ada, bo)
    await counted(club)
    handle = handle_of(await bo.person())
    invitation = {**RATED, "seats": [{"kind": "me"}, {"kind": "invited", "handle": handle}]}
    table = (await ada.ask("POST", "/api/tables", invitation, 201))["id"]
    stranger = await club.browser().hello()
    body = {"key": "decline", "version": 1, "command": {"type": "stand_up", "seat": 1}}
    for somebody in (stranger, ada):
        refusal = await somebody.refused("POST", f"/api/tables/{table}/commands", body)
        assert refusal == "403 not-your-seat"
    (line,) = (await bo.ask("GET", "/api/me/tables"))["tables"]
    assert (line["id"], line["seats"][1]["kind"]) == (table, "kept")


async def test_a_page_cached_for_its_owner_is_served_to_no_other(club: Clubhouse) -> None:
    """The fault: for five seconds a stranger was told that it was their own page."""
    ada, bo = await club.browser().hello(), await club.browser().hello()
    await ada.account("Ada")
    handle = handle_of(await ada.person())
    path = f"/api/people/{handle}"
    assert (await ada.ask("GET", path))["is_you"]
    for other in (bo, club.browser()):
        page = await other.ask("GET", path)
        assert (page["is_you"], page["name"]) == (False, "Ada")
    assert (await ada.ask("GET", path))["is_you"]


async def test_a_page_that_was_being_made_is_not_kept_after_a_change(
    club: Clubhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = club.browser()
    await ada.account("Ada")
    path = f"/api/people/{handle_of(await ada.person())}"
    reached, opened, played = asyncio.Event(), asyncio.Event(), club.store.played

    async def slow(*given: Any) -> Any:
        reached.set()
        await opened.wait()
        return await played(*given)

    monkeypatch.setattr(club.store, "played", slow)
    early = asyncio.create_task(club.browser().ask("GET", path))
    await reached.wait()
    await ada.ask("PUT", "/api/me", {"name": "Adele"})
    opened.set()
    assert (await early)["name"] in ("Ada", "Adele")
    assert (await club.browser().ask("GET", path))["name"] == "Adele"


async def test_members_are_told_from_guests(club: Clubhouse) -> None:
    ada, bo, cy = club.browser(), await club.browser().hello(), await club.browser().hello()
    await ada.account("Ada")
    handles = [handle_of(await each.person()) for each in (ada, bo, cy)]
    path = f"/api/people/members?handles={','.join((*handles, 'nobody'))}"
    assert await club.browser().ask("GET", path) == {"members": handles[:1]}
    await cy.sign_in("Ada", bring=True)  # seats name the guest still
    assert await club.browser().ask("GET", path) == {"members": [handles[0], handles[2]]}
    # "Somebody" says enough: a deleted person carries no mark, guest or not.
    await club.store.delete(await ada.person(), club.clock.at)
    await club.store.delete(await bo.person(), club.clock.at)
    assert await club.browser().ask("GET", path) == {"members": handles}
    many = ",".join([*(f"h{number}" for number in range(50)), handles[0]])
    assert await club.browser().ask("GET", f"/api/people/members?handles={many}") == {"members": []}
    assert (await club.browser().refused("GET", "/api/people/members")).startswith("400")
    assert (await club.browser().refused("GET", f"/api/people/members?handles={'x' * 1_001}")).startswith(
        "400"
    )


async def test_the_lobby_marks_guests(club: Clubhouse) -> None:
    ada, bo = club.browser(), await club.browser().hello()
    await ada.account("Ada")
    settings = RATED | {"rated": False, "listed": True, "watchable": True}
    table = str((await ada.ask("POST", "/api/tables", settings, 201))["id"])
    for seat, browser in enumerate((ada, bo)):
        await command(browser, table, {"type": "sit_down", "seat": seat, "commitment": PROMISE})
    club.state.tables.open_tables.forget()
    club.clock.at += 10_000
    (line,) = (await bo.ask("GET", "/api/lobby"))["tables"]
    assert (line["names"][0], line["guests"]) == ("Ada", [1])


async def test_records_and_lists_of_people_mark_guests(
    club: Clubhouse, bo: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quincunx.adapters.store.results.results.LISTED_GAMES", 1)
    monkeypatch.setattr("quincunx.adapters.store.results.results.LISTED_MARGIN", 100_000)
    ada = club.browser()
    await ada.account("Ada")
    guest = await bo.name()
    table = await played(ada, bo)
    await counted(club)
    record = (await bo.http.get(f"/api/tables/{table}/record")).text
    assert parse(record, GAMES).names == ("Ada", f"{guest} (guest)")
    assert f'[Seat 2 "{guest} (guest)"]' in (await ada.http.get("/api/me/records")).text
    club.clock.at += 10_000  # the list of the strongest is older in other tests
    best = (await bo.ask("GET", "/api/ratings/cinco/two"))["people"]
    assert {line["name"]: line["is_guest"] for line in best} == {"Ada": False, guest: True}
    (met,) = (await bo.ask("GET", "/api/me/met"))["people"]
    assert (met["name"], met["is_guest"]) == ("Ada", False)
    (met,) = (await ada.ask("GET", "/api/me/met"))["people"]
    assert (met["name"], met["is_guest"]) == (guest, True)
    await bo.account("Bo")  # the very person, a member now
    assert parse((await ada.http.get(f"/api/tables/{table}/record")).text, GAMES).names == ("Ada", guest)
