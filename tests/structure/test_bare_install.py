"""The package in an environment of its own, with msgspec alone: as sources, and by night as a wheel."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from importlib.metadata import distribution
from pathlib import Path

import pytest

from quincunx.games import GAMES
from quincunx.texts.catalogue import languages
from tests.examples import mostly_nightly
from tests.review.samples import sample

ROOT = Path(__file__).parents[2]
LARGEST_WHEEL = 20_000_000
LARGEST_CONTENT = 20_500_000
ADVICE = "More packages are needed: pip install 'quincunx[cli]'"

# A lesson, a match, a review's page and texts in every language; nothing of it may load numpy or babel.
LIBRARY = """
import sys
from pathlib import Path

import msgspec
from quincunx.arena import match
from quincunx.core.values import Phrase
from quincunx.games import GAMES
from quincunx.lessons import judge, open_study
from quincunx.lessons.judge import solve
from quincunx.lessons.library import lessons, puzzles
from quincunx.arena import page as arena_page
from quincunx.core.review import Review
from quincunx.review.page import page
from quincunx.texts.catalogue import Catalogue, languages

for name, game in GAMES.items():
    assert len(puzzles(game)) > 100
    for study in lessons(game):
        assert open_study(study, GAMES)
        assert solve(study, GAMES).right
    score = match(game.flags().options(), "greedy", "random", deals=4)
    assert score.mean > 0.5, (name, score)
for code in languages():
    text = Catalogue(code).translate(Phrase("review.many.games", {"count": 3}))
    assert text, code
review = msgspec.json.decode(Path("review.json").read_bytes(), type=Review)
for code in languages():
    written = page(GAMES[review.game], review, "", Catalogue(code))
    assert written.count("<svg") == 2, code
third = {name.partition(".")[0] for name in sys.modules} - {*sys.stdlib_module_names, "sitecustomize"}
print(*sorted(name for name in third if "__" not in name))
"""

LEVELS = """
import sys
from random import Random
import quincunx
from quincunx.core.chance import CHANCE, resolve_chance
from quincunx.engines.bot import Budget
from quincunx.engines.levels import names
from quincunx.engines.precompiled import is_lasting, is_precompiled, precompile
from quincunx.games import GAMES

random = Random(1)
for game in GAMES.values():
    state = game.initial(game.flags().options())
    while game.to_move(state) == CHANCE:
        state = game.apply(state, resolve_chance(game.asks(state), random))
    assert quincunx.levels(game.name) == game.bots.levels
    precompile(game)
    assert is_precompiled(game) and is_lasting()
    for level in names(game.bots):
        view = game.view(state, game.to_move(state))
        move = game.bots.bot(level).choose(view, random, Budget(simulations=5)).action
        assert move in game.legal_moves(state)
print(sum(len(game.advice(2)) for game in (quincunx.Cinco(seed=1, first=0), quincunx.Cinqo(3, seed=1))))
third = {name.partition(".")[0] for name in sys.modules} - {*sys.stdlib_module_names, "sitecustomize"}
print(*sorted(name for name in third if "__" not in name))
"""


def build(folder: Path, version: str) -> Path:
    """A wheel: the ``standard`` one, or an ``editable`` one, which names the sources."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", f"wheel:{version}", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"), "standard")


# The standard wheel is compressed for twelve seconds.
@pytest.fixture(scope="module", params=["editable", pytest.param("standard", marks=pytest.mark.nightly)])
def python(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the package and msgspec."""
    folder = tmp_path_factory.mktemp("bare")
    wheel = request.getfixturevalue("wheel") if request.param == "standard" else build(folder, request.param)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    found = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    words = ["--offline", "--no-index", "--no-deps", "--quiet", "--python", str(found), str(wheel)]
    subprocess.run([sys.executable, "-m", "uv", "pip", "install", *words], check=True)
    _copy("msgspec", found)
    return found


def _copy(name: str, python: Path) -> None:
    """Install a distribution as it is installed here, so that no registry is asked."""
    where = subprocess.run(
        [str(python), "-c", "import sysconfig; print(sysconfig.get_path('platlib'))"],
        capture_output=True,
        text=True,
        check=True,
    )
    for file in distribution(name).files or ():
        if ".." not in file.parts and file.suffix != ".pyc":
            target = Path(where.stdout.strip()) / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file.locate(), target)


def run(python: Path, words: Sequence[str], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LC_", "LANG"))
    }
    return subprocess.run(
        [str(python), *words],
        cwd=folder,
        env={**environment, "PYTHONUTF8": "1", **more},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.nightly
def test_the_wheel_is_small(wheel: Path) -> None:
    assert wheel.stat().st_size <= LARGEST_WHEEL
    with zipfile.ZipFile(wheel) as archive:
        # Built documents are in releases, and here only after `make docs`.
        content = sum(each.file_size for each in archive.infolist() if "/documents/" not in each.filename)
        names = archive.namelist()
    # pip itself and compiled bytecode take about 25 MB, and a new environment shall take 46.
    assert content <= LARGEST_CONTENT
    for game in GAMES:
        assert [name for name in names if f"/{game}/studies/puzzles" in name] == [
            f"quincunx/games/{game}/studies/puzzles.json.gz"
        ]


def test_the_library_works_with_msgspec_alone(python: Path, tmp_path: Path) -> None:
    (tmp_path / "review.json").write_bytes(sample())
    done = run(python, ["-W", "error", "-c", LIBRARY], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == ["msgspec", "quincunx"]


def test_the_command_says_how_to_get_it(python: Path, tmp_path: Path) -> None:
    done = run(python, ["-m", "quincunx", "play", "cinco"], tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"quincunx: {ADVICE}\n")
    script = subprocess.run(
        [str(python.with_name("quincunx"))], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert (script.returncode, script.stdout, script.stderr) == (2, "", f"quincunx: {ADVICE}\n")


@pytest.mark.parametrize("language", mostly_nightly(languages(), "de"))
def test_it_says_so_in_the_users_language(language: str, python: Path, tmp_path: Path) -> None:
    done = run(python, ["-m", "quincunx", "--lang", language], tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "pip install 'quincunx[cli]'" in done.stderr
    assert (ADVICE in done.stderr) == (language == "en")


@pytest.mark.nightly
def test_every_level_plays_with_msgspec_alone(python: Path, tmp_path: Path) -> None:
    done = run(python, ["-W", "error", "-c", LEVELS], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["4", "msgspec quincunx"]


def test_a_review_says_how_to_get_kernels(python: Path, tmp_path: Path) -> None:
    program = (
        "import quincunx\ngame = quincunx.Cinqo(2, goal='rounds', rounds=1, seed=1)\n"
        "while not game.is_over: game.push(game.legal_moves[0])\ngame.record().review()"
    )
    done = run(python, ["-c", program], tmp_path)
    assert done.stderr.splitlines()[-1].endswith("More packages are needed: pip install 'quincunx[bots]'")
