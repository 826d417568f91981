"""``quincunx replay`` and ``quincunx verify``: what they print, and that no file brings a traceback."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from quincunx.adapters.signing import RecordSigner
from quincunx.cli.files import load
from quincunx.cli.records.replay import replay
from quincunx.cli.records.verify import verify
from quincunx.core.record import LONGEST, signed_text, write
from tests.cli.conftest import Quincunx
from tests.examples import mostly_nightly
from tests.golden.games import stored

RECORDS = Path("testdata/records")
FILES = list(stored())
ROLLS = RECORDS / "cinqo-2-rounds1.txt"
SECOND = Path("testdata/record-2.txt")
HOSTILE = '"\\u{1B}[2J\\u{202E}\\u{9B}\\u{0}"'


@pytest.mark.parametrize("file", mostly_nightly(FILES, *FILES[::3]), ids=lambda file: file.stem)
def test_every_kept_game_replays(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(file) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    lines = printed.out.split("\n")
    assert lines[0] in ("0. Set-up", "1. Ada (seat 1)")
    assert re.fullmatch(
        r"\w+ wins|[\w,]+( [\w,]+)* and \w+ (win|share the win)|Draw|The game was left unfinished\."
        r"|The game was stopped: nothing was bringing it closer to an end\.",
        lines[-2],
    )
    assert max(map(len, lines)) <= 100


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def test_replay_tells_and_draws(capsys: pytest.CaptureFixture[str]) -> None:
    replay(ROLLS)
    out = capsys.readouterr().out
    assert out.startswith("1. Ada (seat 1)\n  Ada rolls ")
    assert "Rack" in out
    assert "Bruno scores" in out


def test_replay_in_the_reader_s_language(quincunx: Quincunx, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = quincunx("replay", str(ROLLS), "--lang", "it")
    assert asked.code == 0
    assert asked.out.startswith("1. Ada (posto 1)\n  Ada fa ")
    assert asked.out.endswith("\nAda e Bruno vincono a pari merito\n")
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    assert quincunx("replay", str(ROLLS)) == asked


SPOILT = {
    "a move against the rules": ("rack 1222", "rack 6666", " (Regel 3."),
    "a move that is none": ("roll 1", "roll x", "„x“ ist keine Zahl."),
    "the format": ('[Quincunx "1"]', '[Quincunx "9"]', "liest Partien in den Formaten 1, 2, 3."),
    "the result": ('Result "', 'Result "x', "Ein Ergebnis ist „won by 1 3 (reason)“, "),
    "a header": ('[Rounds "1"]', '[Rounds "x"]', "[Rounds …] kann nicht „x“ sein."),
    "hexadecimal digits": ('[Seed "', '[Seed "x', "[Seed …] hat 64 kleingeschriebene hexadezimale Ziffern."),
}


@pytest.mark.parametrize("what", SPOILT)
def test_no_fault_of_a_record_is_told_in_english_to_a_german(
    what: str, quincunx: Quincunx, tmp_path: Path
) -> None:
    old, new, said = SPOILT[what]
    changed = tmp_path / "changed.txt"
    changed.write_text(ROLLS.read_text("utf-8").replace(old, new, 1), "utf-8")
    for word in ("replay", "verify", "review"):
        error = quincunx(word, str(changed), "--lang", "de").err
        assert ": Zeile " in error
        assert said in error
        assert not {"The", "the", "is", "rule", "line", "There"} & set(re.findall(r"\w+", error))


def test_the_faults_of_chance_are_told_in_the_reader_s_language(quincunx: Quincunx, tmp_path: Path) -> None:
    turned = tmp_path / "turned.txt"
    text = ROLLS.read_text("utf-8")
    turned.write_text(re.sub('(Seed ")..', r"\g<1>00", text), "utf-8")
    done = quincunx("verify", str(turned), "--lang", "zh")
    assert done.code == 1
    assert "种子" in done.out
    assert re.search(r"第 1 回合：掷出的第 \d 颗骰子为 \d，但由种子应得 \d。\n", done.out)
    assert not re.search("[A-Za-z]{3,}", done.out.replace("SHA", ""))
    # Programs read the same in every language.
    in_english = json.loads(quincunx("verify", str(turned), "--json").out)
    assert json.loads(quincunx("verify", str(turned), "--json", "--lang", "zh").out) == in_english
    assert in_english["faults"][1].startswith("Turn 1: die ")


def test_a_faulty_record_is_explained_in_the_reader_s_language(quincunx: Quincunx, tmp_path: Path) -> None:
    changed = tmp_path / "changed.txt"
    changed.write_text(ROLLS.read_text("utf-8").replace("seat 1: ", "seat 1:  ", 1), "utf-8")
    for word, code in (("replay", 1), ("verify", 1)):
        english, french = quincunx(word, str(changed)), quincunx(word, str(changed), "--lang", "fr")
        assert (english.code, french.code) == (code, code)
        assert "line" in english.err
        assert ", colonne " in french.err
        assert english.err != french.err
    voided = quincunx("verify", str(SECOND), "--lang", "de").out
    assert "diese Plätze haben nicht rechtzeitig aufgedeckt: 2.\n" in voided


def test_replay_shows_cards_drawn_after_a_reshuffle(capsys: pytest.CaptureFixture[str]) -> None:
    replay(RECORDS / "cinco-reshuffle-before-draw.txt")
    out = capsys.readouterr().out
    assert re.search(r"are shuffled into a new draw pile\.\n  Chiara draws [0-9]+\.\n", out)


@pytest.mark.parametrize("file", mostly_nightly(FILES, *FILES[::3]), ids=lambda file: file.stem)
def test_replay_as_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(file, json=True) == 0
    head, *plies = map(json.loads, capsys.readouterr().out.splitlines())
    assert head["moves"] == len(plies)
    assert [ply["number"] for ply in plies] == list(range(1, len(plies) + 1))
    assert all(set(ply) == {"number", "turn", "seat", "text", "move", "events", "view"} for ply in plies)
    assert head["outcome"] == plies[-1]["view"]["outcome"] or plies[-1]["view"]["outcome"] is None


def test_verify_confirms(capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(ROLLS) == 0
    assert capsys.readouterr().out == (
        "The seed is the one committed. All 3 random results follow from it.\n"
    )
    assert verify(ROLLS, json=True) == 0
    assert json.loads(capsys.readouterr().out) == {
        "ok": True,
        "questions": 3,
        "faults": [],
        "notes": [],
    }


def test_verify_says_who_was_left_out_and_which_rounds_were_void(capsys: pytest.CaptureFixture[str]) -> None:
    """A record of version 2, which is never changed."""
    assert verify(SECOND) == 0
    said = capsys.readouterr().out
    assert "from it.\nA round was void and was repeated; these seats didn’t reveal in time: 2.\n" in said
    # The device of seat 2 was there and did not reveal; that of seat 3 took no part.
    assert said.endswith(
        "These seats didn’t reveal what they had committed to, so they didn’t contribute "
        "to the randomness: 2.\n"
        "No device took part for these seats, so they didn’t contribute to the randomness: 3.\n"
    )
    assert verify(SECOND, json=True) == 0
    assert len(json.loads(capsys.readouterr().out)["notes"]) == 3
    assert replay(SECOND, json=True) == 0
    head = json.loads(capsys.readouterr().out.split("\n")[0])
    assert (head["left_out"], head["voided"]) == ([1, 2], [[1]])
    assert len(head["commitments"]) == 4


def test_verify_says_for_whom_a_bot_made_moves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "helped.txt"
    file.write_text(ROLLS.read_text("utf-8").replace("[Result", '[BotMoves "1 0"]\n[Result'), "utf-8")
    assert verify(file) == 0
    assert capsys.readouterr().out.endswith("Moves that a bot made in place of seat 1: 1.\n")
    assert verify(file, json=True) == 0
    assert json.loads(capsys.readouterr().out)["notes"] == ["Moves that a bot made in place of seat 1: 1."]
    assert replay(file, json=True) == 0
    assert json.loads(capsys.readouterr().out.split("\n")[0])["bot_moves"] == [1, 0]


def test_verify_finds_what_was_altered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = ROLLS.read_text("utf-8")
    seed = next(line for line in text.split("\n") if line.startswith("[Seed"))
    file = tmp_path / "altered.txt"
    file.write_text(text.replace(seed, f'[Seed "{"00" * 32}"]'), "utf-8")
    assert verify(file) == 1
    printed = capsys.readouterr()
    assert "isn’t the commitment" in printed.out
    assert "Turn 1: " in printed.out
    assert printed.err == f"quincunx: {file}: The record isn’t correct (4 faults).\n"
    assert verify(file, json=True) == 1
    assert json.loads(capsys.readouterr().out)["ok"] is False


def test_verify_asks_for_a_signature(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    signer = RecordSigner(tmp_path)
    record = load(ROLLS)
    file = tmp_path / "signed.txt"
    file.write_text(write(replace(record, signature=signer.sign(signed_text(record)))), "utf-8")
    assert verify(file, key=signer.public_key) == 0
    assert "signature is valid for this key" in capsys.readouterr().out
    assert verify(file, key="00" * 32) == 1
    assert "The signature isn’t from this key" in capsys.readouterr().out
    assert verify(ROLLS, key=signer.public_key) == 1
    assert "The record carries no signature." in capsys.readouterr().out
    assert verify(file, key="no key") == 1
    assert "A key is 64 hexadecimal digits." in capsys.readouterr().err


def test_verify_without_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(RECORDS / "cinco-unfinished.txt") == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "doesn’t show the seed" in printed.err


@pytest.mark.parametrize("command", [replay, verify])
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "line 1, column 1: A record of Quincunx begins with"),
        (b"\xff", "line 1, column 1: This isn’t UTF-8 text."),
        (b"\0" * 10, "line 1, column 1: A record can’t contain the character U+0000"),
        (bytes(LONGEST + 1), "line 1, column 1: A record has at most 1048576 bytes"),
        (ROLLS.read_bytes()[:-30], "A whole record closes with the line “end”"),
    ],
)
def test_bad_files(
    command: type, data: bytes, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.txt"
    file.write_bytes(data)
    assert command(file) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"quincunx: {file}: ")
    assert sentence in printed.err
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize("command", [replay, verify])
@pytest.mark.parametrize("name", ["missing.txt", ".", "a\0b", "\udcff", "x" * 5000])
def test_files_that_cannot_be_opened(
    command: type, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(tmp_path / name) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1


def test_names_cannot_play_tricks_on_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "hostile.txt"
    file.write_text(ROLLS.read_text("utf-8").replace('"Ada"', HOSTILE), "utf-8")
    assert replay(file) == 0
    assert replay(file, json=True) == 0
    out = capsys.readouterr().out
    assert not set("\x1b\u202e\x9b\0") & set(out)
    assert "\\u{1B}[2J\\u{202E}" in out


@pytest.mark.parametrize("command", ["replay", "verify", "review"])
@pytest.mark.parametrize(
    ("before", "ending", "last"), [("\ufeff", "\n", "\n"), ("", "\r\n", "\r\n"), ("\ufeff", "\r\n", "")]
)
def test_a_record_may_be_as_other_programs_save_it(
    quincunx: Quincunx, tmp_path: Path, command: str, before: str, ending: str, last: str
) -> None:
    """A byte order mark, the line ends of Windows, no line end at the end of the file."""
    text = ROLLS.read_text("utf-8").rstrip("\n").replace("\n", ending)
    file = tmp_path / "saved.txt"
    file.write_bytes((before + text + last).encode())
    done = quincunx(command, str(file))
    assert done.code == 0, done.err
    assert done.out == quincunx(command, str(ROLLS)).out


def test_the_commands_are_there() -> None:
    """Through the real command line, once, with its exit codes."""

    def quincunx(*words: str) -> subprocess.CompletedProcess[str]:
        code = "from quincunx.cli.main import main; main()"
        return subprocess.run(
            [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False
        )

    assert quincunx("verify", str(ROLLS)).returncode == 0
    assert quincunx("verify").returncode == 2
    assert quincunx("replay", str(ROLLS), "--json").stdout.count("\n") > 5
    refused = quincunx("verify", "no such file")
    assert refused.returncode == 1
    assert refused.stderr == "quincunx: no such file: Can’t read the file: No such file or directory.\n"
