"""The rules of Trio. Numbers in brackets are those of the package's docstring."""

from __future__ import annotations

from typing import Final, TypeVar

from msgspec.structs import replace

from quincunx.core.chance import CHANCE, ChanceMove, Pick, Picked, Question, Roll, Rolled, Shuffle, Shuffled
from quincunx.core.reason import Refusal, Unparseable, forbidden
from quincunx.core.values import Outcome, Seat, Seating, Turn
from tests.third.game import legality
from tests.third.game.state import DIE, HAND, PACK, TrioState, points
from tests.third.game.types import Pass, Play, TrioMove, TrioOptions

T = TypeVar("T")

PLAYERS: Final = (2, 3)
MOST_PASSES: Final = 3


def check(options: TrioOptions) -> None:
    """Raise :class:`Refusal` unless the rules know this game."""
    players, passes = options.players, options.most_passes
    if players not in PLAYERS:
        raise forbidden("2", "trio-players", f"Trio is for 2 or 3 players, not {players}.", players=players)
    if not 0 <= passes <= MOST_PASSES:
        sentence = f"Everybody may pass up to {MOST_PASSES} times, not {passes}."
        raise forbidden("4.2", "trio-passes", sentence, most_passes=passes)
    if options.first is not None and not 0 <= options.first < players:
        seat = options.first + 1
        raise forbidden("2", "no-such-starter", f"There is no seat {seat} to start.", seat=seat)


def seated(options: TrioOptions, seating: Seating) -> TrioOptions:
    """The same for another number of players."""
    return replace(options, players=seating.players, first=None)


def initial(options: TrioOptions) -> TrioState:
    """No cards are dealt: chance is asked who starts, then to shuffle."""
    check(options)
    players = options.players
    return TrioState(
        options=options,
        seat=options.first or 0,
        asked=Pick(players) if options.first is None else Shuffle(PACK),
        turn=0,
        die=None,
        hands=((),) * players,
        unused=PACK,
        played=((),) * players,
        totals=(0,) * players,
        passes_left=(options.most_passes,) * players,
        outcome=None,
    )


def legal_moves(state: TrioState) -> tuple[TrioMove, ...]:
    """Plays by card, ascending, then passing."""
    if to_move(state) != state.seat:
        return ()
    return moves_with(state.hands[state.seat], state.passes_left[state.seat])


def moves_with(hand: tuple[int, ...], passes_left: int) -> tuple[TrioMove, ...]:
    """The moves of a seat that is to move."""
    return (*map(Play, hand), *((Pass(),) if passes_left else ()))


def apply(state: TrioState, move: TrioMove | ChanceMove) -> TrioState:
    """The state after a move of the seat to move, or of chance. Raises :class:`Refusal`."""
    if state.outcome is not None:
        raise Refusal(legality.IS_OVER)
    if isinstance(move, Picked | Shuffled | Rolled):
        return _chance(state, move)
    if state.asked is not None:
        raise Refusal(legality.CHANCE_FIRST)
    match move:
        case Play(card=card):
            return _play(state, card)
        case Pass():
            return _pass(state)
    raise Unparseable("That is not a move of Trio.")


def _chance(state: TrioState, move: ChanceMove) -> TrioState:
    match state.asked, move:
        case Pick(count=count), Picked(number=number) if 0 <= number < count:
            return replace(state, seat=number, asked=Shuffle(PACK))
        case Shuffle(cards=cards), Shuffled(cards=order) if tuple(sorted(order)) == cards:
            players = state.options.players
            hands = tuple(tuple(sorted(order[seat : HAND * players : players])) for seat in range(players))
            return replace(state, asked=Roll((DIE,)), hands=hands, unused=order[HAND * players :])
        case Roll(), Rolled(faces=(face,)) if 1 <= face <= DIE:
            return replace(state, asked=None, die=face)
        case _:
            raise forbidden("4", "not-what-was-asked", "That is not what chance was asked for here.")


def _play(state: TrioState, card: int) -> TrioState:
    seat, die = state.seat, state.die
    assert die is not None  # chance is not asked, so it has answered
    hand = state.hands[seat]
    if card not in hand:
        raise forbidden("4.1", "card-not-held", f"You do not hold card {card}.", card=card)
    played = replace(
        state,
        hands=_with(state.hands, seat, tuple(each for each in hand if each != card)),
        played=_with(state.played, seat, (*state.played[seat], card)),
        totals=_with(state.totals, seat, state.totals[seat] + points(card, die)),
    )
    return _next(played)


def _pass(state: TrioState) -> TrioState:
    left = state.passes_left[state.seat]
    if not left:
        raise Refusal(legality.NO_PASSES)
    return _next(replace(state, passes_left=_with(state.passes_left, state.seat, left - 1)))


def _next(state: TrioState) -> TrioState:
    """End the turn: the next seat that holds cards is to move (5), or the totals are compared (6)."""
    players = state.options.players
    state = replace(state, turn=state.turn + 1, die=None)
    for step in range(1, players + 1):
        seat = (state.seat + step) % players
        if state.hands[seat]:
            return replace(state, seat=seat, asked=Roll((DIE,)))
    most = max(state.totals)
    best = tuple(seat for seat, total in enumerate(state.totals) if total == most)
    return replace(state, outcome=Outcome("counted", best if len(best) == 1 else ()))


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def players(options: TrioOptions) -> int:
    """The number of seats."""
    return options.players


def sides(options: TrioOptions) -> tuple[int, ...]:
    """Each player plays alone (2)."""
    return tuple(range(options.players))


def to_move(state: TrioState) -> Seat | None:
    """The seat to move, chance, or ``None`` when the game is over."""
    if state.outcome is not None:
        return None
    return CHANCE if state.asked is not None else state.seat


def asks(state: TrioState) -> Question:
    """The question to chance: the starting player, the shuffle, or a roll."""
    if state.asked is None:
        raise ValueError("chance is not asked for anything here")
    return state.asked


def outcome(state: TrioState) -> Outcome | None:
    """The outcome, or ``None`` while the game runs."""
    return state.outcome


def turn(state: TrioState) -> Turn:
    """The turn that the next move belongs to; lot and shuffle are the set-up."""
    if state.turn == 0 and not any(state.hands):
        return Turn(0, None)
    return Turn(state.turn + 1, state.seat)


def idle_turns(state: TrioState) -> int:
    """None: a pass is one of few, so each turn brings the end nearer."""
    return 0


def rematch(options: TrioOptions) -> TrioOptions:
    """The options of a rematch: the next seat starts, and a random start stays random."""
    if options.first is None:
        return options
    return replace(options, first=(options.first + 1) % options.players)
