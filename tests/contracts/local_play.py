"""The contract of play on one device: a server keeps it, and so does the same program without a server."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Protocol

import msgspec

from quincunx.core.record import read, verify
from quincunx.games import GAMES
from tests.wire import view_of

ENTROPY = "ab" * 32
PROMISE = sha256(bytes.fromhex(ENTROPY)).hexdigest()
BOTS: dict[str, Any] = {
    "options": {"game": "cinco", "first": 0},
    "seats": [{"kind": "me"}, {"kind": "bot", "level": "greedy"}],
    "hints": True,
}
NEWS = ("update", "changes")
ALONE: dict[str, Any] = {"options": {"game": "cinqo", "players": 1}, "seats": [{"kind": "me"}]}
SHARED: dict[str, Any] = {
    "options": {"game": "cinqo", "players": 2, "first": 0},
    "seats": [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bo"}],
    "one_device": True,
}


class Line(Protocol):
    """A socket."""

    def say(self, frame: dict[str, Any]) -> None: ...
    def hear(self, *types: str) -> dict[str, Any]: ...
    def hang_up(self) -> None: ...


class Player(Protocol):
    """A page of a player."""

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]: ...
    def open(self, path: str) -> Line: ...


class Game:
    """A game that one page plays over its table's socket, on every seat that is its own."""

    def __init__(self, player: Player, settings: dict[str, Any], table: str | None = None) -> None:
        """``table`` is one that is there already."""
        self.player = player
        if table is None:
            status, made = player.ask("POST", "/api/tables", settings)
            assert status == 201, made
            table = made["id"]
        self.id: str = table
        self.is_shared = bool(settings.get("one_device"))
        self.keys = 0
        self.line = self.connect()
        self.view: dict[str, Any] = self.line.hear("update")["table"]
        self.sit_down()

    def connect(self, seen: int | None = None) -> Line:
        line = self.player.open(f"/api/tables/{self.id}/socket?changes")
        line.say({"type": "hello", "seen": seen, "point_of_view": None})
        return line

    def send(self, command: dict[str, Any], key: str = "", version: int | None = None) -> dict[str, Any]:
        """The answer to a command."""
        self.keys += 1
        name = key or f"key-{self.keys}"
        at = self.view["version"] if version is None else version
        self.line.say({"type": "command", "key": name, "version": at, "command": command})
        while (answer := self.line.hear("ack", "refused", *NEWS))["type"] in NEWS:
            self.note(answer)
        return answer

    def note(self, frame: dict[str, Any]) -> None:
        """Lay news over the table."""
        if frame["type"] == "update":
            self.view = frame["table"]
        else:
            assert frame["since"] == self.view["version"]
            game = {**self.view["game"], **frame["game"]}
            self.view = {
                **self.view,
                "version": frame["version"],
                "moved_at": frame["moved_at"],
                "game": game,
            }

    def catch_up(self, version: int) -> None:
        """Hear news until the table has this version."""
        while self.view["version"] < version:
            self.note(self.line.hear(*NEWS))

    def sit_down(self) -> None:
        for seat, each in enumerate(self.view["seats"]):
            if each["kind"] == "kept" and each["yours"]:
                sat = self.send({"type": "sit_down", "seat": seat, "commitment": PROMISE})
                assert sat["type"] == "ack", sat
                self.catch_up(sat["version"])
        for seat in tuple((self.view["commit_reveal"] or {}).get("awaited", ())):
            done = self.send({"type": "reveal", "seat": seat, "entropy": ENTROPY})
            assert done["type"] == "ack", done
            self.catch_up(done["version"])

    @property
    def mine(self) -> tuple[int, ...]:
        return tuple(seat for seat, each in enumerate(self.view["seats"]) if each["yours"])

    def wait_for_turn(self) -> int | None:
        """The own seat to move; ``None`` once the game is over."""
        while self.view["status"] == "playing" and self.view["game"]["to_move"] not in self.mine:
            self.note(self.line.hear(*NEWS))
        if self.view["status"] != "playing":
            return None
        seat: int = self.view["game"]["to_move"]
        if self.is_shared and self.view["point_of_view"] != seat:
            self.line.say({"type": "look", "point_of_view": seat})
            while self.view["point_of_view"] != seat:
                self.note(self.line.hear(*NEWS))
        return seat

    def a_move(self) -> Any:
        """A legal move, from what the view says."""
        return self.moves()[-1]

    def moves(self) -> list[Any]:
        """All legal moves."""
        view = view_of(self.view["game"])
        return [msgspec.to_builtins(move) for move in GAMES[self.view["game"]["game"]].bots.choices(view)]

    def play_by_requests(self) -> None:
        """Play to the end without the socket, which takes few frames a second."""
        seat = self.view["game"]["to_move"]
        while self.view["status"] == "playing":
            self.keys += 1
            at = f"/api/tables/{self.id}"
            self.view = self.player.ask("GET", f"{at}?point_of_view={seat}")[1]
            move = {"type": "make_move", "seat": seat, "move": self.a_move()}
            body = {"key": f"key-{self.keys}", "version": self.view["version"], "command": move}
            status, ack = self.player.ask("POST", f"{at}/commands", body)
            assert status == 200, ack
            self.view = self.player.ask("GET", at)[1]
            seat = self.view["game"]["to_move"]
        self.line.hang_up()
        self.line = self.connect()
        self.note(self.line.hear("update"))

    def play(self) -> None:
        """Play to the end, always the last legal move."""
        while (seat := self.wait_for_turn()) is not None:
            answer = self.send({"type": "make_move", "seat": seat, "move": self.a_move()})
            assert answer["type"] == "ack", answer
            self.catch_up(answer["version"])


