"""One game from its set-up to its end, in one process: people, bots and chance move in turn."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any, Final, Protocol

from quincunx.core.game import CHANCE, ChanceMove, Forbidden, Outcome, Seat
from quincunx.core.randomness import Randomness, commitment
from quincunx.core.record import Record, Step
from quincunx.games import Move, Options, Story, View, game_of
from quincunx.games.cinco.types import CincoMove, Play
from quincunx.games.levels import AnyBot

MOST_QUIET_TURNS: Final = 2000
"""C7: bots among themselves are broken off after so many turns without a token. In 500 games of greedy
bots with three teams the longest such stretch had 335."""


class Quit(Exception):
    """A person leaves; the game stays unfinished."""


class Screen(Protocol):
    """Who shows the game, and asks its people."""

    def tell(self, viewer: Seat | None, stories: tuple[Story, ...]) -> None:
        """What has just happened, as this viewer (``None``: an onlooker) may know it."""
        ...

    def ask(self, view: View) -> Move:
        """The move of the person at ``view.viewer``. Raises :class:`Quit` or ``EOFError``."""
        ...

    def refuse(self, error: Forbidden) -> None:
        """The move last given is against a rule; ``ask`` comes again."""
        ...

    def moved(self, view: View) -> None:
        """The position after every move of a player, for onlookers."""
        ...


class Match:
    """A game being played. ``bots[seat]`` is ``None`` where a person sits."""

    def __init__(
        self, options: Options, names: tuple[str, ...], bots: tuple[AnyBot | None, ...], seed: bytes
    ):
        self._options = options
        self._game = game_of(options)
        self._names = names
        self._bots = bots
        self._seed = seed
        # The bots' tastes follow from the seed too, so that the same seed is the same game; hashed,
        # so that nothing about the pile can be read off them.
        self._randoms = tuple(
            Random(hashlib.sha256(b"quincunx bot %d " % seat + seed).digest())  # noqa: S311
            for seat in range(len(bots))
        )
        self._chance = Randomness(seed, (b"",) * len(bots))
        self._asked = 0
        self._quiet = 0
        self._state: Any = self._game.initial(options)
        self._steps: list[Step] = []
        self.outcome: Outcome | None = None

    @property
    def audience(self) -> tuple[Seat | None, ...]:
        """Whose point_of_view watch: every person's, or an onlooker's when only bots play."""
        return tuple(seat for seat, bot in enumerate(self._bots) if bot is None) or (None,)

    def view(self, viewer: Seat | None) -> View:
        """What a viewer may know now; everything, once the game has ended."""
        view: View
        view = self._game.reveal(self._state) if self.outcome else self._game.view(self._state, viewer)
        return view

    def run(self, screen: Screen) -> None:
        """Play to the end. :class:`Quit`, ``EOFError`` and ``KeyboardInterrupt`` pass through."""
        while (seat := self._game.to_move(self._state)) is not None and self.outcome is None:
            self._step(seat, screen)
        self.outcome = self.outcome or self._game.outcome(self._state)

    def _step(self, seat: Seat, screen: Screen) -> None:
        before = self._state
        move: Move | ChanceMove
        if seat == CHANCE:
            move = self._chance.answer(self._asked, self._game.asks(before))
            after = self._game.apply(before, move)
            self._asked += 1
        else:
            move, after = self._moved(seat, screen)
        self._state = after
        self._steps.append(Step(seat, move))
        for viewer in self.audience:
            screen.tell(viewer, self._game.story(before, move, after, viewer))
        if seat != CHANCE:
            screen.moved(self._game.view(after, None))
            self._count_quiet(move)

    def _moved(self, seat: Seat, screen: Screen) -> tuple[Move, Any]:
        view = self._game.view(self._state, seat)
        bot = self._bots[seat]
        if bot is not None:
            action: Move = bot.choose(view, self._randoms[seat]).action
            return action, self._game.apply(self._state, action)
        while True:
            move = screen.ask(view)
            try:
                return move, self._game.apply(self._state, move)
            except Forbidden as error:
                screen.refuse(error)

    def _count_quiet(self, move: Move | ChanceMove) -> None:
        placed = not isinstance(move, CincoMove) or (isinstance(move, Play) and move.space is not None)
        self._quiet = 0 if placed else self._quiet + 1
        if self._quiet >= MOST_QUIET_TURNS and None not in self._bots:
            self.outcome = Outcome("truncated", ())

    def record(self) -> Record:
        """The game so far. The seed is shown only when it has ended."""
        return Record(
            options=self._options,
            names=self._names,
            steps=tuple(self._steps),
            outcome=self.outcome,
            commitment=commitment(self._seed),
            seed=self._seed.hex() if self.outcome else None,
            entropies=("",) * len(self._bots),
        )
