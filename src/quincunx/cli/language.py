"""The language in which the terminal speaks, and what it says of every game alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from quincunx.core.game import AnyGame, Outcome, Phrase
from quincunx.core.reason import Reason
from quincunx.core.record import Record
from quincunx.texts.catalogue import ENGLISH, Catalogue, languages

_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


def spoken(wanted: str | None, environment: Mapping[str, str]) -> Catalogue:
    """The catalogue of the language that was asked for (``it``, ``it-CH``), of the environment's, or English.

    Raises ``LookupError``, with a sentence for people, if there is no language like the one asked for.
    """
    if wanted is not None:
        if _code(wanted) not in languages():
            wrong = Phrase(
                "terminal.wrong.language", {"language": ascii(wanted[:30])[1:-1], "languages": languages()}
            )
            raise LookupError(Catalogue(ENGLISH).say(wrong))
        return Catalogue(_code(wanted))
    # The first that is set decides, as in every program that follows POSIX.
    setting = next((value for name in _VARIABLES if (value := environment.get(name))), ENGLISH)
    return Catalogue(_code(setting) if _code(setting) in languages() else ENGLISH)


def _code(locale: str) -> str:
    """``it`` of ``it_IT.UTF-8``."""
    return locale.replace("-", "_").split("_")[0].split(".")[0].split("@")[0].lower()


def refusal_in_words(reason: Reason, game: AnyGame, catalogue: Catalogue) -> str:
    """Why not, and by which rule."""
    sentence = catalogue.refusal(reason, game)
    if reason.rule is None:
        return sentence
    return catalogue.say(Phrase("terminal.rule", {"rule": reason.rule, "sentence": sentence}))


def result(record: Record) -> Phrase:
    """How a game ended, or that it has not."""
    if record.outcome is None:
        return Phrase("terminal.unfinished")
    if record.outcome == Outcome("truncated", ()):
        return Phrase("terminal.truncated")
    if record.outcome.termination == "abandoned":
        return Phrase("result.abandoned")
    winners = record.outcome.winners
    if not winners:
        return Phrase("result.draw")
    params = {"names": tuple(record.names[seat] for seat in winners)}
    if len(winners) == 1:
        return Phrase("result.win", params)
    sides = record.game.sides(record.options)
    together = len({sides[seat] for seat in winners}) == 1
    return Phrase("result.wins" if together else "result.share", params)