class LocalPlayContract:
    """Inherit and provide ``player``, a newcomer's page."""

    def test_a_whole_game_against_a_bot_ends_in_a_record_that_verifies(self, player: Player) -> None:
        game = Game(player, BOTS)
        game.play()
        assert game.view["status"] == "ended"
        status, replay = player.ask("GET", f"/api/tables/{game.id}/replay")
        assert (status, replay["steps"][-1]["view"]) == (200, game.view["game"])
        status, text = player.ask("GET", f"/api/tables/{game.id}/record")
        assert status == 200
        assert verify(read(text.encode(), GAMES)) == []

    def test_alone_and_on_one_device(self, player: Player) -> None:
        alone = Game(player, ALONE)
        alone.play_by_requests()
        assert alone.view["outcome"] is not None
        shared = Game(player, SHARED)
        assert [seat["name"] for seat in shared.view["seats"]] == ["Ada", "Bo"]
        shared.play_by_requests()
        assert shared.view["outcome"] is not None

    def test_the_same_key_has_one_effect_and_one_answer(self, player: Player) -> None:
        game = Game(player, BOTS)
        move = {"type": "make_move", "seat": game.wait_for_turn(), "move": game.a_move()}
        first = game.send(move, "once")
        again = game.send(move, "once")
        assert first["type"] == "ack"
        assert again == first
        body = {"key": "once", "version": first["version"], "command": move}
        assert player.ask("POST", f"/api/tables/{game.id}/commands", body)[1]["version"] == first["version"]

    def test_a_refused_command_names_its_reason_each_time(self, player: Player) -> None:
        game = Game(player, BOTS)
        move = {"type": "make_move", "seat": 1, "move": game.a_move()}
        for _ in range(2):
            refused = game.send(move, "not-mine")
            assert (refused["type"], refused["reason"]["code"]) == ("refused", "not-your-seat")
        stale = game.send({"type": "make_move", "seat": 0, "move": game.a_move()}, version=0)
        assert stale["reason"]["kind"] == "stale"

    def test_a_window_that_comes_back_is_told_what_it_missed(self, player: Player) -> None:
        game = Game(player, BOTS)
        seen = game.view["version"]
        answer = game.send({"type": "make_move", "seat": game.wait_for_turn(), "move": game.a_move()})
        game.line.hang_up()
        back = game.connect(seen).hear("update")
        assert back["since"] == seen
        assert back["version"] >= answer["version"]
        assert back["events"]

    def test_nothing_is_open_while_a_game_runs(self, player: Player) -> None:
        game = Game(player, BOTS)
        for what in ("replay", "record"):
            status, reason = player.ask("GET", f"/api/tables/{game.id}/{what}")
            assert (status, reason["code"]) == (409, "not-over")
        assert game.view["seed"] is None
        assert player.ask("GET", f"/api/tables/{game.id}")[1]["id"] == game.id

    def test_a_hint_is_a_legal_move(self, player: Player) -> None:
        game = Game(player, BOTS)
        seat = game.wait_for_turn()
        status, hint = player.ask("POST", f"/api/tables/{game.id}/hints", {"seat": seat})
        assert (status, hint["choices"][0]["move"] in game.moves()) == (200, True)
        assert player.ask("POST", f"/api/tables/{game.id}/hints", {"seat": 1})[0] in (403, 409)

    def test_a_rematch_is_another_table_with_the_same_seats(self, player: Player) -> None:
        game = Game(player, ALONE)
        early = game.send({"type": "rematch"})
        assert early["reason"]["code"] == "not-over"
        game.play_by_requests()
        first, again = game.send({"type": "rematch"}), game.send({"type": "rematch"})
        assert first["table"] == again["table"] != game.id
        assert player.ask("GET", f"/api/tables/{first['table']}")[1]["status"] == "waiting"

    def test_own_tables_are_told_as_they_change(self, player: Player) -> None:
        line = player.open("/api/me/socket")
        assert line.hear("my_tables")["tables"] == []
        game = Game(player, BOTS)
        while not (tables := line.hear("my_tables")["tables"]) or tables[0]["status"] != "playing":
            pass
        assert (tables[0]["id"], tables[0]["waits_for_you"]) == (game.id, True)
        assert [each["id"] for each in player.ask("GET", "/api/me/tables")[1]["tables"]] == [game.id]

    def test_a_table_can_be_a_channel_of_the_own_socket(self, player: Player) -> None:
        game = Game(player, ALONE)
        line = player.open("/api/me/socket")
        line.say({"type": "at", "table": game.id, "frame": {"type": "hello"}})
        assert line.hear("at")["frame"]["table"]["id"] == game.id
        line.say({"type": "at", "table": "no-such-table-at-all", "frame": {"type": "hello"}})
        assert line.hear("left")["code"] == 4404

    def test_a_malformed_message_is_answered(self, player: Player) -> None:
        game = Game(player, ALONE)
        game.line.say({"type": "nonsense"})
        assert game.line.hear("refused")["reason"]["code"] == "bad-frame"
        assert player.ask("POST", "/api/tables", {"seats": 3})[0] == 400
        assert player.ask("POST", "/api/tables", {**ALONE, "seats": []})[1]["code"] == "seats-do-not-match"
        assert player.ask("GET", "/api/tables/local-unknown-table")[0] == 404
        assert player.ask("GET", "/api/nothing")[0] == 404

    def test_a_name_is_given_and_can_be_changed(self, player: Player) -> None:
        status, me = player.ask("GET", "/api/me")
        assert status == 200
        assert me["name"]
        assert player.ask("PUT", "/api/me", {"name": "  Ada  L. "})[1]["name"] == "Ada L."
        assert player.ask("PUT", "/api/me", {"name": ""})[0] == 400
        game = Game(player, ALONE)
        assert game.view["host"] == "Ada L."

    def test_lessons_are_judged_by_the_rules(self, player: Player) -> None:
        status, lesson = player.ask("GET", "/api/studies/cinqo/lessons")
        step = lesson["steps"][0]["id"]
        at = f"/api/studies/cinqo/{step}"
        assert (status, player.ask("GET", at)[1]["id"]) == (200, step)
        solution = player.ask("POST", f"{at}/solution")[1]["solution"]
        assert player.ask("POST", f"{at}/answer", {"move": solution})[1]["right"] is True
        assert player.ask("POST", f"{at}/answer", {"move": {"type": "nonsense"}})[0] == 400
        assert player.ask("GET", "/api/studies/cinqo/none")[1]["code"] == "no-study"
        assert player.ask("GET", "/api/studies/none/lessons")[1]["code"] == "no-game"

    def test_puzzles_are_counted_once(self, player: Player) -> None:
        assert {each["game"] for each in player.ask("GET", "/api/puzzles")[1]["games"]} == set(GAMES)
        puzzle = player.ask("GET", "/api/puzzles/next?game=cinqo")[1]
        at = f"/api/puzzles/cinqo/{puzzle['study']['id']}"
        assert puzzle["is_new"]
        given_up = player.ask("POST", f"{at}/solution")[1]
        assert (given_up["counts"], given_up["mine"]["tries"]) == (True, 1)
        move = given_up["judgement"]["solution"]
        answered = player.ask("POST", f"{at}/answer", {"move": move})[1]
        assert (answered["judgement"]["right"], answered["counts"], answered["mine"]["tries"]) == (
            True,
            False,
            1,
        )
        assert player.ask("GET", at)[1]["is_new"] is False

    def test_a_run_goes_from_puzzle_to_puzzle(self, player: Player) -> None:
        first = player.ask("POST", "/api/puzzles/cinqo/run")[1]
        name = first["study"]["id"]
        move = player.ask("POST", f"/api/puzzles/cinqo/{name}/solution")[1]["judgement"]["solution"]
        answered = player.ask("POST", f"/api/puzzles/cinqo/run/{name}/answer", {"move": move})[1]
        assert answered["run"]["found"] + answered["run"]["missed"] == 1
        assert answered["next"]["study"]["id"] != name
        late = player.ask("POST", f"/api/puzzles/cinqo/run/{name}/answer", {"move": move})
        assert (late[0], late[1]["code"]) == (409, "run-over")
