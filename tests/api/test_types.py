"""The library's types as a type checker sees them: no ``Any`` in what a caller gets."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parents[2]
MOVE: Final = "Play | Draw | Exchange"

EXPECTED: Final = {
    "Cinco()": "Cinco",
    "Cinco().legal_moves": f"tuple[{MOVE}, ...]",
    "Cinco().moves": f"tuple[{MOVE}, ...]",
    "Cinco().pop()": MOVE,
    "Cinco().push": f"(move: {MOVE} | str | int) -> None",
    "Cinco().why_not('draw')": "Reason | None",
    "Cinco().is_legal(3)": "bool",
    "Cinco().seat": "int | None",
    "Cinco().turn": "int",
    "Cinco().position": "CincoState",
    "Cinco().options": "CincoOptions",
    "Cinco().outcome": "Outcome | None",
    "Cinco().is_over": "bool",
    "Cinco().result": "str",
    "Cinco().seed": "int | str | bytes",
    "Cinco().copy()": "Cinco",
    "Cinco().restarted()": "Cinco",
    "Cinco().view(0)": "CincoView",
    "Cinco().view(0).moves": f"tuple[{MOVE}, ...]",
    "Cinco().view(0).text('fr')": "str",
    "Cinco().view(0).svg()": "str",
    "Cinco().reveal()": "CincoView",
    "Cinco().svg()": "str",
    "Cinco().advice(2)": f"tuple[Advice[{MOVE}], ...]",
    "Cinco().advice(2)[0].move": MOVE,
    "Cinco().bot('keen')": f"LevelBot[CincoView, {MOVE}]",
    "Cinco().bot('keen')(Cinco().view(0))": MOVE,
    "Cinco().record()": "GameRecord[Cinco]",
    "Cinco().record().at(3)": "Cinco",
    "Cinco().record().verify()": "list[str]",
    "Cinco().record().review()": "Review",
    "Cinqo().legal_moves": "tuple[Put, ...]",
    "Cinqo().view(0).scores": "tuple[int, ...]",
    "Cinqo().copy()": "Cinqo",
    "Cinqo().record().at(3)": "Cinqo",
    "read('f')": "GameRecord[Cinco] | GameRecord[Cinqo]",
    "read('f').at(3)": "Cinco | Cinqo",
    "play(['greedy', lambda view: view.moves[0]])": "Cinco",
    "play(['greedy'], game=Cinqo)": "Cinqo",
    "play(['greedy'], game=Cinqo())": "Cinqo",
    "play(['greedy'], game='cinqo')": "Cinqo",
    "match('greedy', lambda view: view.moves[0], 3)": "Score",
    "match('greedy', 'random', 3, game=Cinqo)": "Score",
    "levels('cinqo')": "tuple[str, ...]",
    "bot(Cinqo, 'keen')": "LevelBot[CinqoView, Put]",
    "bot('cinco', 'keen')": f"LevelBot[CincoView, {MOVE}]",
}
WRONG: Final = [
    "Cinco(goal='hundred')",
    "Cinqo(goal='most')",
    "Cinqo().push(Cinco().legal_moves[0])",
    "Cinqo().view(0).hand",
    "levels('chess')",
    "play([3, 4])",
    "Cinco().seat + 1",
]


Messages = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Messages:
    """The messages of pyright, strict, for two programs that use the library, by the program."""
    folder = tmp_path_factory.mktemp("programs")
    head = [
        "# pyright: strict, reportUnusedExpression=false, reportUnusedImport=false",
        "from quincunx import Cinco, Cinqo, bot, levels, match, play, read",
    ]
    programs = {"right.py": [f"reveal_type({each})" for each in EXPECTED], "wrong.py": WRONG}
    for name, lines in programs.items():
        (folder / name).write_text("\n".join([*head, *lines, ""]), "utf-8")
    config = {"include": [*programs], "extraPaths": [str(ROOT / "src")]}
    (folder / "pyrightconfig.json").write_text(json.dumps(config), "utf-8")
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable]
    done = subprocess.run([*command, "-p", folder], capture_output=True, text=True, check=False)
    found: Messages = {name: [] for name in programs}
    for each in json.loads(done.stdout)["generalDiagnostics"]:
        found[Path(each["file"]).name].append(each)
    return found


@pytest.mark.nightly
def test_every_name_has_its_type_and_none_is_any(checked: Messages) -> None:
    found = checked["right.py"]
    assert [each["message"] for each in found if each["severity"] == "error"] == []
    types = [match[1] for each in found if (match := re.search(r' is "(.*)"$', each["message"]))]
    assert dict(zip(EXPECTED, types, strict=True)) == EXPECTED
    assert not any("Any" in each or "Unknown" in each for each in types)


@pytest.mark.nightly
def test_mistakes_are_found_while_typing(checked: Messages) -> None:
    lines = {each["range"]["start"]["line"] for each in checked["wrong.py"] if each["severity"] == "error"}
    assert lines == set(range(2, 2 + len(WRONG)))


@pytest.mark.parametrize("name", ["Cinco", "Cinqo", "play", "match", "read", "bot", "levels"])
def test_every_name_is_documented(name: str) -> None:
    import quincunx

    assert (getattr(quincunx, name).__doc__ or "").strip().endswith(".")
