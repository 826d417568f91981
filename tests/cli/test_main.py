"""The command line itself: one page of help, every game by its own value, nothing loaded too early."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType

import pytest

from quincunx.core.game import AnyGame, GameCommand
from quincunx.games import GAMES
from quincunx.games.cinqo.types import CinqoOptions
from tests.cli.conftest import Quincunx


@dataclass(frozen=True, slots=True)
class TwinFlags:
    """Flags of a game that the package does not know."""

    heads: int = 2
    """The number of heads."""

    def options(self) -> CinqoOptions:
        return CinqoOptions(self.heads)


@pytest.fixture
def twin(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """One more game, registered before the command line is built; by its rules it is one of the others."""
    command = GameCommand(name="polish", target="twin_commands:polish", help="Polish its coin.")
    game = replace(GAMES["cinqo"], name="twin", title="Twin & Co", flags=TwinFlags, commands=(command,))
    module = ModuleType("twin_commands")

    def polish(*, times: int = 1) -> int:
        if not times:
            raise KeyboardInterrupt
        return 40 + times

    module.polish = polish  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "twin_commands", module)
    monkeypatch.setitem(GAMES, "twin", game)
    return game


def test_a_registered_game_is_everywhere(twin: AnyGame, quincunx: Quincunx) -> None:
    assert "Twin & Co" in quincunx("--help").out
    for command in ("play", "arena"):
        assert "twin" in quincunx(command, "--help").out
        flags = quincunx(command, "twin", "--help").out
        assert "--heads" in flags
        assert "The number of heads." in flags
        assert "--rounds" not in flags
        assert "--heads" not in quincunx(command, "cinco", "--help").out
    assert "twin" in quincunx("precompile", "--help").out


def test_its_own_commands_are_there_and_are_its_alone(twin: AnyGame, quincunx: Quincunx) -> None:
    assert "Polish its coin." in quincunx("--help").out
    assert quincunx("polish", "twin", "--times", "2").code == 42
    assert quincunx("polish", "cinco").code == 2


def test_a_command_that_is_stopped_is_130(twin: AnyGame, quincunx: Quincunx) -> None:
    done = quincunx("polish", "twin", "--times", "0")
    assert (done.code, done.err) == (130, "")


@pytest.mark.nightly
def test_it_is_played_with_its_own_flags(twin: AnyGame, tmp_path: Path, quincunx: Quincunx) -> None:
    words = ("play", "twin", "--heads", "3", "--watch", "--level", "random", "--seed", "1")
    out = quincunx(*words).out
    assert out.startswith("Twin & Co: Ada, Bruno and Chiara.\n")
    words = ("arena", "twin", "--heads", "3", "--bots", "greedy,random", "--games", "3", "--cores", "1")
    assert quincunx(*words, "--out", str(tmp_path)).code == 0
    assert json.loads((tmp_path / "report.json").read_text())["sides"] == 3


def test_a_bot_plays_what_is_registered(twin: AnyGame, quincunx: Quincunx) -> None:
    done = quincunx("bot", "greedy", typed="quincunx 1 twin\nquit\n")
    assert (done.code, done.out) == (0, "ready\n")
    done = quincunx("bot", "greedy", typed="quincunx 1 chess\n")
    assert (done.code, done.err) == (1, "quincunx: This bot speaks protocol 1, for cinco, cinqo, twin.\n")


def test_help_loads_neither_kernels_nor_the_server() -> None:
    program = (
        "import sys\nfrom quincunx.cli.main import run\n"
        "codes = [run(words) for words in (['--help'], ['play', '--help'], ['arena', 'cinco', '--help'])]\n"
        "print(codes, sorted({'numba', 'numpy', 'litestar', 'matplotlib', 'ray'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[0, 0, 0] []\n")


@pytest.mark.parametrize("words", [("--version",), ("--help",), ()])
def test_questions_about_it_are_no_failure(words: tuple[str, ...], quincunx: Quincunx) -> None:
    assert quincunx(*words).code == 0


WRONG_CALLS = {
    ("juggle",): ("“juggle”. Commands: admin, arena,", "«juggle». Comandi: admin,"),
    ("--juggle",): ("Unknown option “--juggle”.", "Opzione sconosciuta: «--juggle»."),
    ("play", "cinco", "--juggle"): ("Unknown option “--juggle”.", "Opzione sconosciuta: «--juggle»."),
    ("play", "cinco", "--people", "many"): (
        "Invalid value “many” for --people.",
        "Valore non valido per --people: «many».",
    ),
    ("play", "cinco", "--people"): ("--people needs a value.", "--people vuole un valore."),
    ("play", "cinco", "--seed", "1", "--seed", "2"): (
        "“--seed” is given twice.",
        "«--seed» c’è due volte.",
    ),
    ("solve", "cinqo", "--game", "chess"): (
        "Invalid value “chess” for --game. Choose from turn,",
        "Valore non valido per --game: «chess». Scegli tra turn,",
    ),
    ("replay",): ("FILE is missing.", "Manca FILE."),
    ("admin", "ban", "ada"): ("--reason is missing.", "Manca --reason."),
    ("replay", "a", "b"): ("Unexpected argument “b”.", "Argomento inatteso: «b»."),
}


@pytest.mark.parametrize("words", WRONG_CALLS, ids=" ".join)
def test_a_wrong_call_is_2_and_says_so_on_the_error_stream(
    words: tuple[str, ...], quincunx: Quincunx
) -> None:
    for language, sentence in zip(("en", "it"), WRONG_CALLS[words], strict=True):
        done = quincunx(*words, "--lang", language)
        assert (done.code, done.out) == (2, "")
        assert sentence in " ".join(done.err.split())


def test_help_is_in_the_language_of_the_caller(quincunx: Quincunx, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Sprachcode" in quincunx("--lang=de", "serve", "--help").out
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert "Usage\xa0: quincunx COMMANDE\n" in quincunx("--help").out
    assert "Usage: quincunx COMMAND\n" in quincunx("--help", "--lang", "en").out


def test_the_language_is_the_flag_s_not_a_value_s(quincunx: Quincunx) -> None:
    done = quincunx("replay", "--", "--lang=it")
    assert done.code == 1
    assert done.err == "quincunx: --lang=it: Can’t read the file: No such file or directory.\n"


@pytest.mark.parametrize("wanted", ["tlh", "../it", "", "_it"])
def test_a_language_that_there_is_not_is_refused(wanted: str, quincunx: Quincunx) -> None:
    for words in (("--lang", wanted), ("play", "cinco", f"--lang={wanted}")):
        done = quincunx(*words)
        assert (done.code, done.out) == (2, "")
        assert f"Unknown language “{wanted}”. Choose from en, de, " in done.err


def test_the_module_is_the_command() -> None:
    """``python -m quincunx``, as a real process with its exit code."""
    done = subprocess.run([sys.executable, "-m", "quincunx", "juggle"], capture_output=True, check=False)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("module", "extra"), [("litestar.handlers", "server"), ("numba", "bots"), ("ray", "ray")]
)
def test_a_command_without_its_packages_says_what_to_install(
    module: str, extra: str, twin: AnyGame, quincunx: Quincunx, monkeypatch: pytest.MonkeyPatch
) -> None:
    def polish() -> int:
        raise ModuleNotFoundError(f"No module named '{module}'", name=module)

    monkeypatch.setattr(sys.modules["twin_commands"], "polish", polish)
    done = quincunx("polish", "twin")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"quincunx: More packages are needed: pip install 'quincunx[{extra}]'\n"
    done = quincunx("--lang", "it", "polish", "twin")
    assert (done.code, done.err) == (2, f"quincunx: Mancano dei pacchetti: pip install 'quincunx[{extra}]'\n")


def test_a_fault_of_our_own_is_not_taken_for_a_missing_package(
    twin: AnyGame, quincunx: Quincunx, monkeypatch: pytest.MonkeyPatch
) -> None:
    def polish() -> int:
        raise ImportError("cannot import name 'wax' from 'quincunx.games'", name="quincunx.games")

    monkeypatch.setattr(sys.modules["twin_commands"], "polish", polish)
    with pytest.raises(ImportError, match="wax"):
        quincunx("polish", "twin")
