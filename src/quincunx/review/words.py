"""A review in words, for terminals and pages: numbers in the language's format, reasons as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quincunx.core.game import AnyGame
from quincunx.core.review import Judged, Next, Option, Review, Scale, TurningPoint, Why
from quincunx.core.values import Phrase
from quincunx.review.many import WIDE
from quincunx.texts.catalogue import Catalogue


class Words:
    """The texts of one review, in one language."""

    def __init__(self, game: AnyGame, review: Review, catalogue: Catalogue) -> None:
        self._game = game
        self._review = review
        self._catalogue = catalogue

    def text(self, key: str, **params: Any) -> str:
        """Return a text of the shared catalogue, from its section on reviews."""
        return self._catalogue.translate(Phrase(f"review.{key}", params))

    def name(self, seat: int) -> str:
        return self._review.seats[seat].name

    def format_worth(self, value: float) -> str:
        """Return a chance, or a number of rounds."""
        return format_worth(value, self._review.scale, self._catalogue)

    def change(self, value: float) -> str:
        """Return a change of worth with its sign; saved rounds have a minus."""
        return change(value, self._review.scale, self._catalogue)

    def points(self, value: float) -> str:
        """Return a number of points with its sign."""
        return _number(value, 1, self._catalogue, is_signed=True)

    def turning_point(self, point: TurningPoint) -> str:
        who = "opponent" if len(self._review.seats) == 2 else "others"
        others = f"{who}Help" if point.by_seat[point.seat] > 0 else f"{who}Hurt"
        key = {"luck": "luckOf", "error": "errorOf", "others": others}[point.source]
        by = self.change(point.by_seat[point.seat])
        return self.text(key, turn=point.turn, name=self.name(point.seat), change=by)

    def mistake(self, judged: Judged) -> str:
        return self.text(
            "mistake",
            turn=judged.turn,
            name=self.name(judged.seat),
            chosen=self.move(judged.chosen),
            worth=self.format_worth(judged.chosen.worth),
            best=self.move(judged.best),
            better=self.format_worth(judged.best.worth),
        )

    def unsure(self, judged: Judged) -> str:
        """Return a choice that could not be judged, with the possible gain of another one."""
        return self.text(
            "unsure",
            turn=judged.turn,
            name=self.name(judged.seat),
            chosen=self.move(judged.chosen),
            best=self.move(judged.best),
            difference=self._interval(judged.best.worth - judged.chosen.worth, WIDE * judged.uncertainty),
        )

    def _interval(self, mean: float, margin: float) -> str:
        wide = self.change(margin).lstrip("+")
        return self._catalogue.translate(
            Phrase("review.many.interval", {"value": self.change(mean), "margin": wide})
        )

    def move(self, option: Option) -> str:
        """Return a move that was chosen, or could have been."""
        return self._catalogue.translate(self._game.text.say_move(self._game.text.parse_move(option.text)))

    def follows(self, option: Option) -> str:
        """Return a choice and its continuation."""
        return self.text("follows", move=self.move(option), sentence=self.continuation(option))

    def reasons(self, judged: Judged) -> list[str]:
        """Return the reasons why the best choice is better; the first one compares both choices."""
        first, rest = judged.reasons[:1], judged.reasons[1:]
        game = self._review.game
        compared = [comparison(why, game, self._catalogue) for why in first]
        return [*compared, *(reason(why, game, self._catalogue) for why in rest)]

    def continuation(self, option: Option) -> str:
        """Return the continuation of a choice; nothing if it has none."""
        return " ".join(map(self._next, option.continuation))

    def _next(self, each: Next) -> str:
        params = _written(each.params, self._catalogue)
        if each.chance is not None:
            params["chance"] = format_worth(each.chance, "chance", self._catalogue)
        if each.seat is not None:
            params["name"] = self.name(each.seat)
        return self._catalogue.translate(Phrase(f"{self._review.game}.review.next.{each.code}", params))

    def method_sentence(self) -> str:
        """Return the method by which choices were judged."""
        if self._review.simulations:
            count = self._review.simulations
            return self.text("measured", count=count, simulations=_number(count, 0, self._catalogue))
        return self.text("exact" if self._review.exact else "estimates")


def reason(why: Why, game: str, catalogue: Catalogue) -> str:
    """Return a reason as a sentence; reviews and hints use the same words."""
    return catalogue.translate(Phrase(f"{game}.review.reason.{why.code}", _written(why.params, catalogue)))


def comparison(why: Why, game: str, catalogue: Catalogue) -> str:
    """Return a reason as a sentence that also says what the worse choice lacks. A reason that speaks of both
    choices anyway is returned as it is."""
    key = f"{game}.review.instead.{why.code}"
    if not catalogue.has(key):
        return reason(why, game, catalogue)
    return catalogue.translate(
        Phrase(key, {**_written(why.params, catalogue), "yours": Phrase("review.instead")})
    )


def _written(params: Mapping[str, int | float | str], catalogue: Catalogue) -> dict[str, Any]:
    """Return the parameters as texts; points, which may have a decimal, choose the plural form as well."""
    written = {name: _written_value(name, value, catalogue) for name, value in params.items()}
    return {"count": params["points"], **written} if "points" in params else written


def _written_value(name: str, value: float | str, catalogue: Catalogue) -> Any:
    if name == "team":
        return Phrase(f"team.l{value}")
    return _number(value, 1, catalogue) if isinstance(value, float) else value


def format_worth(value: float, scale: Scale, catalogue: Catalogue) -> str:
    """Return a chance in per cent, or a number of rounds."""
    if scale == "rounds":
        return _unit("rounds", _number(-value, 1, catalogue), catalogue)
    return _unit("percent", _number(100 * value, 0, catalogue), catalogue)


def change(value: float, scale: Scale, catalogue: Catalogue) -> str:
    """Return a change of such a worth. Sums of many changes of a chance may exceed what a chance can be; they
    are shown as at most or at least 100 %."""
    if scale == "rounds":
        return _unit("rounds", _number(-value, 2, catalogue, is_signed=True), catalogue)
    if abs(value) > 1:
        bound = _number(100 if value > 0 else -100, 0, catalogue, is_signed=True)
        return _unit("percent", f"{'≥' if value > 0 else '≤'} {bound}", catalogue)
    return _unit("percent", _number(100 * value, 1, catalogue, is_signed=True), catalogue)


def _unit(key: str, number: str, catalogue: Catalogue) -> str:
    return catalogue.translate(Phrase(f"review.{key}", {"value": number}))


def _number(value: float, places: int, catalogue: Catalogue, is_signed: bool = False) -> str:
    # A value that rounds to zero has no minus sign.
    return catalogue.formats.number(round(value, 2) or 0.0, places, is_signed)
