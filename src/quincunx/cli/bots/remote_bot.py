"""``quincunx bot … --server URL``: a bot at the tables of a remote server."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.cli.files import print_line
from quincunx.cli.language import command_catalogue
from quincunx.client import FAULTS, RemoteTable
from quincunx.client.choosers import LocalBot
from quincunx.client.playing import play
from quincunx.core.sentence import Sentence
from quincunx.core.speech import in_words, t
from quincunx.core.values import Phrase


class Screen:
    """Prints what happens, in the language of the commands."""

    def __init__(self, bot: str) -> None:
        self._bot = bot

    def ready(self, account: str) -> None:
        """Print as which account the bot plays."""
        print_line(
            t("{{name}} plays as {{level}} and is waiting for invitations.", name=account, level=self._bot)
        )

    def game_over(self, table: RemoteTable, faults: Sequence[Sentence]) -> None:
        """Print that a game is over, and the faults in its chance."""
        print_line(t("{{table}} is over.", table=table.id))
        if (verdict := table.verdict) in FAULTS:
            print_line(f"{table.id}: {command_catalogue().translate(Phrase(f'verdict.{verdict}'))}")
        for fault in faults:
            print_line(f"{table.id}: {in_words(fault)}")

    def failed(self, table: str, error: Exception) -> None:
        """Print why the bot cannot play on at a table."""
        print_line(f"{table}: {in_words(error)}")


async def play_own(server: str, token: str, bot: str, tournament: str | None = None) -> None:
    """Play with a bot of the user's own until cancelled. Raises as :func:`quincunx.client.run` does."""
    chooser = LocalBot(bot)
    try:
        await play(chooser, Screen(bot), server, token, tournament=tournament)
    finally:
        chooser.close()
