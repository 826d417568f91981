"""The rules of Cinq-O. Numbers in brackets are those of ``docs/rules/cinqo.md``."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from quincunx.core.chance import CHANCE, ChanceMove, Picked, Question, Roll, Rolled, Shuffled
from quincunx.core.reason import Refusal, Unparseable, forbidden
from quincunx.core.sentence import sentence
from quincunx.core.values import Outcome, Seat, Seating, Turn
from quincunx.games.cinqo import card, legality
from quincunx.games.cinqo.history import History
from quincunx.games.cinqo.moves import ways_to_put
from quincunx.games.cinqo.state import ALL_DICE, HUNDRED, CinqoState
from quincunx.games.cinqo.types import (
    CinqoMove,
    CinqoOptions,
    Put,
    TurnResult,
)

MOST_PLAYERS: Final = 6
MOST_ROUNDS: Final = 20


def check(options: CinqoOptions) -> None:
    """Raise :class:`Refusal` unless rules 2 and 5 allow these options."""
    players = options.players
    if not 1 <= players <= MOST_PLAYERS:
        raise forbidden(
            "2", "cinqo-players", f"Cinq-O is for 1 to 6 players, not {players}.", players=players
        )
    if not 0 <= options.first < players:
        raise forbidden(
            "2", "no-such-starter", f"There is no seat {options.first + 1} to start.", seat=options.first + 1
        )
    if options.goal == "rounds":
        if players == 1:
            raise forbidden(
                "5.3", "solitaire-to-hundred", "Solitaire is played to 100 points.", goal=options.goal
            )
        if not 1 <= options.rounds <= MOST_ROUNDS:
            raise forbidden(
                "5.2",
                "cinqo-rounds",
                f"A game has 1 to {MOST_ROUNDS} rounds, not {options.rounds}.",
                rounds=options.rounds,
            )


def initial(options: CinqoOptions) -> CinqoState:
    """Return the initial state: no points, and chance is asked for the first roll."""
    check(options)
    return CinqoState(
        options=options,
        seat=options.first,
        round=1,
        bonus=False,
        rolling=True,
        roll=0,
        tray=(),
        rack=(),
        bank=(),
        hilo=None,
        boxed=False,
        scores=(0,) * options.players,
        history=History(),
        outcome=None,
    )


def asks(state: CinqoState) -> Question:
    """Return the question: the scoring dice that are neither racked nor banked and, unless boxed, the Hi/Lo
    die last (3.3, Q1)."""
    if not state.rolling:
        raise ValueError("chance is not asked for anything here")
    scoring = card.DICE - len(state.rack) - len(state.bank)
    return Roll((6,) * (scoring + (not state.boxed)))


def legal_moves(state: CinqoState) -> tuple[CinqoMove, ...]:
    """Return every way to put dice away, by values: fewest racked first."""
    if state.rolling or state.outcome is not None:
        return ()
    return ways_to_put(tuple(sorted(state.tray)), state.bank, state.boxed)


def apply(state: CinqoState, move: CinqoMove | ChanceMove) -> CinqoState:
    """Return the state after a move of the seat to move, or of chance. Raises :class:`Refusal`."""
    if state.outcome is not None:
        raise Refusal(legality.IS_OVER)
    if isinstance(move, (Rolled, Picked, Shuffled)):
        return _rolled(state, move)
    if state.rolling:
        raise forbidden("3.1", "chance-first", "The dice are still rolling.")
    # A move of another game may come from the wire, whatever the annotation says.
    if isinstance(move, Put):  # pyright: ignore[reportUnnecessaryIsInstance]
        return _put(state, move)
    raise Unparseable(sentence("That isn’t a move in Cinq-O."))


def _rolled(state: CinqoState, move: ChanceMove) -> CinqoState:
    if not state.rolling or not isinstance(move, Rolled):
        raise forbidden("3.1", "not-what-was-asked", "That is not what chance was asked for here.")
    scoring = card.DICE - len(state.rack) - len(state.bank)
    if len(move.faces) != scoring + (not state.boxed) or min(move.faces) < 1 or max(move.faces) > 6:
        raise forbidden("3.1", "not-what-was-asked", "Those are not the dice that were to be rolled.")
    dice = move.faces[:scoring]
    fallen = replace(
        state,
        rolling=False,
        roll=state.roll + 1,
        tray=dice,
        hilo=state.hilo if state.boxed else card.HILO_FACES[move.faces[-1] - 1],
    )
    if scoring == card.DICE and len(set(dice)) == 1:
        return _score(fallen, five=True)
    # 3.4: after the fifth roll everything left goes to the Rack.
    return _score(fallen) if fallen.roll == card.ROLLS else fallen


def _put(state: CinqoState, put: Put) -> CinqoState:
    for dice in (put.rack, put.bank, put.from_bank):
        if len(dice) > 1 and list(dice) != sorted(dice):
            raise forbidden("3.2", "dice-unsorted", "List the dice in ascending order.")
    tray = list(state.tray)
    bank = list(state.bank)
    loose = list(state.loose)
    _remove_values(tray, put.rack, "not-in-roll", "this roll", loose)
    if put.bank:
        _remove_values(tray, put.bank, "not-in-roll", "this roll", loose)
    if put.from_bank:
        _remove_values(bank, put.from_bank, "not-in-bank", "the Bank")
    if put.box and state.boxed:
        raise forbidden("3.2", "already-boxed", "The Hi/Lo die is in its box already.")
    if not put.rack and not put.from_bank:
        raise forbidden("3.2", "rack-one", "After each roll at least one die must go into the Rack.")
    # Dice left in the tray are rolled again.
    after = replace(
        state,
        tray=(),
        rack=tuple(sorted(state.rack + put.rack + put.from_bank)),
        bank=tuple(sorted((*bank, *put.bank))),
        boxed=state.boxed or put.box,
        loose=tuple(loose),
        rolling=bool(tray),
    )
    # Q2: with no scoring die left to roll the turn ends, and the Hi/Lo die counts as it lies.
    return after if tray else _score(after)


def _remove_values(
    dice: list[int], wanted: tuple[int, ...], code: str, place: str, which: list[int] | None = None
) -> None:
    """Remove these values from ``dice``, and the entries at the same places from ``which``."""
    for value in wanted:
        if value not in dice:
            raise forbidden("3.2", code, f"There is no such {value} in {place}.", die=value)
        at = dice.index(value)
        del dice[at]
        if which is not None:
            del which[at]


def _score(state: CinqoState, five: bool = False) -> CinqoState:
    """End the turn: everything left goes to the Rack and is scored (4)."""
    assert state.hilo is not None  # a turn never ends before its first roll
    rack = tuple(sorted(state.rack + state.bank + state.tray))
    number = card.FIVE_OF_A_KIND if five else card.read(rack, state.hilo)
    result = TurnResult(
        seat=state.seat,
        round=state.round,
        rack=rack,
        hilo=state.hilo,
        total=sum(rack),
        number=number,
        points=number if five else number * abs(state.hilo),  # Q3: flat
        kind="five" if five else "straight" if number == card.STRAIGHT and card.is_straight(rack) else "sum",
    )
    scores = list(state.scores)
    scores[state.seat] += result.points
    scored = replace(
        state,
        tray=(),
        rack=rack,
        bank=(),
        scores=tuple(scores),
        history=state.history.add(result),
        loose=ALL_DICE,
    )
    if state.options.goal == "hundred" and scores[state.seat] >= HUNDRED:
        return replace(scored, outcome=Outcome("hundred", (state.seat,)))  # Q4: at once
    return _next_turn(scored, again=five)


def _next_turn(state: CinqoState, again: bool) -> CinqoState:
    options = state.options
    seat, round_ = state.seat, state.round
    if not again:
        seat = (seat + 1) % options.players
        round_ += seat == options.first
    if options.goal == "rounds" and round_ > options.rounds:
        most = max(state.scores)
        winners = tuple(seat for seat, score in enumerate(state.scores) if score == most)
        return replace(state, outcome=Outcome("rounds", winners))
    return replace(
        state, seat=seat, round=round_, bonus=again, rolling=True, roll=0, rack=(), hilo=None, boxed=False
    )


def players(options: CinqoOptions) -> int:
    """Return the number of seats."""
    return options.players


def sides(options: CinqoOptions) -> tuple[int, ...]:
    """Return each seat's side: every player plays alone."""
    return tuple(range(options.players))


def to_move(state: CinqoState) -> Seat | None:
    """Return the seat to move, chance, or ``None`` when the game is over."""
    if state.outcome is not None:
        return None
    return CHANCE if state.rolling else state.seat


def outcome(state: CinqoState) -> Outcome | None:
    """Return how the game ended."""
    return state.outcome


def turn(state: CinqoState) -> Turn:
    """Return the turn that the next roll or move belongs to."""
    return Turn(len(state.history) + 1, state.seat)


def idle_turns(state: CinqoState) -> int:
    """Return 0: every turn scores at least a point."""
    return 0


def seated(options: CinqoOptions, seating: Seating) -> CinqoOptions:
    """Return the options for another number of players."""
    return replace(options, players=seating.players, first=0)


def rematch(options: CinqoOptions) -> CinqoOptions:
    """Return the options with the next seat as the starter."""
    return replace(options, first=(options.first + 1) % options.players)
