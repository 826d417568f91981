"""A finished game as long as the rules allow, in the journal of a data folder."""

from __future__ import annotations

from pathlib import Path
from time import time
from typing import Final

from msgspec.structs import replace

from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.games.cinco.types import CincoOptions, Exchange
from quincunx.server.adapters import JOURNAL
from quincunx.table.fold import advance
from quincunx.table.summary import summarize
from tests.table.support import Desk, make_move, settings

LONGEST_TABLE: Final = "the-longest-game-000001"


async def write_longest_game(folder: Path) -> None:
    """Write a game of Cinco in which two people only exchange their hands.

    It is aborted after 5,000 turns.
    """
    path = folder / JOURNAL
    desk = Desk(settings(CincoOptions(first=0)), table=LONGEST_TABLE).seat_everybody()
    while desk.state.status == "playing":
        person, seat = desk.mover()
        desk.do(person, make_move(seat, Exchange()))
    journal = SqliteJournal(path)
    await journal.open()
    state, began = None, int(time() * 1000) - 1_000 * len(desk.entries)
    for entry in desk.entries:
        entry = replace(entry, at=began + 1_000 * entry.version)
        state = advance(state, entry)
        await journal.append(entry, summarize(state, entry.at))
    await journal.close()
    path.chmod(0o600)
