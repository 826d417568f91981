"""``quincunx site``: write a website for any static host."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Annotated

from cyclopts import Parameter

from quincunx.cli.files import fail, print_line
from quincunx.core.speech import in_words, os_error_message, t


def site(
    folder: Path,
    *,
    base_url: Annotated[str | None, Parameter(help="Address of the site, for previews of links.")] = None,
) -> int:
    """Write a website that plays without a server, for any static host.

    Visitors play against bots or around one device, learn, solve puzzles, and replay and verify records, also
    offline. The folder works below any address. What needs other people needs a server.

    Parameters
    ----------
    folder
        Folder to write: new, empty, or with an earlier site.
    """
    from quincunx.server.static_site import CannotWrite, write_site

    try:
        has_documents = write_site(folder, base_url)
    except CannotWrite as error:
        return fail(in_words(error))
    except OSError as error:
        return fail(t("Can’t write {{file}}: {{error}}.", file=folder, error=os_error_message(error)))
    command = f"python3 -m http.server -d {quote(str(folder))}"
    print_line(t("The site is in {{folder}}. To see it: {{command}}", folder=folder, command=command))
    if not has_documents:
        print_line(t("The documents are missing: they haven’t been built (“make docs”)."))
    return 0
