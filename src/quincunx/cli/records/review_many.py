"""Reviews of many games in the terminal: each player's luck, and their largest losses."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from quincunx.cli.records.review_text import blocks
from quincunx.core.record.text import visible
from quincunx.core.values import Phrase
from quincunx.games import GAMES
from quincunx.review.many import Mean, Person
from quincunx.review.words import change
from quincunx.texts.catalogue import Catalogue


def lines(found: tuple[Person, ...], catalogue: Catalogue) -> Iterator[Text | Table]:
    """Yield what is printed for all players."""
    if not found:
        yield Text(catalogue.translate(Phrase("review.many.nothing")))
    for person in found:
        yield from _person(person, catalogue)


def _person(person: Person, catalogue: Catalogue) -> Iterator[Text | Table]:
    def say(key: str, **params: object) -> str:
        return catalogue.translate(Phrase(f"review.many.{key}", params))

    title = say("title", name=visible(person.name)[:20], game=GAMES[person.game].title)
    yield Text(f"{title}: {say('games', count=len(person.games))}", style="bold")
    shared = catalogue.translate(Phrase("review.foundOf", {"found": person.found, "count": person.decisions}))
    yield Text(f"  {catalogue.translate(Phrase('review.found'))}: {shared}")
    yield Text(f"  {say('luck', value=_interval(person.luck, person, catalogue))}")
    lost = Mean(-person.errors.mean, person.errors.margin, person.errors.count)
    yield Text(f"  {say('choices', value=_interval(lost, person, catalogue))}")
    luck = [each.luck for each in person.games]
    most = max(map(abs, luck)) or 1.0
    yield Text.assemble(f"  {say('overTime')}  ", (blocks(luck, -most, most), "cyan"))
    if person.losses:
        yield _losses(person, catalogue)
    yield Text("")


def _losses(person: Person, catalogue: Catalogue) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(f"  {catalogue.translate(Phrase('review.many.what'))}")
    table.add_column(catalogue.translate(Phrase("review.many.when")))
    table.add_column(catalogue.translate(Phrase("review.many.times")), justify="right")
    table.add_column(catalogue.translate(Phrase("review.many.each")), justify="right")
    for loss in person.losses:
        lost = Mean(-loss.each.mean, loss.each.margin, loss.each.count)
        table.add_row(
            f"  {catalogue.translate(Phrase(f'{person.game}.review.kind.{loss.kind}'))}",
            catalogue.translate(Phrase(f"review.many.{loss.phase}")),
            str(loss.each.count),
            _interval(lost, person, catalogue),
        )
    return table


def _interval(value: Mean, person: Person, catalogue: Catalogue) -> str:
    if value.count < 2:
        return change(value.mean, person.scale, catalogue)  # a single value has no known uncertainty
    margin = change(-value.margin if person.scale == "rounds" else value.margin, person.scale, catalogue)
    params = {"value": change(value.mean, person.scale, catalogue), "margin": margin.lstrip("+")}
    return catalogue.translate(Phrase("review.many.interval", params))
