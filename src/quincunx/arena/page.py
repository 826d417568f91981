"""A report as one self-contained page, for light and dark, for phones and desktops."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from pathlib import Path

import msgspec

from quincunx.arena import plots
from quincunx.arena.plan import Plan
from quincunx.arena.report import Report, adjusted, percent
from quincunx.games import game_of
from quincunx.pages import frame
from quincunx.texts.catalogue import ENGLISH, Catalogue


def write(plan: Plan, found: Report, folder: Path) -> None:
    """Write ``report.json`` and ``report.html`` into the folder."""
    data = json.dumps(msgspec.to_builtins(found), indent=2, ensure_ascii=False)
    (folder / "report.json").write_text(data + "\n", encoding="utf-8")
    (folder / "report.html").write_text(page(plan, found), encoding="utf-8")


def page(plan: Plan, found: Report) -> str:
    """Return the page as HTML; it needs no other file."""
    title = game_of(plan.options).title
    body = "".join(_body(plan, found, title))
    return frame.page(f"{title}: arena", body)


def _body(plan: Plan, found: Report, title: str) -> Iterator[str]:
    yield f"<h1>{title}: {len(plan.bots)} bots, {found.games:,} games</h1>"
    yield f'<p class="soft">{html.escape(_options(plan))} · each deal is played from every side'
    yield f" · seed {plan.seed}</p>"
    yield "<h2>Ratings</h2>"
    yield frame.figure(plots.ratings(found))
    yield _ratings(found)
    yield "<h2>Who won how much against whom</h2>"
    if len(plan.bots) > 2:
        yield frame.figure(plots.shares(found))
    yield _pairings(found)
    yield "<h2>Games</h2>"
    fair = f"a fair share would be {100 / found.sides:.1f} %"
    yield f"<p>Who starts wins {percent(found.starter)} ({fair}).</p>"
    yield frame.figure(plots.lengths(found))
    if found.faults:
        yield "<h2>Faults</h2>"
        yield frame.table(["what", "times"], [[what, str(times)] for what, times in found.faults.items()])


def _options(plan: Plan) -> str:
    """Return the options of the games in words."""
    catalogue = Catalogue(ENGLISH)
    return ", ".join(map(catalogue.translate, game_of(plan.options).text.describe_options(plan.options)))


def _ratings(found: Report) -> str:
    rows = [
        [
            each.name,
            f"{each.points:+.0f}",
            f"{each.low:+.0f} … {each.high:+.0f}",
            f"{1000 * found.seconds[each.name]:.1f}",
        ]
        for each in found.ratings
    ]
    return frame.table(["bot", "rating", "95 %", "ms per move"], rows)


def _pairings(found: Report) -> str:
    luck = ["without luck", "variance"] if any(each.adjusted for each in found.pairings) else []
    rows = [
        [
            each.first,
            each.second,
            percent(each.score),
            *(adjusted(each) if luck else ()),
            *map(str, (each.won, each.drawn - each.truncated, each.lost, each.truncated)),
        ]
        for each in found.pairings
    ]
    heads = ["first", "second", "first’s share", *luck, "won", "drawn", "lost", "truncated"]
    return frame.table(heads, rows, words=2)
