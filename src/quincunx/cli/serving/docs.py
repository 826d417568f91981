"""``quincunx docs``: the documents that came with the package."""

from __future__ import annotations

import webbrowser
from typing import Annotated

from cyclopts import Parameter

from quincunx.cli.files import fail, print_line
from quincunx.core.speech import t


def docs(*, open_browser: Annotated[bool, Parameter(name="--open", help="Open the browser.")] = False) -> int:
    """Print where the documents are: tutorial, guides and reference, as pages with a search."""
    from quincunx.server.built_client import DOCUMENTS

    page = DOCUMENTS / "index.html"
    if not page.is_file():
        return fail(t("The documents are missing: they haven’t been built (“make docs”)."))
    print_line(page.as_uri())
    if open_browser:
        webbrowser.open(page.as_uri())
    return 0
