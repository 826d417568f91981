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
from quincunx.core.values import Outcome, Seat, Step
from quincunx.engines.levels import AnyBot

MOST_IDLE_TURNS: Final = 2000
"""C7: a game among bots is truncated after this many idle turns in a row. In 500 games of greedy bots with
three teams the longest such stretch had 335."""
_TRUNCATED: Final = Outcome("truncated", ())


class Quit(Exception):
    """A person leaves; the game stays unfinished."""


class Screen(Protocol):
    """A display of the game, which also asks people for their moves."""

    def tell(self, viewer: Seat | None, events: tuple[Any, ...]) -> None:
        """Show the events as this viewer (``None``: a spectator) may see them."""
        ...

    def ask(self, view: Any) -> Any:
        """Return the move of the person at ``view.viewer``. Raises :class:`Quit` or ``EOFError``."""
        ...

    def refuse(self, refusal: Refusal) -> None:
        """Show that the last move was illegal; ``ask`` is called again."""
        ...

    def moved(self, view: Any) -> None:
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
        self._randomness = Randomness(seed, (b"",) * len(bots))
        self._questions = 0
        self._state: Any = game.initial(options)
        self._steps: list[Step] = []
        self.outcome: Outcome | None = None

    @property
    def audience(self) -> tuple[Seat | None, ...]:
        """Return the viewers: every person, or a spectator if only bots play."""
        return tuple(seat for seat, bot in enumerate(self._bots) if bot is None) or (None,)

    def view(self, viewer: Seat | None) -> Any:
        """Return what a viewer may know now; everything, once the game has ended."""
        return self._game.reveal(self._state) if self.outcome else self._game.view(self._state, viewer)

    def run(self, screen: Screen) -> None:
        """Play to the end. :class:`Quit`, ``EOFError`` and ``KeyboardInterrupt`` pass through."""
        while (seat := self._game.to_move(self._state)) is not None and not self._is_too_long():
            self._step(seat, screen)
        self.outcome = self._game.outcome(self._state) or _TRUNCATED

    def _is_too_long(self) -> bool:
        if self._game.turn(self._state).number > MOST_TURNS:
            return True
        return None not in self._bots and self._game.idle_turns(self._state) >= MOST_IDLE_TURNS

    def _step(self, seat: Seat, screen: Screen) -> None:
        before = self._state
        if seat == CHANCE:
            move: Any = self._randomness.answer(self._questions, self._game.asks(before))
            after = self._game.apply(before, move)
            self._questions += 1
        else:
            move, after = self._moved(seat, screen)
        self._state = after
        self._steps.append(Step(seat, move))
        for viewer in self.audience:
            screen.tell(viewer, self._game.public_events(before, move, after, viewer))
        if seat != CHANCE:
            screen.moved(self._game.view(after, None))

    def _moved(self, seat: Seat, screen: Screen) -> tuple[Any, Any]:
        view = self._game.view(self._state, seat)
        bot = self._bots[seat]
        if bot is not None:
            chosen = bot.choose(view, self._randoms[seat]).action
            return chosen, self._game.apply(self._state, chosen)
        while True:
            move = screen.ask(view)
            try:
                return move, self._game.apply(self._state, move)
            except Refusal as refusal:
                screen.refuse(refusal)

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
