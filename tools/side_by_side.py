"""Runs several commands at once, and shows their output as if they had run one after the other.

``python tools/side_by_side.py COMMAND ...``, each one a word for the shell. The first command's output is
shown as it comes, the others' in their turn. All run to their end; the exit code is a failure if any of them
fails.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path


def main(commands: list[str]) -> int:
    """Run the commands. Returns 0 if all succeeded, otherwise the exit code of the first that failed."""
    with tempfile.TemporaryDirectory() as folder:
        running: list[tuple[subprocess.Popen[bytes], Path | None]] = []
        for number, command in enumerate(commands):
            said = Path(folder) / str(number) if number else None
            running.append((_start(command, said), said))
        codes = []
        try:
            for process, said in running:
                codes.append(process.wait())
                if said is not None:
                    sys.stdout.write(said.read_text(errors="replace"))
                    sys.stdout.flush()
        except KeyboardInterrupt:  # the shells have received it too
            return 130
    return next((code for code in codes if code), 0)


def _start(command: str, said: Path | None) -> subprocess.Popen[bytes]:
    if said is None:
        return subprocess.Popen(command, shell=True)  # noqa: S602  # the Makefile's own commands
    with said.open("wb") as out:
        return subprocess.Popen(command, shell=True, stdout=out, stderr=subprocess.STDOUT)  # noqa: S602  # as above


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
