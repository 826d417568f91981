"""Breaks the code in thousands of places, one at a time, and lists the changes that no test noticed.

``make mutants`` runs it. Each mutant meets the quickest of the tests that reach it first; survivors then
meet all of them. Verdicts are stored in ``mutants/``, so a stopped run continues. ``mutants/killers.txt``
names the test that noticed each one.

- ``tools/mutants.py 'quincunx.table.*'`` runs the mutants of one package; ``--again`` decided ones, too.
- ``--sample 400`` runs a random sample of each package and prints scores with their 95 % interval.
- ``--report`` prints the scores and runs nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from fnmatch import fnmatchcase
from math import sqrt
from pathlib import Path
from random import Random

from mutmut.__main__ import create_mutants
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.utils.file_utils import (
    copy_also_copy_files,
    copy_src_dir,
    setup_source_paths,
    walk_mutatable_files,
)

ROOT = Path(__file__).parents[1]
MUTMUT = Path(sys.executable).with_name("mutmut")
WORKERS = 2
# mutmut's own exit codes: 0 means that no test failed, 33 that no test reaches the function, 34 that it is
# not to be run. 5 and 2 are pytest's: no test was left to run, and the run was interrupted.
SURVIVED, UNREACHED, SKIPPED, EMPTY, INTERRUPTED = 0, 33, 34, 5, 2
# Plugins cost time for each mutant, so only the one that the tests need is loaded.
PLUGINS = "-p pytest_asyncio.plugin -p no:unraisableexception -p no:threadexception -p no:faulthandler"
PYTEST = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": PLUGINS}
# The quantile of a 95 % interval.
Z = 1.96


def generate() -> None:
    """Write the mutants of all modules that have changed."""
    set_mutant_under_test("mutant_generation")
    Path("mutants").mkdir(exist_ok=True)
    copy_src_dir()
    copy_also_copy_files()
    setup_source_paths()
    create_mutants(WORKERS)


def stored() -> Iterator[SourceFileMutationData]:
    """Each module's mutants and their verdicts."""
    for source in sorted(walk_mutatable_files()):
        data = SourceFileMutationData(path=source)
        data.load()
        yield data


def verdicts() -> dict[str, int | None]:
    """The exit code of each mutant's tests; ``None`` if they have not run."""
    known = {name: code for data in stored() for name, code in data.exit_code_by_key.items()}
    means = {SKIPPED: None, INTERRUPTED: None, EMPTY: UNREACHED}
    return {name: means.get(code, code) if code is not None else None for name, code in known.items()}


def run(names: Collection[str], seconds: float) -> None:
    """Run exactly these mutants, with this many seconds' worth of tests for each."""
    if not names:
        return
    # A list of thousands of names would have mutmut match each against each.
    for data in stored():
        for name, code in data.exit_code_by_key.items():
            data.exit_code_by_key[name] = None if name in names else SKIPPED if code is None else code
        data.save()
    variables = {**os.environ, **PYTEST, "QUINCUNX_MUTANT_SECONDS": str(seconds)}
    try:
        subprocess.run([MUTMUT, "run", "--max-children", str(WORKERS)], cwd=ROOT, env=variables, check=True)
    finally:
        open_skipped()


def open_skipped() -> None:
    """Take back the verdict of mutants that an earlier run was not to try."""
    for data in stored():
        for name, code in data.exit_code_by_key.items():
            data.exit_code_by_key[name] = None if code == SKIPPED else code
        data.save()


def room(name: str) -> str:
    """The package of a mutant: ``quincunx.games.cinco.rules.x_apply__mutmut_1`` is of ``games.cinco``."""
    parts = name.split(".")[1:-1]
    return ".".join(parts[: 2 if parts[0] in ("games", "server") else 1])


def sample(names: Iterable[str], size: int, seed: int) -> set[str]:
    """Draw so many mutants of each package, the same ones for the same seed."""
    rooms: dict[str, list[str]] = {}
    for name in sorted(names):
        rooms.setdefault(room(name), []).append(name)
    drawn: set[str] = set()
    for package, members in rooms.items():
        random = Random(f"{seed} {package}")  # noqa: S311 - a sample, and no secret
        drawn.update(random.sample(members, min(size, len(members))))
    return drawn


def interval(killed: int, decided: int) -> tuple[float, float]:
    """The 95 % interval of a score (Wilson's) when the decided mutants are a random sample."""
    share, spread = killed / decided, Z * Z / decided
    middle = (share + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * sqrt(share * (1 - share) / decided + spread / decided / 4)
    return middle - half, middle + half


def report(names: Collection[str], sampled: bool) -> None:
    """Print the survivors, and a line for each package."""
    rooms: dict[str, Counter[str]] = {}
    for name, code in verdicts().items():
        if name not in names:
            continue
        if code in (SURVIVED, UNREACHED):
            print(f"{'survived' if code == SURVIVED else 'no test '}  {name}")
        said = {SURVIVED: "survived", UNREACHED: "no test", None: "not run"}.get(code, "killed")
        rooms.setdefault(room(name), Counter())[said] += 1
    columns = ("killed", "survived", "no test", "not run")
    print(f"\n{'room':22}" + "".join(f"{column:>10}" for column in columns) + f"{'score':>9}")
    for package, counts in [*rooms.items(), ("all", sum(rooms.values(), Counter()))]:
        decided = counts.total() - counts["not run"]
        score = f"{counts['killed'] / decided:9.1%}" if decided else f"{'–':>9}"
        if sampled and decided and package != "all":
            least, most = interval(counts["killed"], decided)
            score += f"  {least:.1%} to {most:.1%}"
        print(f"{package:22}" + "".join(f"{counts[column]:10}" for column in columns) + score)


def main() -> None:
    """Run the mutants that the arguments name, and report."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("patterns", nargs="*", default=["*"], help="names of mutants; * stands for anything")
    parser.add_argument(
        "--sample", type=int, help="run only so many mutants of each package, drawn at random"
    )
    parser.add_argument("--seed", type=int, default=1, help="which sample")
    parser.add_argument("--again", action="store_true", help="run mutants that have a verdict, too")
    parser.add_argument("--report", action="store_true", help="run nothing")
    given = parser.parse_args()
    os.chdir(ROOT)
    if not given.report:
        generate()
        open_skipped()
    names = {name for name in verdicts() if any(fnmatchcase(name, pattern) for pattern in given.patterns)}
    if given.sample:
        names = sample(names, given.sample, given.seed)
    if not given.report:
        known = verdicts()
        run({name for name in names if given.again or known[name] is None}, seconds=1)
        known = verdicts()
        run({name for name in names if known[name] == SURVIVED}, seconds=60)
    report(names, sampled=bool(given.sample))


if __name__ == "__main__":
    main()
