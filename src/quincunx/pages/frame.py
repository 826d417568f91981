"""The frame of a self-contained page, for light and dark, for phones and desktops."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Final

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


def page(title: str, body: str, language: str = "en") -> str:
    """Return the page as HTML; it needs no other file. The title is text, the body is HTML."""
    title = html.escape(title)
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_STYLE}</style></head>"
        f"<body><main>{body}</main></body></html>\n"
    )


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1) -> str:
    """Return a table; the first ``words`` columns hold words, the others numbers."""

    def cells(row: Sequence[str], tag: str) -> str:
        return "".join(
            f"<{tag}{' class=number' if i >= words else ''}>{html.escape(cell)}</{tag}>"
            for i, cell in enumerate(row)
        )

    lines = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    return f'<div class="scroll"><table><tr>{cells(heads, "th")}</tr>{lines}</table></div>'


def figure(svg: str) -> str:
    """Return a plot from :mod:`quincunx.pages.svg` as a figure."""
    return f"<figure>{svg}</figure>"
