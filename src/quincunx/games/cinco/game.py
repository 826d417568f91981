"""Cinco as one value, by which the rest of the program knows it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from quincunx.core.game import Game, GameCommand
from quincunx.core.picture import Picture
from quincunx.core.values import Say, Seating
from quincunx.engines.learning import Learning
from quincunx.games.cinco import facts, legality, rules, view
from quincunx.games.cinco.actions import ACTIONS, COMPACT
from quincunx.games.cinco.bots.roster import BOTS
from quincunx.games.cinco.day import DAY
from quincunx.games.cinco.flags import CincoFlags
from quincunx.games.cinco.puzzles.puzzler import PUZZLER
from quincunx.games.cinco.review.reviewer import REVIEWER
from quincunx.games.cinco.state import CincoState
from quincunx.games.cinco.text import TEXT
from quincunx.games.cinco.types import CincoEvent, CincoMove, CincoOptions, CincoView


def _picture(view: CincoView) -> Picture:
    from quincunx.games.cinco.drawing.picture import picture

    return picture(view)


def _drawing(view: CincoView, names: tuple[str, ...], say: Say) -> Picture:
    from quincunx.games.cinco.drawing.view import drawing

    return drawing(view, names, say)


def _learning() -> Learning[CincoOptions, CincoView]:
    from quincunx.games.cinco.learning.offer import LEARNING

    return LEARNING


GAME: Final = Game[CincoOptions, CincoState, CincoMove, CincoView, CincoEvent](
    name="cinco",
    title="Cinco",
    has_secrets=True,
    seatings=tuple(
        Seating(players, teams) for players, choices in rules.SEATINGS.items() for teams in choices
    ),
    options_type=CincoOptions,
    move_type=CincoMove,
    view_type=CincoView,
    event_type=CincoEvent,
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
    no_draws=None,
    rematch=rules.rematch,
    rating_kind=facts.rating_kind,
    facts=facts.facts,
    flags=CincoFlags,
    text=TEXT,
    texts=Path(__file__).with_name("texts"),
    actions=ACTIONS,
    compact=COMPACT,
    learning=_learning,
    bots=BOTS,
    phrases=("well-blocked",),
    commands=(
        GameCommand(
            name="train",
            target="quincunx.games.cinco.commands.train:train",
            help="Train Cinco’s evaluation network by self-play.",
        ),
    ),
    reviewer=REVIEWER,
    studies=Path(__file__).with_name("studies"),
    puzzler=PUZZLER,
    day=DAY,
)
