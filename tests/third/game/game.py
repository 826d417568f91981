"""Trio as the one value by which the program knows it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from quincunx.core.game import Game, GameCommand
from quincunx.core.values import Seating
from tests.third.game import facts, legality, rules, view
from tests.third.game.actions import ACTIONS
from tests.third.game.bots.roster import BOTS
from tests.third.game.day import DAY
from tests.third.game.flags import TrioFlags
from tests.third.game.puzzles.puzzler import PUZZLER
from tests.third.game.review.reviewer import REVIEWER
from tests.third.game.state import TrioState
from tests.third.game.text import TEXT
from tests.third.game.types import TrioEvent, TrioMove, TrioOptions, TrioView

GAME: Final = Game[TrioOptions, TrioState, TrioMove, TrioView, TrioEvent](
    name="trio",
    title="Trio",
    has_secrets=True,
    seatings=tuple(Seating(players, players) for players in rules.PLAYERS),
    options_type=TrioOptions,
    move_type=TrioMove,
    view_type=TrioView,
    event_type=TrioEvent,
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
    turn=rules.turn,
    idle_turns=rules.idle_turns,
    not_your_turn=legality.NOT_YOUR_TURN,
    is_over=legality.IS_OVER,
    no_draws=None,
    rematch=rules.rematch,
    rating_kind=facts.rating_kind,
    facts=facts.facts,
    rank_fact="points",
    flags=TrioFlags,
    text=TEXT,
    texts=Path(__file__).with_name("texts"),
    actions=ACTIONS,
    bots=BOTS,
    phrases=("well-counted",),
    commands=(
        GameCommand(
            name="odds",
            target="tests.third.game.commands:odds",
            help="Print what the cards of Trio score on average.",
        ),
    ),
    reviewer=REVIEWER,
    studies=Path(__file__).with_name("studies"),
    puzzler=PUZZLER,
    day=DAY,
)
