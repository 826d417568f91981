"""A review as one self-contained page, for light and dark, for phones and desktops."""

from __future__ import annotations

import html
from collections.abc import Iterator

from quincunx.core.game import AnyGame
from quincunx.core.review import Review
from quincunx.pages import frame
from quincunx.review import plots
from quincunx.review.make import mistakes, unjudged_choices
from quincunx.review.words import Words
from quincunx.texts.catalogue import Catalogue

MOST_MISTAKES = 40


def page(game: AnyGame, review: Review, result: str, catalogue: Catalogue) -> str:
    """Return the page as HTML; ``result`` says how the game ended. Names must be safe to show."""
    words = Words(game, review, catalogue)
    body = "".join(_body(game, review, result, words))
    return frame.page(f"{game.title}: {words.text('title')}", body, catalogue.language)


def _body(game: AnyGame, review: Review, result: str, words: Words) -> Iterator[str]:
    yield f"<h1>{html.escape(game.title)}: {html.escape(result)}</h1>"
    yield f'<p class="soft">{html.escape(words.method_sentence())}</p>'
    yield _heading(words.text("graphRounds" if review.scale == "rounds" else "graph"))
    yield frame.figure(plots.graph(review))
    if review.turning_points:
        yield _heading(words.text("turningPoints"))
        yield _list(map(words.turning_point, review.turning_points))
    yield _heading(words.text("sums"))
    yield frame.figure(plots.sums(review, words))
    yield _sums(review, words)
    yield _heading(words.text("mistakes"))
    yield from _mistakes(review, words)
    if found := unjudged_choices(review):
        yield _heading(words.text("uncertain"))
        yield _list(map(words.unsure, found[:MOST_MISTAKES]))
        if len(found) > MOST_MISTAKES:
            yield f"<p>{html.escape(words.text('more', count=len(found) - MOST_MISTAKES))}</p>"


def _heading(text: str) -> str:
    return f"<h2>{html.escape(text)}</h2>"


def _list(lines: Iterator[str]) -> str:
    return f"<ul>{''.join(f'<li>{html.escape(line)}</li>' for line in lines)}</ul>"


def luck_of(review: Review) -> str:
    """Return the key of the word for chance in this game: luck, or cards."""
    return "luck" if review.seats[0].cards is None else "cards"


def _sums(review: Review, words: Words) -> str:
    heads = ["", *map(words.text, ("start", luck_of(review), "choices", "others", "result", "found"))]
    rows = [
        [
            each.name,
            words.format_worth(each.start),
            words.change(each.luck),
            words.change(each.choices),
            words.change(each.others),
            words.format_worth(each.result),
            words.text("foundOf", found=each.found, count=each.decisions),
        ]
        for each in review.seats
    ]
    return frame.table(heads, rows)


def _mistakes(review: Review, words: Words) -> Iterator[str]:
    found = mistakes(review)
    if not found:
        yield f"<p>{html.escape(words.text('noMistakes'))}</p>"
    for each in found[:MOST_MISTAKES]:
        yield f"<p>{html.escape(words.mistake(each))}</p>"
        follows = [words.follows(option) for option in (each.chosen, each.best) if option.continuation]
        if each.reasons or follows:
            yield _list(iter([*words.reasons(each), *follows]))
    if len(found) > MOST_MISTAKES:
        yield f"<p>{html.escape(words.text('more', count=len(found) - MOST_MISTAKES))}</p>"
