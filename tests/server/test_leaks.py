"""Nothing hidden leaves the server during a whole game of Cinco: every byte and every log line is read."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.core.chance import Shuffled
from quincunx.server.adapters import JOURNAL
from quincunx.table.events import ChanceMoved
from quincunx.table.session.table_session import FRAMES_PER_SECOND
from tests.server.leaks import Truth, leaks, open_view, seed_in
from tests.server.support import CINCO, Guest, Server, Socket, choose, seated

SEATS = {"alice": 0, "bob": 1, "carol": None}


class Recorded:
    """A game that was played, what each person was sent, and what was logged."""

    def __init__(self, folder: Path) -> None:
        self.sent: list[tuple[str, bytes]] = []
        """The data sent to each person, in HTTP bodies and frames."""
        self.headers: list[bytes] = []
        self.server = Server(folder / "data")
        guests = {name: Guest(self.server) for name in SEATS}
        for name, guest in guests.items():
            guest.http.event_hooks["response"] = [lambda answer, name=name: self._hear(name, answer)]
        self.table = seated(guests["alice"], guests["bob"], {**CINCO, "hints": True})
        with (
            guests["alice"].open(self.table) as a,
            guests["bob"].open(self.table) as b,
            guests["carol"].open(self.table) as c,
        ):
            lines = dict(zip(SEATS, (a, b, c), strict=True))
            self._play(guests, lines)
            for name, line in lines.items():
                self.sent += [(name, raw) for raw in line.heard]
        for guest in guests.values():
            guest.close()
        self.server.stop()
        self.log = self.server.log()
        self.truth = Truth(asyncio.run(self._entries()))

    def _hear(self, name: str, answer: httpx.Response) -> None:
        self.headers.append(b"\n".join(each for pair in answer.headers.raw for each in pair))
        self.sent.append((name, answer.read()))

    def _play(self, guests: dict[str, Guest], lines: dict[str, Socket]) -> None:
        random = Random(5)
        for line in lines.values():
            line.hello()
        ply = 0
        while (view := guests["alice"].look(self.table))["status"] != "ended":
            began = time.monotonic()
            mover, other = ("alice", "bob") if view["game"]["to_move"] == 0 else ("bob", "alice")
            if ply == 6:
                self._look_everywhere(guests, lines)
            if ply == 8:
                self._lock_the_journal(guests[mover], lines[mover], view["version"])
            seen = guests[mover].look(self.table)
            move = choose(seen, random, "random" if ply < 60 else "greedy")
            command = {"type": "make_move", "seat": SEATS[mover], "move": move}
            lines[other].command(command, seen["version"], f"theft-{ply}")
            guests["carol"].command(self.table, command, version=seen["version"])
            for guest in guests.values():
                guest.hint(self.table, SEATS[mover] or 0)
            answer = lines[mover].command(command, seen["version"], f"move-{ply}")
            assert answer["type"] == "ack", answer
            guests["carol"].look(self.table)
            ply += 1
            # No client may send faster on one socket, where each ply is a command and a ping.
            time.sleep(max(0.0, began + 2 / FRAMES_PER_SECOND - time.monotonic()))
        for line in lines.values():
            assert line.is_alive()

    def _look_everywhere(self, guests: dict[str, Guest], lines: dict[str, Socket]) -> None:
        """Every address and every kind of frame, right and wrong, in the middle of the game."""
        for guest in guests.values():
            for path in (
                "",
                "?point_of_view=0",
                "?point_of_view=1",
                "/replay",
                "/record",
                "/qr.svg",
                "/commands",
            ):
                guest.http.get(f"/api/tables/{self.table}{path}")
            for path in ("/api/lobby", "/api/me", "/health/ready", "/schema/openapi.json"):
                guest.http.get(path)
            guest.http.post(f"/api/tables/{self.table}/commands", json={"key": "?", "version": -1})
            for seat in (-1, 0, 1, 2):
                guest.hint(self.table, seat)
        for line in lines.values():
            line.say({"type": "look", "point_of_view": 1})
            line.say({"type": "command", "key": "bad", "version": 1, "command": {"type": "make_move"}})
            line.wait("refused")
            line.hello(1)
            line.hello(3)

    def _lock_the_journal(self, guest: Guest, line: Socket, version: int) -> None:
        """Make the server fail and write a log, with a hand in its memory."""
        other = sqlite3.connect(self.server.data / JOURNAL, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        line.say(
            {"type": "command", "key": "late", "version": version,
             "command": {"type": "offer_draw", "seat": 0 if guest.look(self.table)["point_of_view"] == 0 else
             1}}
        )  # fmt: skip
        assert line.wait("refused")["reason"]["code"] == "unavailable"
        other.execute("ROLLBACK")
        other.close()

    async def _entries(self) -> list[Any]:
        journal = SqliteJournal(self.server.data / JOURNAL)
        await journal.open()
        try:
            return list(await journal.read(self.table))
        finally:
            await journal.close()


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    return Recorded(tmp_path_factory.mktemp("leaks"))


def test_no_frame_and_no_answer_tells_more_than_its_viewer_may_know(game: Recorded) -> None:
    for name, data in game.sent:
        assert not leaks(data, game.truth, SEATS[name]), (name, data[:2000])


def test_no_header_carries_the_seed(game: Recorded) -> None:
    assert len(game.headers) > 50
    assert not [header for header in game.headers if seed_in(header, game.truth.seed)]


def test_no_log_line_names_a_card_or_the_seed(game: Recorded) -> None:
    lines = game.log.splitlines()
    assert lines, "the failure in the middle of the game was logged"
    for line in lines:
        assert not seed_in(line.encode(), game.truth.seed)
        assert set(json.loads(line)) <= {
            "event",
            "level",
            "timestamp",
            "table",
            "exception",
            "code",
            "reason",
            "request",
            "connection",
            "topic",
            "milliseconds",
            "address",
        }
        assert "hand" not in line
        assert "pile" not in line
        assert "quincunx_session" not in line


def test_the_game_was_long_enough_to_tell_something(game: Recorded) -> None:
    """The test above looked at something: every viewer's frames, stories, a draw, and the end."""
    for name in SEATS:
        assert sum(who == name for who, _ in game.sent) > 40
    everything = b"".join(data for _, data in game.sent)
    for word in (b'"update"', b'"refused"', b'"drew"', b'"played"', b'"dealt"', b'"not-over"', b'"presence"',
                 b'"choices"'):  # fmt: skip
        assert word in everything, word
    assert game.truth.seed.encode() in everything, "it is shown when the game has ended"


