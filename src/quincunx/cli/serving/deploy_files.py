"""``quincunx deploy-files``: examples for systemd, proxies, containers and firewalls, to be edited."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

import quincunx
from quincunx.cli.files import fail, print_line
from quincunx.core.speech import os_error_message, t

PACKAGE: Final = Path(quincunx.__file__).parent
PLACES: Final = (PACKAGE / "server" / "deploy", PACKAGE.parents[1] / "deploy")
"""The folder of the examples: in an installed package, and in a checkout."""


def deploy_files(folder: Path) -> int:
    """Write example files for a public server: systemd, Caddy, nginx, containers, backups.

    Parameters
    ----------
    folder
        Folder for the files; files of the same name are kept.
    """
    source = next((place for place in PLACES if place.is_dir()), None)
    if source is None:
        return fail(t("This installation has no example files."))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file in sorted(source.iterdir()):
            target = folder / file.name
            if target.exists():
                print_line(t("{{file}} is already there: it stays as it is.", file=target))
            else:
                shutil.copy(file, target)
                print_line(str(target))
    except OSError as error:
        return fail(t("Can’t write {{file}}: {{error}}.", file=folder, error=os_error_message(error)))
    return 0
