"""Runs several commands at once, and shows what each says as if one had followed the other.

``python tools/side_by_side.py COMMAND ...``, each one a word for the shell. What the first says is shown as
it comes, what the others say when it is their turn. Fails if one of them does; all are run to their end.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path


def main(commands: list[str]) -> int:
    """Exit code 0 if all went well, else that of the first that did not."""
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
        except KeyboardInterrupt:  # the shells have heard it, too
            return 130
    return next((code for code in codes if code), 0)


def _start(command: str, said: Path | None) -> subprocess.Popen[bytes]:
    if said is None:
        return subprocess.Popen(command, shell=True)  # noqa: S602  # the Makefile's own words
    with said.open("wb") as out:
        return subprocess.Popen(command, shell=True, stdout=out, stderr=subprocess.STDOUT)  # noqa: S602  # as above


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
