"""Whole games, over plain HTTP and over sockets."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quincunx.cli.main import run
from tests.server.support import CINCO, ENTROPY, SOLITAIRE, Guest, Server, assert_refused, choose, seated

BOT_GAME: dict[str, Any] = CINCO | {"seats": [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]}


def verify(record: str, anybody: Guest, tmp_path: Path) -> None:
    """The record's cards and dice follow from its seed, and its signature is the server's, as the command
    line says; one letter of a name makes a difference."""
    file = tmp_path / "game.txt"
    file.write_text(record)
    published = anybody.http.get("/.well-known/quincunx-record-key").json()
    assert published["algorithm"] == "Ed25519"
    assert run(("verify", str(file), "--key", published["key"])) == 0
    file.write_text(record.replace(anybody.name, anybody.name + "!"))
    assert run(("verify", str(file))) == 0
    assert run(("verify", str(file), "--key", published["key"])) == 1


def test_a_whole_game_over_plain_http(alice: Guest, bob: Guest, tmp_path: Path) -> None:
    table = seated(alice, bob)
    random = Random(1)
    plies = 0
    while (view := alice.look(table))["status"] == "playing":
        mover = (alice, bob)[view["game"]["to_move"]]
        seen = mover.look(table)
        answer = mover.command(
            table, {"type": "make_move", "seat": seen["point_of_view"], "move": choose(seen, random)}
        )
        assert answer.status_code == 200, answer.text
        plies += 1
    assert plies > 8
    assert view["status"] == "ended"
    assert view["outcome"]["termination"] in ("five", "tokens", "board")
    assert len(view["seed"]) == 64
    replay = alice.http.get(f"/api/tables/{table}/replay").json()
    assert sum(step["seat"] is not None for step in replay["steps"]) == plies
    record = bob.http.get(f"/api/tables/{table}/record")
    assert record.headers["content-type"].startswith("text/plain")
    assert "attachment" in record.headers["content-disposition"]
    verify(record.text, alice, tmp_path)


def test_a_whole_game_against_a_bot_over_the_socket(alice: Guest, tmp_path: Path) -> None:
    table = alice.make(BOT_GAME)
    random = Random(2)
    with alice.open(table) as line:
        update = line.hello()
        update = line.sit(0, update)
        assert update["table"]["entropies"] == [ENTROPY, ""]
        said = 0
        while update["table"]["status"] != "ended":
            view = update["table"]
            if view["game"] is not None and view["game"]["to_move"] == 0:
                said += 1
                time.sleep(0.05)  # no client may send faster on one socket
                command = {"type": "make_move", "seat": 0, "move": choose(view, random)}
                line.say(
                    {"type": "command", "key": f"m{said}", "version": update["version"], "command": command}
                )
            before = update["version"]
            update = line.wait("update")
            assert update["since"] == before, "each update goes on where the one before ended"
    assert said > 4
    with alice.open(table) as line:
        assert line.hello()["table"]["seed"] == update["table"]["seed"]
    verify(alice.http.get(f"/api/tables/{table}/record").text, alice, tmp_path)


def test_a_client_of_deltas_is_sent_them_and_has_the_whole_at_every_moment(alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    random, shorts = Random(4), 0
    with alice.connect(f"/api/tables/{table}/socket?changes") as socket:
        view = socket.hello()["table"]
        for turn in range(30):
            guest, seat = ((alice, 0), (bob, 1))[turn % 2]
            guest.command(
                table, {"type": "make_move", "seat": seat, "move": choose(guest.look(table), random)}
            )
            frame = socket.wait("update", "changes")
            if frame["type"] == "changes":
                shorts += 1
                assert frame["since"] == view["version"]
                game = {**view["game"], **frame["game"]}
                view |= {"version": frame["version"], "moved_at": frame["moved_at"], "game": game}
            else:
                view = frame["table"]
            assert view == alice.look(table)
            if view["status"] == "ended":
                break
    assert shorts >= turn > 5, "all but perhaps the last"


def test_solitaire_to_the_end_over_plain_http(alice: Guest, tmp_path: Path) -> None:
    table = alice.make(SOLITAIRE)
    alice.sit(table, 0)
    random = Random(3)
    while (view := alice.look(table))["status"] == "playing":
        command = {"type": "make_move", "seat": 0, "move": choose(view, random)}
        assert alice.command(table, command).status_code == 200
    assert view["game"]["scores"][0] >= 100
    verify(alice.http.get(f"/api/tables/{table}/record").text, alice, tmp_path)


def test_a_rematch_keeps_the_seats_and_is_made_once(alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    for guest, seat in ((alice, 0), (bob, 1)):
        assert guest.command(table, {"type": "offer_draw", "seat": seat}).status_code == 200
    assert alice.look(table)["outcome"] == {"termination": "agreed", "winners": []}
    first = alice.command(table, {"type": "rematch"}).json()["table"]
    assert bob.command(table, {"type": "rematch"}).json()["table"] == first
    assert [seat["kind"] for seat in bob.look(first)["seats"]] == ["kept", "kept"]
    assert bob.look(first)["seats"][1]["yours"]


def test_the_same_key_gets_the_same_answer_and_one_effect(alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    view = alice.look(table)
    command = {"type": "make_move", "seat": 0, "move": choose(view, Random(4))}
    answers = [alice.command(table, command, "once", view["version"]).json() for _ in range(3)]
    with alice.open(table) as line:
        line.hello()
        answers.append(line.command(command, view["version"], "once"))
    versions = {answer["version"] for answer in answers}
    assert versions == {view["version"] + 1}
    assert alice.look(table)["version"] == view["version"] + 1


@pytest.mark.nightly
def test_rematches_by_socket_are_tables_too(tmp_path: Path) -> None:
    """No address is asked for at a command: it is the person who can have made so many."""
    server = Server(tmp_path / "data", requests_per_second=10)
    with closing(Guest(server)) as guest, closing(Guest(server)) as other:
        table = guest.make(SOLITAIRE)
        answer: dict[str, Any] = {"type": "ack", "table": table}
        made = 0
        while answer["type"] == "ack" and made < 30:
            made += 1
            with guest.open(answer["table"]) as line:
                update = line.sit(0, line.hello())
                line.command({"type": "resign", "seat": 0}, update["version"], "resign")
                answer = line.command({"type": "rematch"}, update["version"], "rematch")
                assert line.is_alive()
        assert (answer["reason"]["kind"], answer["reason"]["code"]) == ("too-fast", "too-fast")
        assert 20 <= made <= 24, "twenty at once, and one in four seconds"
        assert_refused(guest.http.post("/api/tables", json=SOLITAIRE), 429, "too-fast")
        other.make(SOLITAIRE)
    server.stop()
