"""Breaks the code in thousands of places, one at a time, and lists the changes that no test noticed.

``make mutants`` runs it. Each mutant meets the quickest of the tests that reach it first; survivors then meet
all of them. Verdicts are stored in ``mutants/``, so a stopped run continues. With names
(``tools/mutants.py 'quincunx.table.*'``) only those mutants run, again if need be. ``--report`` prints the
scores and runs nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from mutmut.mutation.data import SourceFileMutationData
from mutmut.utils.file_utils import walk_mutatable_files

ROOT = Path(__file__).parents[1]
MUTMUT = Path(sys.executable).with_name("mutmut")
WORKERS = "2"
# mutmut's own exit codes: 0 means that no test failed, 33 that no test reaches the function.
SURVIVED, UNREACHED = 0, 33
# Plugins cost time for each mutant, so only the one that the tests need is loaded.
PLUGINS = "-p pytest_asyncio.plugin -p no:unraisableexception -p no:threadexception -p no:faulthandler"
PYTEST = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": PLUGINS}


def run(names: list[str], seconds: float) -> None:
    """Run these mutants (none: all undecided ones) with this many seconds' worth of tests for each."""
    variables = {**os.environ, **PYTEST, "QUINCUNX_MUTANT_SECONDS": str(seconds)}
    subprocess.run([MUTMUT, "run", "--max-children", WORKERS, *names], cwd=ROOT, env=variables, check=True)


def verdicts() -> dict[str, int | None]:
    """The exit code of each mutant's tests; ``None`` if they have not run."""
    found: dict[str, int | None] = {}
    for source in sorted(walk_mutatable_files()):
        data = SourceFileMutationData(path=source)
        data.load()
        found |= data.exit_code_by_key
    return found


def report() -> None:
    """Print the survivors, and a line for each package."""
    rooms: dict[str, Counter[str]] = {}
    for name, code in verdicts().items():
        if code in (SURVIVED, UNREACHED):
            print(f"{'survived' if code == SURVIVED else 'no test '}  {name}")
        # ``quincunx.games.cinco.rules.x_apply__mutmut_1`` belongs to ``games.cinco``; other packages have one
        # word.
        parts = name.split(".")[1:-1]
        room = ".".join(parts[:2] if parts[0] == "games" else parts[:1])
        said = {SURVIVED: "survived", UNREACHED: "no test", None: "not run"}.get(code, "killed")
        rooms.setdefault(room, Counter())[said] += 1
    columns = ("killed", "survived", "no test", "not run")
    print(f"\n{'room':14}" + "".join(f"{column:>10}" for column in columns) + f"{'score':>9}")
    for room, counts in [*rooms.items(), ("all", sum(rooms.values(), Counter()))]:
        decided = counts.total() - counts["not run"]
        score = f"{counts['killed'] / decided:9.1%}" if decided else f"{'–':>9}"
        print(f"{room:14}" + "".join(f"{counts[column]:10}" for column in columns) + score)


def main(arguments: list[str]) -> None:
    """Run the mutants that the arguments name, and report."""
    os.chdir(ROOT)
    if "--report" not in arguments:
        run(arguments, seconds=1)
        survivors = [name for name, code in verdicts().items() if code == SURVIVED]
        if survivors and not arguments:
            run(survivors, seconds=60)
    report()


if __name__ == "__main__":
    main(sys.argv[1:])
