"""``quincunx bot --login URL``: a token for this user's bots, confirmed in the browser."""

from __future__ import annotations

import asyncio
import socket
import webbrowser

from quincunx.cli.bots.tokens import BadTokens, store_token
from quincunx.cli.files import fail, print_line
from quincunx.client import Refused
from quincunx.client.http import BadAddress
from quincunx.client.login import Login
from quincunx.core.speech import in_words, os_error_message, t

LONGEST_NAME = 24
"""The most characters of a token's name."""


def login(server: str) -> int:
    """Show the link on which the user confirms, wait, and store the token."""
    try:
        asked = Login(server, f"quincunx bot @{socket.gethostname()}"[:LONGEST_NAME])
    except BadAddress as error:
        return fail(in_words(error))
    print_line(t("Open this page in your browser and confirm there: {{link}}", link=asked.link))
    webbrowser.open(asked.link)
    try:
        name = asyncio.run(asked.confirmed())
        if name is None:
            return fail(t("You didn’t confirm within ten minutes. Start again when you’re ready."))
        file = store_token(asked.server, asked.token)
    except BadTokens as error:
        return fail(in_words(error))
    except Refused as error:
        return fail(in_words(error))
    except OSError as error:
        return fail(
            t("Can’t reach {{server}} ({{error}}).", server=asked.server, error=os_error_message(error))
        )
    print_line(
        t("Bots with --server {{server}} play as {{name}} from now on.", server=asked.server, name=name)
    )
    print_line(t("The token is stored in {{file}}.", file=file))
    return 0
