"""A report as one self-contained page, for light and dark, for phones and desktops."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from quincunx.arena import plots
from quincunx.arena.plan import Plan
from quincunx.arena.report import Report, percent
from quincunx.games import game_of
from quincunx.texts.catalogue import ENGLISH, Catalogue

_STYLE: Final = """
:root { color-scheme: light dark;
  --ink: light-dark(#22302a, #e6e9e4); --paper: light-dark(#faf8f3, #171b19);
  --line: light-dark(#d9d5c9, #363d39); --soft: light-dark(#6a7069, #9aa39c); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 56rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 ui-sans-serif, system-ui, sans-serif; }
h1 { font: 600 1.7rem/1.2 Georgia, serif; margin: 0 0 .25rem; }
h2 { font: 600 1.15rem Georgia, serif; margin: 2.5rem 0 .5rem; }
p { margin: .25rem 0; } .soft { color: var(--soft); font-size: .9rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; }
th, td { text-align: left; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
th { font-weight: 600; font-size: .85rem; color: var(--soft); }
td.number, th.number { text-align: right; }
figure { margin: 1rem 0; } svg { width: 100%; height: auto; color: var(--ink); }
"""


def write(plan: Plan, found: Report, folder: Path) -> None:
    """Write ``report.json`` and ``report.html`` into the folder."""
    data = json.dumps(msgspec.to_builtins(found), indent=2, ensure_ascii=False)
    (folder / "report.json").write_text(data + "\n", encoding="utf-8")
    (folder / "report.html").write_text(page(plan, found), encoding="utf-8")


def page(plan: Plan, found: Report) -> str:
    """The page as HTML; nothing else belongs to it."""
    title = game_of(plan.options).title
    body = "".join(_body(plan, found, title))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}: arena</title><style>{_STYLE}</style></head>"
        f"<body><main>{body}</main></body></html>\n"
    )


def _body(plan: Plan, found: Report, title: str) -> Iterator[str]:
    yield f"<h1>{title}: {len(plan.bots)} bots, {found.games:,} games</h1>"
    yield f'<p class="soft">{html.escape(_options(plan))} · each deal is played from every side'
    yield f" · seed {plan.seed}</p>"
    yield "<h2>Ratings</h2>"
    yield _figure(plots.ratings(found))
    yield _ratings(found)
    yield "<h2>Who won how much against whom</h2>"
    if len(plan.bots) > 2:
        yield _figure(plots.shares(found))
    yield _pairings(found)
    yield "<h2>Games</h2>"
    fair = f"a fair share would be {100 / found.sides:.1f} %"
    yield f"<p>Who starts wins {percent(found.starter)} ({fair}).</p>"
    yield _figure(plots.lengths(found))
    if found.faults:
        yield "<h2>Faults</h2>"
        yield _table(["what", "times"], [[what, str(times)] for what, times in found.faults.items()])


def _options(plan: Plan) -> str:
    """How the games are set up, in words."""
    catalogue = Catalogue(ENGLISH)
    return ", ".join(map(catalogue.say, game_of(plan.options).text.describe_options(plan.options)))


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
    return _table(["bot", "rating", "95 %", "ms a move"], rows)


def _pairings(found: Report) -> str:
    rows = [
        [
            each.first,
            each.second,
            percent(each.score),
            *map(str, (each.won, each.drawn - each.truncated, each.lost, each.truncated)),
        ]
        for each in found.pairings
    ]
    heads = ["first", "second", "first’s share", "won", "drawn", "lost", "truncated"]
    return _table(heads, rows, words=2)


def _table(heads: list[str], rows: list[list[str]], words: int = 1) -> str:
    """A table; the first columns hold words, the others numbers."""

    def cells(row: list[str], tag: str) -> str:
        return "".join(
            f"<{tag}{' class=number' if i >= words else ''}>{html.escape(cell)}</{tag}>"
            for i, cell in enumerate(row)
        )

    lines = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    return f'<div class="scroll"><table><tr>{cells(heads, "th")}</tr>{lines}</table></div>'


def _figure(svg: str) -> str:
    return f"<figure>{svg}</figure>"
