"""One game from set-up to end, in one process: people, bots and chance move in turn."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any, Final, Protocol

from quincunx.core.chance import CHANCE
from quincunx.core.game import AnyGame
from quincunx.core.randomness import Randomness, commitment
from quincunx.core.reason import Refusal
from quincunx.core.record import MOST_TURNS, Record
from quincunx.core.run import GameRun
from quincunx.core.values import Outcome, Ply, Seat, Step
from quincunx.engines.levels import AnyBot

MOST_IDLE_TURNS: Final = 2000
"""C7: a game among bots is truncated after this many idle turns in a row. In 500 games of greedy bots with
three teams the longest such stretch had 335."""
_TRUNCATED: Final = Outcome("truncated", ())


class Quit(Exception):
    """A person leaves; the game stays unfinished."""


class Screen(Protocol):
    """A display of the game, which also asks people for their moves."""

    def show_events(self, viewer: Seat | None, events: tuple[Any, ...]) -> None:
        """Show the events as this viewer (``None``: a spectator) may see them."""
        ...

    def ask(self, view: Any) -> Any:
        """Return the move of the person at ``view.viewer``. Raises :class:`Quit` or ``EOFError``."""
        ...

    def refuse(self, refusal: Refusal) -> None:
        """Show that the last move was illegal; ``ask`` is called again."""
        ...

    def on_move(self, view: Any) -> None:
        """Show spectators the position after a player's move."""
        ...


class Match:
    """A game being played. ``bots[seat]`` is ``None`` where a person sits."""

    def __init__(
        self,
        game: AnyGame,
        options: Any,
        names: tuple[str, ...],
        bots: tuple[AnyBot | None, ...],
        seed: bytes,
    ):
        self._game = game
        self._options = options
        self._names = names
        self._bots = bots
        self._seed = seed
        # The bots' random choices follow from the seed too, so that the same seed gives the same game. It is
        # hashed, so that they reveal nothing about the pile.
        self._randoms = tuple(
            Random(hashlib.sha256(b"quincunx bot %d " % seat + seed).digest())  # noqa: S311
            for seat in range(len(bots))
        )
        randomness = Randomness(seed, (b"",) * len(bots))
        self._run = GameRun(
            game,
            options,
            lambda number, state: randomness.chance_move(number, game.asks(state)),
            stops=self._is_too_long,
            on_ply=self._on_ply,
        )
        self._screen: Screen | None = None
        self._steps: list[Step] = []
        self.outcome: Outcome | None = None

    @property
    def audience(self) -> tuple[Seat | None, ...]:
        """Return the viewers: every person, or a spectator if only bots play."""
        return tuple(seat for seat, bot in enumerate(self._bots) if bot is None) or (None,)

    def view(self, viewer: Seat | None) -> Any:
        """Return what a viewer may know now; everything, once the game has ended."""
        state = self._run.state
        return self._game.reveal(state) if self.outcome else self._game.view(state, viewer)

    def run(self, screen: Screen) -> None:
        """Play to the end. :class:`Quit`, ``EOFError`` and ``KeyboardInterrupt`` pass through."""
        self._screen = screen
        for seat in self._run.choices():
            self._move(seat, screen)
        self.outcome = self._game.outcome(self._run.state) or _TRUNCATED

    def _is_too_long(self, run: GameRun) -> bool:
        if self._game.turn(run.state).number > MOST_TURNS:
            return True
        return None not in self._bots and self._game.idle_turns(run.state) >= MOST_IDLE_TURNS

    def _move(self, seat: Seat, screen: Screen) -> None:
        view = self._game.view(self._run.state, seat)
        bot = self._bots[seat]
        if bot is not None:
            self._run.move(bot.choose(view, self._randoms[seat]).action)
            return
        while True:
            move = screen.ask(view)
            try:
                return self._run.move(move)
            except Refusal as refusal:
                screen.refuse(refusal)

    def _on_ply(self, ply: Ply) -> None:
        assert self._screen is not None  # the game is being played on one
        self._steps.append(ply.step)
        for viewer in self.audience:
            events = self._game.public_events(ply.before, ply.step.move, ply.after, viewer)
            self._screen.show_events(viewer, events)
        if ply.step.seat != CHANCE:
            self._screen.on_move(self._game.view(ply.after, None))

    def record(self) -> Record:
        """Return the record of the game so far. It shows the seed only after the end."""
        return Record(
            game=self._game,
            options=self._options,
            names=self._names,
            steps=tuple(self._steps),
            outcome=self.outcome,
            commitment=commitment(self._seed),
            seed=self._seed.hex() if self.outcome else None,
            entropies=("",) * len(self._bots),
        )
