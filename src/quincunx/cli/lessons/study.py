"""A study in a terminal: its position, an answer by the real rules, and the continuation."""

from __future__ import annotations

import msgspec

from quincunx.cli.terminal.text_screen import NO_AIDS, Aids, TextScreen
from quincunx.core.game import AnyGame
from quincunx.core.reason import Refusal
from quincunx.core.study import Study
from quincunx.core.values import Phrase, Seat
from quincunx.games import GAMES
from quincunx.lessons.judge import Judgement, judge, open_study
from quincunx.texts.catalogue import Catalogue


class Asked:
    """A study with its user at a terminal."""

    def __init__(self, study: Study, game: AnyGame, catalogue: Catalogue, aids: Aids = NO_AIDS) -> None:
        opened = open_study(study, GAMES)
        self._study, self._view, self._viewer = study, opened.view, opened.viewer
        names = _names(catalogue, opened.players, opened.viewer)
        self._screen = TextScreen(game, catalogue, names, (opened.viewer,), 0.0, aids)

    def read_judgement(self) -> Judgement:
        """Return the judgement on the first legal move. Raises ``Quit`` and ``EOFError``."""
        while True:
            try:
                return judge(self._study, msgspec.json.encode(self._screen.ask(self._view)), GAMES)
            except Refusal as refusal:
                self._screen.refuse(refusal)

    def show_continuation(self, judgement: Judgement) -> None:
        """Print the answer and its possible continuation, as the seat sees them."""
        for frame in judgement.frames:
            self._screen.show_events(self._viewer, frame.events)


def _names(catalogue: Catalogue, players: int, viewer: Seat) -> tuple[str, ...]:
    you = catalogue.translate(Phrase("terminal.player"))
    others = (catalogue.translate(Phrase("terminal.playerOf", {"n": n + 1})) for n in range(players))
    return tuple(you if seat == viewer else other for seat, other in enumerate(others))
