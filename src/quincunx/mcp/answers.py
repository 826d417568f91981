"""Answers of tools: data for programs, and the same as text for a language model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from quincunx.core.review import Judged, SeatReview, TurningPoint
from quincunx.core.values import Outcome, Phrase, Seat
from quincunx.mcp.open_game import OpenGame

if TYPE_CHECKING:
    from quincunx.review.words import Words


class Position(msgspec.Struct, frozen=True):
    """A game as the client's seat sees it; everything is shown at the end. Seats count from 0."""

    game_id: int
    game: str
    seat: Annotated[Seat, Meta(description="Your seat.")]
    names: Annotated[tuple[str, ...], Meta(description="The players, by seat.")]
    to_move: Annotated[Seat | None, Meta(description="The seat to move; null when the game is over.")]
    outcome: Annotated[Outcome | None, Meta(description="How the game ended, with the winners' seats.")]
    events: Annotated[tuple[str, ...], Meta(description="What happened from your last move on.")]
    view: Annotated[
        dict[str, Any], Meta(description="The position as data: the game's view of the bot protocol.")
    ]


class Moves(msgspec.Struct, frozen=True):
    """Your legal moves; none if the game is over."""

    moves: tuple[str, ...]


class Advised(msgspec.Struct, frozen=True):
    """A move with its value. Values are comparable within one answer only."""

    move: str
    value: float
    scale: Annotated[
        str, Meta(description="chance: to win; rounds: minus those still to come; own: unitless")
    ]


class Advices(msgspec.Struct, frozen=True):
    """The best moves, best first."""

    advice: tuple[Advised, ...]


class Summary(msgspec.Struct, frozen=True):
    """A review: luck and play of each seat, and every mistake. Shares are chances to win, from 0 to 1; in a
    game played alone they are minus the number of rounds."""

    seats: tuple[SeatReview, ...]
    turning_points: tuple[TurningPoint, ...]
    mistakes: tuple[Judged, ...]


class RecordText(msgspec.Struct, frozen=True):
    """A record, which `quincunx replay`, `review` and `verify` read."""

    record: str


class OpenGames(msgspec.Struct, frozen=True):
    """The numbers of the open games."""

    games: dict[str, str]


def position(number: int, game: OpenGame) -> tuple[Position, str]:
    """Return a game as its client sees it, as data and as text."""
    live, view = game.game, game.view
    found = Position(
        game_id=number,
        game=game.rules.name,
        seat=game.seat,
        names=game.names,
        to_move=live.seat,
        outcome=live.outcome,
        events=game.news,
        view=msgspec.to_builtins(view),
    )
    lines = [f"Game {number}: {game.rules.title}. You are seat {game.seat}.", *found.events, ""]
    return found, "\n".join([*lines, view.text(names=game.names), "", _status(found)])


def how_to_move(game: OpenGame) -> str:
    """Return the notation of moves, by examples."""
    from quincunx.api.views import catalogue_of

    text = game.rules.text
    forms = ((form, key) for form, key in text.forms if form not in text.asides)
    lines = (f"  {form}: {catalogue_of('en').translate(Phrase(key))}" for form, key in forms)
    return "\n".join(("Moves are written like this:", *lines))


def _status(found: Position) -> str:
    if found.outcome is None:
        return "Your move."
    winners = [found.names[seat] for seat in found.outcome.winners]
    won = f"won by {', '.join(winners)}" if winners else "drawn"
    return f"The game is over: {won} ({found.outcome.termination})."


def advices(game: OpenGame, count: int, simulations: int | None) -> tuple[Advices, str]:
    """Return the best moves, as data and as text."""
    found = tuple(
        Advised(game.rules.text.write_move(each.move), each.value, each.scale)
        for each in game.advice(count, simulations)
    )
    lines = (f"{each.move}  ({each.scale} {each.value:.3f})" for each in found)
    return Advices(found), "\n".join(lines) or "The game is over."


def summary(game: OpenGame, simulations: int) -> tuple[Summary, str]:
    """Return the review of an ended game, as data and as text."""
    from quincunx.api.views import catalogue_of
    from quincunx.review.make import mistakes
    from quincunx.review.words import Words

    review = game.record().review(simulations=simulations)
    words = Words(game.rules, review, catalogue_of("en"))
    found = Summary(review.seats, review.turning_points, tuple(mistakes(review)))
    return found, "\n".join(_review_lines(found, words))


def _review_lines(found: Summary, words: Words) -> Iterator[str]:
    yield words.method_sentence()
    yield words.text("turningPoints")
    yield from (f"  {words.turning_point(each)}" for each in found.turning_points)
    yield words.text("sums")
    for each in found.seats:
        sums = (
            ("start", each.start),
            ("luck", each.luck),
            ("choices", each.choices),
            ("others", each.others),
        )
        changes = ", ".join(
            f"{words.text(key)} {words.format_worth(value) if key == 'start' else words.change(value)}"
            for key, value in sums
        )
        count = words.text("foundOf", found=each.found, count=each.decisions)
        yield f"  {each.name}: {changes}; {words.text('found')} {count}"
    yield words.text("mistakes")
    if not found.mistakes:
        yield f"  {words.text('noMistakes')}"
    for judged in found.mistakes:
        yield f"  {words.mistake(judged)}"
        yield from (f"    {why}" for why in words.reasons(judged))