# ---- the checker finds what it looks for ---------------------------------------------------------------


def updates(game: Recorded, name: str) -> list[dict[str, Any]]:
    """The updates that one person got during the game, with a story and cards."""
    frames = [
        json.loads(data) for who, data in game.sent if who == name and data.startswith(b'{"type":"update"')
    ]
    return [frame for frame in frames if frame["table"]["status"] == "playing"]


def test_a_frame_for_the_wrong_person_is_found(game: Recorded) -> None:
    for frame in updates(game, "alice"):
        data = json.dumps(frame).encode()
        if frame["table"]["game"]["hand"]:
            assert leaks(data, game.truth, SEATS["bob"])
            assert leaks(data, game.truth, SEATS["carol"])
        assert not leaks(data, game.truth, SEATS["alice"])


@pytest.mark.parametrize("where", ["seed", "commitment", "rematch"])
def test_the_seed_is_found(where: str, game: Recorded) -> None:
    frame = updates(game, "carol")[0]
    for disguise in (game.truth.seed, game.truth.seed.upper()):
        frame["table"][where] = disguise
        assert leaks(json.dumps(frame).encode(), game.truth, None)
    assert seed_in(b"..." + bytes.fromhex(game.truth.seed), game.truth.seed)


def test_an_open_view_is_found(game: Recorded) -> None:
    version = updates(game, "carol")[0]["version"]
    for seat in SEATS.values():
        assert leaks(open_view(game.truth, version), game.truth, seat)


def test_a_pile_in_order_is_found(game: Recorded) -> None:
    frame = updates(game, "bob")[0]
    pile = list(game.truth.states[frame["version"] - 1].position.pile)
    for name in ("pile_cards", "discards", "anything"):
        altered = json.loads(json.dumps(frame))
        altered["table"]["game"][name] = pile
        assert leaks(json.dumps(altered).encode(), game.truth, SEATS["bob"]), name


def test_a_hint_for_the_wrong_person_is_found(game: Recorded) -> None:
    hints = [
        (name, data) for name, data in game.sent if data.startswith(b'{"version":') and b'"choices"' in data
    ]
    assert {name for name, _ in hints} == {"alice", "bob"}
    assert len(hints) > 20
    wrong = [data for name, data in hints if leaks(data, game.truth, 1 - (SEATS[name] or 0))]
    assert len(wrong) > len(hints) / 2  # the advice to draw reveals nothing to any listener


def test_a_told_card_is_found(game: Recorded) -> None:
    frame = updates(game, "bob")[0]
    hidden = game.truth.hand(frame["version"], 0)[0]
    frame["events"] = [{"type": "game", "event": {"type": "drew", "seat": 0, "card": hidden}}]
    assert leaks(json.dumps(frame).encode(), game.truth, SEATS["bob"])


def test_a_shuffle_sent_on_is_found(game: Recorded) -> None:
    shuffled = ChanceMoved(Shuffled(game.truth.runs[0] + game.truth.runs[4]))
    assert leaks(json.dumps({"cards": shuffled.move.cards}).encode(), game.truth, 0)
