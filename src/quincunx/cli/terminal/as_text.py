"""The game for people: sentences, the board in colours, and a prompt that explains itself."""

from __future__ import annotations

import time
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from quincunx.cli.files import say
from quincunx.cli.terminal.loop import Quit
from quincunx.cli.terminal.paint import paint
from quincunx.cli.terminal.typed import COMMON, FORMS, read_move, tidy
from quincunx.core.game import Forbidden, Outcome, Seat, Unparseable
from quincunx.core.record.text import visible
from quincunx.games import GAMES, Move, Story, View
from quincunx.games.cinco.types import CincoView

# Home, clear the screen, clear what has scrolled away: the last player's cards are there as well.
_WIPE: Final = "\x1b[H\x1b[2J\x1b[3J"


class TextScreen:
    """A terminal, or a pipe that stands for one.

    With several people at a game with hidden cards the screen is wiped between two of them, and each
    reads at the beginning of their turn what has happened since the last one.
    """

    def __init__(self, game: str, names: tuple[str, ...], people: tuple[Seat, ...], pause: float) -> None:
        self._game_name = game
        self._game = GAMES[game]
        self._names = names
        self._people = people
        self._passing = game == "cinco" and len(people) > 1
        self._here: Seat | None = people[0] if len(people) == 1 else None
        self._news: dict[Seat | None, list[str]] = {seat: [] for seat in people}
        self._shown: View | None = None
        self._console = Console(highlight=False, soft_wrap=True)
        self._pause = pause if self._console.is_terminal else 0.0

    def open(self, **facts: Any) -> None:
        """A word of welcome."""
        self._print(f"{self._game_name.capitalize().replace('qo', 'q-O')}: {', '.join(self._names)}.", "bold")
        self._print(f"Chance is settled by a seed whose SHA-256 is {facts['commitment']}.", "dim")
        if self._people:
            self._print("Type “help” for what you can do, “quit” to leave.", "dim")

    def tell(self, viewer: Seat | None, stories: tuple[Story, ...]) -> None:
        sentences = [self._game.tell(story, self._names) for story in stories]
        if self._passing and viewer != self._here:
            self._news[viewer] += sentences
        elif viewer == self._here or (self._here is None and viewer in (None, *self._people[:1])):
            # Without secrets everybody reads the same; it is said once.
            for sentence in sentences:
                self._print(sentence)
                time.sleep(self._pause)

    def moved(self, view: View) -> None:
        if not self._people and self._pause:
            self._show(view)
            time.sleep(self._pause)

    def ask(self, view: View) -> Move:
        if self._passing and view.viewer != self._here:
            self._pass_to(view.viewer)
        if view is not self._shown:  # after a refusal nothing has changed
            self._show(view)
            self._shown = view
        name = self._names[view.viewer or 0]
        while True:
            text = self._input(f"{name}> ")
            if text in ("quit", "exit", "q"):
                raise Quit
            if text in ("help", "?", "h"):
                self._help()
            elif text == "hand" and isinstance(view, CincoView):
                self._hand(view)
            elif text:
                try:
                    return read_move(self._game_name, tidy(self._game_name, text))
                except Unparseable as error:
                    self._print(visible(str(error)), "yellow")

    def refuse(self, error: Forbidden) -> None:
        self._print(f"Rule {error.rule}: {error.sentence}", "yellow")

    def close(self, view: View, **facts: Any) -> None:
        """The last position and the result; everything is open now."""
        outcome: Outcome | None = facts["outcome"]
        if outcome is None:
            self._print("The game stays unfinished.")
            return
        self._show(view)
        self._print(self._result(outcome), "bold")
        self._print(f"The seed was {facts['seed']}.", "dim")

    def _show(self, view: View) -> None:
        self._console.print()
        self._console.print(paint(view, self._names))

    def _result(self, outcome: Outcome) -> str:
        winners = [self._names[seat] for seat in outcome.winners]
        if outcome.termination == "truncated":
            return "Broken off: nobody has placed a token for a long time."
        if not winners:
            return "The game is drawn."
        *most, last = winners
        return f"{', '.join(most)} and {last} have won." if most else f"{last} has won."

    def _pass_to(self, seat: Seat | None) -> None:
        name = self._names[seat or 0]
        if self._here is not None:
            self._wait("Press Enter to cover your hand. ")
        self._wipe()
        self._here = seat
        self._wait(f"{name}, it is your turn. Press Enter to see your hand. ")
        for sentence in self._news[seat]:
            self._print(sentence)
        self._news[seat].clear()

    def _wait(self, prompt: str) -> None:
        # A script that is piped in needs no time to look away.
        if self._console.is_terminal:
            self._input(prompt)

    def _wipe(self) -> None:
        if self._console.is_terminal:
            self._console.file.write(_WIPE)
            self._console.file.flush()
        else:
            self._print("-" * 60)

    def _help(self) -> None:
        for form, what in (*FORMS[self._game_name], *COMMON):
            self._print(f"  {form:27} {what}")

    def _hand(self, view: CincoView) -> None:
        for reach in view.reach:
            self._print(f"  {reach.card:2}: {_ranges(reach.spaces) or 'no free space: it would be spent'}")

    def _input(self, prompt: str) -> str:
        self._console.file.flush()
        return input(prompt).strip().lower()

    def _print(self, sentence: str, style: str = "") -> None:
        if self._console.is_terminal:
            self._console.print(Text(sentence, style))
        else:
            say(sentence)


def _ranges(spaces: tuple[int, ...]) -> str:
    """Ascending numbers, neighbours drawn together: ``57–63, 65``."""
    runs: list[list[int]] = []
    for space in spaces:
        if runs and runs[-1][-1] == space - 1:
            runs[-1][1:] = [space]
        else:
            runs.append([space])
    return ", ".join("–".join(map(str, run)) for run in runs)
