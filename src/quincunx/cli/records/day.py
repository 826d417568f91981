"""``quincunx day DATE``: check a server's promise for a daily challenge against the revealed seed."""

from __future__ import annotations

import asyncio
import json as json_text
from collections.abc import Iterator
from datetime import UTC, datetime
from datetime import date as Date  # noqa: N812  # a parameter of the command has the usual name

import msgspec
from babel.dates import format_date, format_time

from quincunx.cli.files import fail, print_line
from quincunx.client.http import Http, Refused
from quincunx.club.daily.wire import DayView
from quincunx.core.chance import CHANCE, ChanceMove, write_chance
from quincunx.core.day import DayChance
from quincunx.core.game import AnyGame
from quincunx.core.randomness import commitment as commitment_of
from quincunx.core.record.text import visible
from quincunx.core.sentence import Sentence, sentence
from quincunx.core.speech import in_words, language, t
from quincunx.games import GAMES
from quincunx.texts.catalogue import Catalogue


def day(date: str = "today", *, server: str, commitment: str | None = None, json: bool = False) -> int:
    """Check a daily challenge of a server against its commitment.

    Before the day is over this prints its commitment, to be kept; after it, whether the day's seed is the one
    that was promised, and what chance first does in each game. The exit code is 0 if all is well, 1 if
    anything does not match or the server cannot be asked.

    Parameters
    ----------
    date
        A day (UTC), as in 2026-11-22.
    server
        Address of the server’s home page.
    commitment
        The commitment you noted beforehand (64 hexadecimal digits); the seed must match it.
    json
        Print the result as JSON: ``{"ok", "date", "commitment", "seed", "opens_at", "faults", "deals"}``.
    """
    try:
        body = asyncio.run(Http(server).ask(f"/api/days/{date}"))
        found = msgspec.json.decode(body, type=DayView)
    except (Refused, OSError, ValueError) as error:
        return fail(visible(in_words(error)))
    faults = list(_faults(found, commitment))
    deals = {} if found.seed is None or faults else dict(_deals(found.seed))
    if json:
        fields = {name: getattr(found, name) for name in ("date", "commitment", "seed", "opens_at")}
        print_line(
            json_text.dumps({"ok": not faults, **fields, "faults": [*map(str, faults)], "deals": deals})
        )
    else:
        for line in (*_day_lines(found, faults), *(f"{name}: {first}" for name, first in deals.items())):
            print_line(line)
    return 1 if faults else 0


def _faults(found: DayView, noted: str | None) -> Iterator[Sentence]:
    if noted is not None and noted != found.commitment:
        yield sentence("The commitment isn’t the one you noted.")
    if found.seed is None:
        return
    try:
        is_promised = commitment_of(bytes.fromhex(found.seed)) == found.commitment
    except ValueError:
        is_promised = False
    if not is_promised:
        yield sentence("The seed isn’t the one committed: its SHA-256 isn’t the commitment.")


def _day_lines(found: DayView, faults: list[Sentence]) -> Iterator[str]:
    locale = Catalogue(language()).formats.locale
    yield t("The daily challenge of {{date}}.", date=_day(found.date, locale))
    yield t("Commitment: {{digest}}", digest=visible(found.commitment))
    if found.seed is None:
        opens = datetime.fromtimestamp(found.opens_at / 1000, UTC)
        written = format_date(opens, "long", locale=locale), format_time(opens, "short", locale=locale)
        moment = f"{' '.join(written)} UTC"
        yield t("The seed is revealed at {{moment}}. Note the commitment until then.", moment=moment)
        yield t("Practice opens at {{moment}}.", moment=moment)
    else:
        yield t("Seed: {{seed}}", seed=visible(found.seed))
    yield from map(in_words, faults)
    if found.seed is not None and not faults:
        yield t("The seed is the one committed. The first random results are:")


def _day(date: str, locale: str) -> str:
    """Return a day as the language writes it; any other text from a server is returned unchanged."""
    try:
        return str(format_date(Date.fromisoformat(date), "long", locale=locale))
    except ValueError:
        return visible(date)


def _deals(seed: str) -> Iterator[tuple[str, str]]:
    for game in GAMES.values():
        if game.day is not None:
            yield game.title, write_chance(_first(game, seed))


def _first(game: AnyGame, seed: str) -> ChanceMove:
    """Return chance's answer to the first question of the game's daily challenge."""
    deal = game.day
    assert deal is not None
    state = game.initial(deal.options)
    assert game.to_move(state) == CHANCE
    return DayChance(bytes.fromhex(seed), game.name).chance_move(deal.streams(state), game.asks(state))
