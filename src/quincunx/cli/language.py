"""The language of the terminal, and its texts that are the same for every game."""

from __future__ import annotations

from quincunx.core.game import AnyGame
from quincunx.core.reason import GameError, Reason, spoken_by
from quincunx.core.record import Record
from quincunx.core.speech import in_words, language
from quincunx.core.values import Outcome, Phrase
from quincunx.texts.catalogue import Catalogue


def command_catalogue() -> Catalogue:
    """Return the catalogue of the language that commands speak."""
    return Catalogue(language())


def refusal_in_words(reason: Reason, game: AnyGame, catalogue: Catalogue) -> str:
    """Return the sentence of a refusal, with the number of its rule."""
    sentence = catalogue.refusal(reason, game)
    if reason.rule is None:
        return sentence
    return catalogue.translate(Phrase("terminal.rule", {"rule": reason.rule, "sentence": sentence}))


def error_in_words(error: Exception, game: AnyGame) -> str:
    """Return the sentence of an error. The game's catalogues word its refusals."""
    return in_words(spoken_by(game.name, error) if isinstance(error, GameError) else error)


def result(record: Record) -> Phrase:
    """Return how a game ended, or that it has not ended."""
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
