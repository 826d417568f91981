"""A season's standings as a file for spreadsheets (RFC 4180)."""

from __future__ import annotations

import csv
import io
from typing import Final

from quincunx.club.clubs.wire import ClubStandings

KIND: Final = "text/csv"
"""The media type; the charset is added to it."""
_FORMULA: Final = ("=", "+", "-", "@", "\t")
"""Signs with which a spreadsheet begins a formula. A name must not become one."""


def standings_file(standings: ClubStandings) -> bytes:
    """The standings with the points of each member against each other. The first line names the columns."""
    written = io.StringIO(newline="")
    table = csv.writer(written)
    against = {(pair.one, pair.other): pair for pair in standings.pairs}
    others = [_plain(line.name) for line in standings.lines]
    table.writerow(["place", "name", "points", "won", "drew", "lost", "games", "rating", *others])
    for line in standings.lines:
        cells = [against.get((line.handle, other.handle)) for other in standings.lines]
        scores = ["" if pair is None else f"{pair.points:g}/{pair.games}" for pair in cells]
        rating = "" if line.rating is None else line.rating
        own = [line.place, _plain(line.name), f"{line.points:g}", line.won, line.drew, line.lost, line.games]
        table.writerow([*own, rating, *scores])
    # Spreadsheets know UTF-8 by this mark.
    return b"\xef\xbb\xbf" + written.getvalue().encode()


def _plain(name: str) -> str:
    return f"'{name}" if name.startswith(_FORMULA) else name
