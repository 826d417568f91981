"""Several people at one terminal: no player sees another's cards, on the screen or by scrolling back."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.cli.conftest import Quincunx

pty = pytest.importorskip("pty", reason="needs a pseudo-terminal")

COMMAND = (sys.executable, "-c", "from quincunx.cli.main import main; main()", "play", "cinco")
WIPE = "\x1b[H\x1b[2J\x1b[3J"


class Terminal:
    """A command on a pseudo-terminal."""

    def __init__(self, *arguments: str) -> None:
        self._master, slave = pty.openpty()
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "COLUMNS": "100",
            "LINES": "40",
            "LC_ALL": "C.UTF-8",
        }
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=slave, stdout=slave, stderr=slave, env=environment
        )
        os.close(slave)
        self.seen = ""

    def wait_for(self, text: str) -> str:
        """Everything that is shown until this text has come, since the last time."""
        since = len(self.seen)
        while text not in self.seen[since:]:
            data = os.read(self._master, 65536)
            assert data
            self.seen += data.decode()
        return self.seen[since:]

    def type(self, text: str) -> None:
        os.write(self._master, text.encode() + b"\n")

    def close(self) -> int:
        code = self.process.wait(30)
        os.close(self._master)
        return code


def hand(shown: str) -> list[str]:
    plain = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", shown)
    (cards,) = re.findall(r"Your hand: ([0-9 ]+)", plain)
    return str(cards).split()


def test_hands_stay_covered() -> None:
    game = Terminal("--people", "2", "--first", "1", "--seed", "7", "--name", "Ann", "--name", "Ben")
    before = game.wait_for("Press Enter to see your hand. ")
    assert "Your hand" not in before
    assert WIPE in before
    game.type("")
    first = game.wait_for("Ann> ")
    cards = hand(first)
    assert f"You hold {', '.join(cards[:3])} and {cards[3]}." in first
    game.type("exchange")
    drawn = game.wait_for("Press Enter to cover your hand. ")
    assert "Ann discards" in drawn
    game.type("")
    between = game.wait_for("Press Enter to see your hand. ")
    assert WIPE in between
    assert "Your hand" not in between
    assert "Ben, it’s your turn." in between
    game.type("")
    second = game.wait_for("Ben> ")
    assert "Ann discards" in second
    assert "and draws four cards" in second
    assert not set(hand(second)) & set(cards)
    game.type("exchange")
    game.wait_for("Press Enter to cover your hand. ")
    game.type("")
    game.wait_for("Press Enter to see your hand. ")
    game.type("")
    third = game.wait_for("Ann> ")
    assert "Ben discards" in third
    assert "dealt" not in third  # Ann has read that before
    game.type("quit")
    game.wait_for("unfinished")
    assert game.close() == 0


def test_a_game_without_secrets_is_not_covered(quincunx: Quincunx) -> None:
    """All players read the same, once."""
    words = ("play", "cinqo", "--people", "2", "--seed", "7", "--name", "Ann", "--name", "Ben")
    out = quincunx(*words, typed="rack 1\n").out
    assert "-" * 60 not in out
    assert out.count("Ann racks 1.") == 1


def test_a_script_is_separated_where_a_screen_would_be_wiped(quincunx: Quincunx) -> None:
    words = (
        "play",
        "cinco",
        "--people",
        "2",
        "--first",
        "1",
        "--seed",
        "7",
        "--name",
        "Ann",
        "--name",
        "Ben",
    )
    out = quincunx(*words, typed="exchange\nexchange\n").out
    assert out.count("-" * 60) == 3
    assert "Press Enter" not in out
    ann, ben, again = out.split("-" * 60)[1:]
    assert "Your hand" in ann
    assert "and draws four cards." in ben
    assert "Ben discards" in again


def test_one_person_is_not_asked_to_look_away() -> None:
    game = Terminal("--first", "1", "--seed", "7", "--pause", "0", "--name", "Ann")
    shown = game.wait_for("Ann> ")
    assert WIPE not in shown
    assert "Press Enter" not in shown
    game.type("\x04")
    game.type("\x04")
    game.wait_for("unfinished")
    assert game.close() == 0
