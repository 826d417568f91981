"""Standard streams of any encoding, width and kind: no command stumbles over where its output goes."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from quincunx.cli import main as program
from quincunx.cli import streams
from quincunx.core.speech import speak_english
from quincunx.texts.catalogue import languages
from tests.cli.conftest import Done
from tests.examples import mostly_nightly

ROLLS = "testdata/records/cinqo-2-rounds1.txt"
COMMANDS = (
    "admin", "admin ban", "admin reports", "arena cinco", "backup", "bot", "check", "day", "learn", "move",
    "play cinqo", "precompile", "puzzles", "puzzles mine", "rebuild", "replay", "restore", "review",
    "rotate-key", "serve", "solve", "train", "verify",
)  # fmt: skip
CALLS = [
    ["replay"], ["verify", ROLLS],
    ["review", ROLLS], ["puzzles", "table"], ["check"], ["learn", "cinqo"], ["puzzles"],
    ["play", "cinqo", "--watch", "--rounds", "1", "--level", "random", "--seed", "1"],
]  # fmt: skip


class Kept(io.BytesIO):
    """The bytes written, also after the stream above is gone."""

    def close(self) -> None:
        pass


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("QUINCUNX_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def call(monkeypatch: pytest.MonkeyPatch, words: Sequence[str], encoding: str) -> Done:
    """The whole command, with streams of this encoding, in this process."""
    out, err = Kept(), Kept()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "argv", ["quincunx", *words])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding=encoding))
        patch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding=encoding))
        patch.setattr(sys, "stderr", io.TextIOWrapper(err, encoding=encoding))
        with pytest.raises(SystemExit) as left:
            program.main()
        speak_english()
    assert isinstance(left.value.code, int)
    return Done(left.value.code, out.getvalue().decode(encoding), err.getvalue().decode(encoding))


@pytest.mark.parametrize(
    ("encoding", "language"),
    mostly_nightly(
        [*(("ascii", code) for code in languages()), ("cp1252", "fr"), ("cp1252", "zh"), ("latin-1", "it")],
        ("ascii", "de"),
        ("cp1252", "fr"),
        ("cp1252", "zh"),
    ),
)
def test_every_language_in_every_encoding(
    encoding: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for words in (["--help"], ["serve", "--help"], ["juggle"], ["replay", "none"], ["replay", ROLLS]):
        done = call(monkeypatch, [*words, "--lang", language], encoding)
        assert done.code in (0, 1, 2)
        assert done.out or done.err
        assert "Traceback" not in done.err
        assert "\\u" not in done.out + done.err, words


@pytest.mark.parametrize(
    ("encoding", "language"),
    mostly_nightly([("ascii", "fr"), ("cp1252", "zh"), ("latin-1", "de")], ("cp1252", "zh")),
)
def test_every_command_in_one_of_each(encoding: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in COMMANDS:
        done = call(monkeypatch, [*name.split(), "--help", "--lang", language], encoding)
        assert (done.code, done.err) == (0, ""), name
        assert "\\u" not in done.out
    for words in CALLS:
        done = call(monkeypatch, [*words, "--lang", language], encoding)
        assert done.code in (0, 1, 2), (words, done.err)
        assert "Traceback" not in done.err
        assert "\\u" not in done.out + done.err, words


@pytest.mark.nightly
@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_server_starts_whatever_its_output_is(encoding: str, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "QUINCUNX_BOT_WORKERS": "0"}
    command = [sys.executable, "-m", "quincunx", "--lang", "fr", "serve", "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        assert server.stdout is not None
        try:
            greeting = server.stdout.readline()
            assert b"http://127.0.0.1:" in greeting
        finally:
            server.terminate()
            server.communicate(timeout=60)


@pytest.mark.parametrize(
    ("text", "encoding", "written"),
    [
        ("57→63, “good” – it’s … ok", "ascii", '57->63, "good" - it\'s ... ok'),
        ("«\u00a0déjà\u00a0», Größe, œuvre, ½", "ascii", '" deja ", Grosse, oeuvre, 1/2'),
        ("«déjà» → €", "latin-1", "«déjà» -> EUR"),
        ("“déjà” → €", "cp1252", "“déjà” -> €"),
        ("╭─┬─╮│┃━╰╯", "ascii", "+-+-+||-++"),
        ("▁▂▃▄▅▆▇█■", "ascii", "_.-=+*%##"),
        ("中文：\udcff", "ascii", "\\u4e2d\\u6587:\\udcff"),
        ("中文", "gbk", "中文"),
    ],
)
def test_a_character_that_is_lacking_is_written_plainly(
    text: str, encoding: str, written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def say(words: Sequence[str]) -> int:
        print(text)
        return 0

    monkeypatch.setattr(program, "run", say)
    assert call(monkeypatch, [], encoding).out == f"{written}\n"


def test_a_language_without_letters_here_gives_way_to_english(monkeypatch: pytest.MonkeyPatch) -> None:
    english = call(monkeypatch, ["--help", "--lang", "en"], "cp1252").out
    assert call(monkeypatch, ["--help", "--lang", "zh"], "cp1252").out == english
    assert "用法" in call(monkeypatch, ["--help", "--lang", "zh"], "gbk").out


@pytest.mark.parametrize("columns", ["0", "1", "7", "²", "99999999999999"])
def test_every_command_in_any_width(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for words in (["--help"], ["serve", "--help"], ["juggle"], ["review", ROLLS], ["puzzles", "table"]):
        done = call(monkeypatch, [*words, "--lang", "de"], "utf-8")
        assert done.code in (0, 2)
        assert max(map(len, (done.out + done.err).split("\n"))) <= streams.WIDEST


def real(words: Sequence[str], redirected: str) -> subprocess.CompletedProcess[str]:
    """A real process, its streams led elsewhere by a shell."""
    command = f'"$@" {redirected}'
    return subprocess.run(
        ["sh", "-c", command, "sh", sys.executable, "-m", "quincunx", "--lang", "en", *words],
        capture_output=True, text=True, timeout=120, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip


HELP, SERVE = ["--help"], ["serve", "--port", "0"]
REPLAY = ["replay", ROLLS, "--json"]
LEARN = ["learn", "cinqo"]
WRITING = [
    HELP, REPLAY, ["verify", ROLLS], ["review", ROLLS], ["puzzles", "table"], LEARN,
    ["play", "cinqo", "--json", "--watch", "--rounds", "1", "--level", "random"],
]  # fmt: skip


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("words", mostly_nightly([*WRITING, SERVE], REPLAY), ids=" ".join)
def test_a_full_device_is_1_and_a_sentence(words: list[str]) -> None:
    done = real(words, ">/dev/full")
    assert (done.returncode, done.stderr) == (
        1,
        "quincunx: Can’t write the output: No space left on device.\n",
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize(
    ("words", "code"),
    mostly_nightly([(["juggle"], 2), (["replay", "none"], 1), (["--help"], 0)], (["replay", "none"], 1)),
)
def test_an_error_stream_that_is_full_changes_nothing(words: list[str], code: int) -> None:
    done = real(words, "2>/dev/full")
    assert (done.returncode, done.stderr) == (code, "")


def unread(*words: str) -> tuple[int, bytes]:
    """Exit code and errors of a real process whose output is not read."""
    reader, writer = os.pipe()
    os.close(reader)
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    with subprocess.Popen(
        [sys.executable, *words],
        stdin=subprocess.DEVNULL,
        stdout=writer,
        stderr=subprocess.PIPE,
        env=environment,
    ) as process:
        os.close(writer)
        _, err = process.communicate(timeout=120)
    return process.returncode, err


@pytest.mark.parametrize("words", mostly_nightly(WRITING, REPLAY), ids=" ".join)
def test_a_reader_who_has_left_is_0_and_silence(words: list[str]) -> None:
    assert unread("-m", "quincunx", *words) == (0, b"")


def test_a_failure_before_the_reader_left_is_still_a_failure() -> None:
    """The output of a command that failed is still in the buffer when it meets the closed pipe."""
    code = "from quincunx.cli import main; main.run = lambda words: print('one fault') or 1; main.main()"
    assert unread("-c", code) == (1, b"")


CLOSED = ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"]


@pytest.mark.parametrize("words", mostly_nightly([HELP, ["replay", ROLLS], LEARN], HELP), ids=" ".join)
@pytest.mark.parametrize("closed", mostly_nightly(CLOSED, CLOSED[-1]))
def test_a_stream_that_is_closed_leads_nowhere(words: list[str], closed: str) -> None:
    done = real(words, closed)
    assert (done.returncode, done.stderr) == (0, "")
