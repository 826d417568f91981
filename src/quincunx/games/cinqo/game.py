"""Cinq-O as one value, by which the rest of the program knows it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from quincunx.core.game import Game, GameCommand
from quincunx.core.picture import Picture
from quincunx.core.values import Say, Seating
from quincunx.engines.learning import Learning
from quincunx.games.cinqo import facts, legality, rules, view
from quincunx.games.cinqo.actions import ACTIONS, COMPACT
from quincunx.games.cinqo.bots.roster import BOTS
from quincunx.games.cinqo.day import DAY
from quincunx.games.cinqo.flags import CinqoFlags
from quincunx.games.cinqo.puzzles.puzzler import PUZZLER
from quincunx.games.cinqo.review.reviewer import REVIEWER
from quincunx.games.cinqo.state import CinqoState
from quincunx.games.cinqo.text import TEXT
from quincunx.games.cinqo.types import CinqoEvent, CinqoMove, CinqoOptions, CinqoView


def _picture(view: CinqoView) -> Picture:
    from quincunx.games.cinqo.drawing.picture import picture

    return picture(view)


def _drawing(view: CinqoView, names: tuple[str, ...], say: Say) -> Picture:
    from quincunx.games.cinqo.drawing.view import drawing

    return drawing(view, names, say)


def _learning() -> Learning[CinqoOptions, CinqoView]:
    from quincunx.games.cinqo.learning.offer import LEARNING

    return LEARNING


GAME: Final = Game[CinqoOptions, CinqoState, CinqoMove, CinqoView, CinqoEvent](
    name="cinqo",
    title="Cinq-O",
    has_secrets=False,
    seatings=tuple(Seating(players, players) for players in range(1, rules.MOST_PLAYERS + 1)),
    options_type=CinqoOptions,
    move_type=CinqoMove,
    view_type=CinqoView,
    event_type=CinqoEvent,
    check=rules.check,
    players=rules.players,
    sides=rules.sides,
    seated=rules.seated,
    initial=rules.initial,
    to_move=rules.to_move,
    asks=rules.asks,
    legal_moves=rules.legal_moves,
    apply=rules.apply,
    outcome=rules.outcome,
    view=view.view,
    reveal=view.reveal,
    public_events=view.public_events,
    small=view.small,
    picture=_picture,
    drawing=_drawing,
    turn=rules.turn,
    idle_turns=rules.idle_turns,
    not_your_turn=legality.NOT_YOUR_TURN,
    is_over=legality.IS_OVER,
    no_draws=legality.NO_DRAWS,
    rematch=rules.rematch,
    rating_kind=facts.rating_kind,
    facts=facts.facts,
    rank_fact="points",
    flags=CinqoFlags,
    text=TEXT,
    texts=Path(__file__).with_name("texts"),
    actions=ACTIONS,
    compact=COMPACT,
    learning=_learning,
    bots=BOTS,
    phrases=("what-a-roll",),
    commands=(
        GameCommand(
            name="solve",
            target="quincunx.games.cinqo.commands.solve:solve",
            help="Solve Cinq-O exactly and print the results.",
        ),
    ),
    reviewer=REVIEWER,
    studies=Path(__file__).with_name("studies"),
    puzzler=PUZZLER,
    day=DAY,
)
