"""The game for people: sentences, the position in colours, and a prompt with help."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from quincunx.cli.files import print_line
from quincunx.cli.language import refusal_in_words, result
from quincunx.cli.terminal.match import Quit
from quincunx.cli.terminal.typed import COMMON, ChanceTyped, normalize_move, read_move
from quincunx.core.game import AnyGame
from quincunx.core.reason import Refusal, Unparseable
from quincunx.core.record import Record
from quincunx.core.record.text import visible
from quincunx.core.values import Phrase, Seat
from quincunx.texts.catalogue import Catalogue

# Cursor home, clear the screen, clear the scrollback: the last player's cards are there as well.
_WIPE: Final = "\x1b[H\x1b[2J\x1b[3J"
_LONGEST_ECHO: Final = 40


def _nothing(_: Any) -> None:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Aids:
    """Additions to a screen for the person to move, besides the game itself."""

    below: Callable[[Any], None] = _nothing
    """Called with each view that is shown; it may print below the position."""
    said: Mapping[str, Callable[[Any], str]] = field(default_factory=dict[str, Callable[[Any], str]])
    """Words that may be typed besides moves, and their answers."""
    forms: tuple[tuple[str, str], ...] = ()
    """The same words in the list of inputs, with the catalogue's keys of their explanations."""
    short: Mapping[str, str] = field(default_factory=dict[str, str])
    """Abbreviations that may be typed for a move."""


NO_AIDS: Final = Aids()


class TextScreen:
    """A terminal, or a pipe in place of one.

    If several people play a game with hidden information, the screen is wiped between two of them, and each
    reads at the start of their turn what has happened since their last one.
    """

    def __init__(
        self,
        game: AnyGame,
        catalogue: Catalogue,
        names: tuple[str, ...],
        people: tuple[Seat, ...],
        pause: float,
        aids: Aids = NO_AIDS,
    ) -> None:
        self._game = game
        self._aids = aids
        self._catalogue = catalogue
        self._names = names
        self._people = people
        self._passing = game.has_secrets and len(people) > 1
        self._seat_shown: Seat | None = people[0] if len(people) == 1 else None
        self._news: dict[Seat | None, list[str]] = {seat: [] for seat in people}
        self._last_view: Any = None
        self._console = Console(highlight=False, soft_wrap=True)
        self._pause = pause if self._console.is_terminal else 0.0

    def open(self, record: Record) -> None:
        """Print a welcome."""
        self._print(self._text("terminal.welcome", game=self._game.title, names=record.names), "bold")
        self._print(self._text("terminal.commitment", digest=record.commitment), "dim")
        if self._people:
            self._print(self._text("terminal.howTo"), "dim")

    def show_events(self, viewer: Seat | None, events: tuple[Any, ...]) -> None:
        sentences = [
            self._catalogue.translate(self._game.text.describe(event, self._names)) for event in events
        ]
        if self._passing and viewer != self._seat_shown:
            self._news[viewer] += sentences
        elif viewer == self._seat_shown or (self._seat_shown is None and viewer in (None, *self._people[:1])):
            # Without hidden information all viewers read the same, so it is printed once.
            for sentence in sentences:
                self._print(sentence)
                time.sleep(self._pause)

    def on_move(self, view: Any) -> None:
        if not self._people and self._pause:
            self._print_position(view)
            time.sleep(self._pause)

    def ask(self, view: Any) -> Any:
        if self._passing and view.viewer != self._seat_shown:
            self._pass_to(view.viewer)
        if view is not self._last_view:  # after a refusal nothing has changed
            self._print_position(view)
            self._last_view = view
            self._aids.below(view)
        while True:
            text = self._input(f"{self._names[view.viewer]}> ")
            text = self._aids.short.get(text, text)
            if text in ("quit", "exit", "q"):
                raise Quit
            if text in self._aids.said:
                self._print(self._aids.said[text](view))
            elif text in ("help", "?", "h"):
                self._help()
            elif text in self._game.text.asides:
                self._print(self._game.text.asides[text](view, self._catalogue.translate))
            elif text:
                try:
                    return read_move(self._game, normalize_move(self._game, text))
                except Unparseable as error:
                    self._print(self._not_a_move(text, error), "yellow")

    def refuse(self, refusal: Refusal) -> None:
        self._print(refusal_in_words(refusal.reason, self._game, self._catalogue), "yellow")

    def leave(self) -> None:
        """End the line of an open prompt."""
        self._print("")

    def close(self, view: Any, record: Record) -> None:
        """Print the last position and the result; everything is open now."""
        ended = self._catalogue.translate(result(record))
        if record.outcome is None:
            self._print(ended)
            return
        self._print_position(view)
        self._print(ended, "bold")
        self._print(self._text("terminal.seed", seed=record.seed), "dim")

    def _print_position(self, view: Any) -> None:
        """Print the position, in colours if the terminal supports them. Colour alone carries no
        information."""
        text = self._game.text
        drawn = text.draw(view, self._names, self._catalogue.translate)
        painted = Text(drawn)
        for each in text.highlight(view, drawn):
            painted.stylize(each.style, each.start, each.end)
        self._console.print()
        self._console.print(painted)

    def _pass_to(self, seat: Seat) -> None:
        if self._seat_shown is not None:
            self._wait(self._text("terminal.cover"))
        self._wipe()
        self._seat_shown = seat
        self._wait(self._text("terminal.uncover", name=self._names[seat]))
        for sentence in self._news[seat]:
            self._print(sentence)
        self._news[seat].clear()

    def _wait(self, prompt: str) -> None:
        # Piped input needs no time to look away.
        if self._console.is_terminal:
            self._input(f"{prompt} ")

    def _wipe(self) -> None:
        if self._console.is_terminal:
            self._console.file.write(_WIPE)
            self._console.file.flush()
        else:
            self._print("-" * 60)

    def _help(self) -> None:
        for form, key in (*self._game.text.forms, *self._aids.forms, *COMMON):
            self._print(f"  {form:27} {self._text(key)}")

    def _not_a_move(self, text: str, error: Unparseable) -> str:
        if isinstance(error, ChanceTyped):
            return self._text("terminal.chanceMoves")
        forms = (form for form, _ in self._game.text.forms if form not in self._game.text.asides)
        echo = visible(text[:_LONGEST_ECHO])
        return self._text("terminal.notAMove", text=echo, game=self._game.title, examples=tuple(forms))

    def _input(self, prompt: str) -> str:
        self._console.file.flush()
        return input(prompt).strip().lower()

    def _text(self, key: str, **params: Any) -> str:
        return self._catalogue.translate(Phrase(key, params))

    def _print(self, sentence: str, style: str = "") -> None:
        if self._console.is_terminal:
            self._console.print(Text(sentence, style))
        else:
            print_line(sentence)
