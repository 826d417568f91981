"""The rules of Cinco. Numbers in brackets are those of ``docs/rules/cinco.md``."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final, TypeVar

from msgspec.structs import replace

from quincunx.core.chance import (
    CHANCE,
    ChanceMove,
    Pick,
    Picked,
    Question,
    Rolled,
    Shuffle,
    Shuffled,
)
from quincunx.core.reason import Refusal, Unparseable, forbidden
from quincunx.core.sentence import sentence
from quincunx.core.values import Outcome, Seat, Seating, Turn
from quincunx.games.cinco import legality
from quincunx.games.cinco.board import SPACES, WINDOWS_THROUGH
from quincunx.games.cinco.state import ALL_CARDS, HAND, TOKENS, CincoState, reach, seats_of, team_of
from quincunx.games.cinco.types import (
    CincoMove,
    CincoOptions,
    Draw,
    Exchange,
    Play,
)

T = TypeVar("T")
Piles = tuple[tuple[int, ...], ...]
"""Cards of every seat."""

SEATINGS: Final = {2: (2,), 3: (3,), 4: (2,), 6: (2, 3)}
"""The numbers of teams that rule 2 allows, by number of players."""

_DRAW: Final = Draw()
_EXCHANGE: Final = Exchange()
# All plays, created once: legal_moves is called in long loops.
_PLAYS: Final = tuple(tuple(Play(card, space) for space in range(SPACES + 1)) for card in range(SPACES + 1))
_SPENT: Final = tuple(Play(card, None) for card in range(SPACES + 1))


def check(options: CincoOptions) -> None:
    """Raise :class:`Refusal` unless rule 2 allows this seating."""
    if options.players not in SEATINGS:
        raise forbidden(
            "2",
            "cinco-players",
            f"Cinco is for 2, 3, 4 or 6 players, not {options.players}.",
            players=options.players,
        )
    if options.teams not in SEATINGS[options.players]:
        raise forbidden(
            "2",
            "cinco-teams",
            f"These do not go together: players {options.players}, teams {options.teams}.",
            players=options.players,
            teams=options.teams,
        )
    if options.first is not None and not 0 <= options.first < options.players:
        raise forbidden(
            "C1", "no-such-starter", f"There is no seat {options.first + 1} to start.", seat=options.first + 1
        )


def initial(options: CincoOptions) -> CincoState:
    """Return an empty board with no cards dealt: chance is asked who starts (C1), then to shuffle (3)."""
    check(options)
    return CincoState(
        options=options,
        seat=options.first or 0,
        asked=Pick(options.players) if options.first is None else Shuffle(ALL_CARDS),
        owed=0,
        exchanging=False,
        turn=0,
        tokens=(0,) * options.teams,
        board=(None,) * SPACES,
        free=tuple(range(1, SPACES + 1)),
        tokens_left=(TOKENS,) * options.teams,
        hands=((),) * options.players,
        pile=ALL_CARDS,
        pile_cards=ALL_CARDS,
        discards=((),) * options.players,
        carried=(0,) * options.players,
        reshuffles=0,
        recent=(),
        last_space=None,
        outcome=None,
    )


def legal_moves(state: CincoState) -> tuple[CincoMove, ...]:
    """Return plays by card and space ascending, then drawing, then exchanging."""
    if state.asked is not None or state.outcome is not None:
        return ()
    hand, free = state.hands[state.seat], state.free
    moves: list[CincoMove] = []
    for card in hand:
        spaces = free[bisect_left(free, card) :] or reach(state, card)
        if spaces:
            plays = _PLAYS[card]
            moves += [plays[space] for space in spaces]
        else:
            moves.append(_SPENT[card])
    moves.append(_EXCHANGE if len(hand) == HAND else _DRAW)
    return tuple(moves)


def apply(state: CincoState, move: CincoMove | ChanceMove) -> CincoState:
    """Return the state after a move of the seat to move, or of chance. Raises :class:`Refusal`."""
    if state.outcome is not None:
        raise Refusal(legality.IS_OVER)
    if state.asked is None:
        # These are tried first because they are nearly all moves of a game.
        if isinstance(move, Play):
            return _play(state, move.card, move.space)
        if isinstance(move, Draw):
            if len(state.hands[state.seat]) == HAND:
                raise Refusal(legality.HAND_FULL)
            return _draw(state, 1)
    if isinstance(move, (Shuffled, Picked, Rolled)):
        return _chance(state, move)
    if state.asked is not None:
        raise forbidden("5", "chance-first", "The cards must be shuffled first.")
    # A move of another game may come from the wire, whatever the annotation says.
    if isinstance(move, Exchange):  # pyright: ignore[reportUnnecessaryIsInstance]
        reason = legality.why_not_exchange(state, state.seat)
        if reason is not None:
            raise Refusal(reason)
        # C5: the four are discarded before any card is drawn, so a reshuffle includes them.
        return _draw(replace(_discard(state, state.hands[state.seat]), exchanging=True), HAND)
    raise Unparseable(sentence("That isn’t a move in Cinco."))


def _chance(state: CincoState, move: ChanceMove) -> CincoState:
    match state.asked, move:
        case Pick(count=count), Picked(number=number) if 0 <= number < count:
            return replace(state, seat=number, asked=Shuffle(ALL_CARDS))
        case Shuffle(cards=cards), Shuffled(cards=order) if tuple(sorted(order)) == cards:
            return _reshuffled(state, order) if state.owed else _deal(state, order)
        case _:
            raise forbidden("5", "not-what-was-asked", "That is not what chance was asked for here.")


def _deal(state: CincoState, order: tuple[int, ...]) -> CincoState:
    """Deal four rounds of one card each, from seat 0 on, off the top (3)."""
    players = state.options.players
    hands = tuple(tuple(sorted(order[seat : HAND * players : players])) for seat in range(players))
    return replace(state, asked=None, hands=hands, pile=order[HAND * players :])


def _discard(state: CincoState, cards: tuple[int, ...]) -> CincoState:
    """Move cards from the hand of the seat to move to its discard pile, in this order."""
    hands, discards, carried = _discarded(state, cards)
    return replace(state, hands=hands, discards=discards, carried=carried)


def _discarded(state: CincoState, cards: tuple[int, ...]) -> tuple[Piles, Piles, tuple[int, ...]]:
    """Return all hands, all discard piles and the carried cards after the seat to move has discarded these
    cards, in this order."""
    seat = state.seat
    hand = state.hands[seat]
    if len(cards) == 1:
        at = hand.index(cards[0])
        hand = hand[:at] + hand[at + 1 :]
    else:
        hand = ()  # all four are exchanged
    discards = _with(state.discards, seat, state.discards[seat] + cards)
    carried = state.carried
    if state.reshuffles:
        older = sum([not _is_in(state.pile_cards, card) for card in cards])
        carried = _with(carried, seat, carried[seat] - older)
    return _with(state.hands, seat, hand), discards, carried


def _is_in(ascending: tuple[int, ...], card: int) -> bool:
    at = bisect_left(ascending, card)
    return at < len(ascending) and ascending[at] == card


def _draw(state: CincoState, count: int) -> CincoState:
    """Draw; if the pile runs out in the middle, ask for a reshuffle of the discards first (C5)."""
    taken, pile = state.pile[:count], state.pile[count:]
    seat = state.seat
    hands = _with(state.hands, seat, tuple(sorted(state.hands[seat] + taken)))
    owed = count - len(taken)
    if owed:
        every = tuple(sorted(card for discard in state.discards for card in discard))
        return replace(state, hands=hands, pile=(), asked=Shuffle(every), owed=owed)
    players = state.options.players
    return replace(
        state,
        seat=(seat + 1) % players,
        turn=state.turn + 1,
        hands=hands,
        pile=pile,
        exchanging=False,
        recent=(*state.recent[1 - players :], _EXCHANGE if state.exchanging else _DRAW),
        idle=state.idle + 1,
    )


def _reshuffled(state: CincoState, order: tuple[int, ...]) -> CincoState:
    return _draw(
        replace(
            state,
            asked=None,
            owed=0,
            pile=order,
            pile_cards=tuple(sorted(order)),
            discards=((),) * state.options.players,
            carried=tuple(len(hand) for hand in state.hands),
            reshuffles=state.reshuffles + 1,
        ),
        state.owed,
    )


def _play(state: CincoState, card: int, space: int | None) -> CincoState:
    if card not in state.hands[state.seat]:
        raise forbidden("4.1", "card-not-held", f"You do not hold card {card}.", card=card)
    if space is not None and space >= card:  # the usual case, without a copy of the spaces in reach
        at = bisect_left(state.free, space)
        if at < len(state.free) and state.free[at] == space:
            return _place(state, card, space, at)
    spaces = reach(state, card)
    if space is None:
        if spaces:
            raise forbidden(
                "C2",
                "must-place",
                f"Card {card} has a free space to go to, so it must place a token.",
                card=card,
            )
        return _spend(_discard(state, (card,)), card)
    if not 1 <= space <= SPACES:
        raise forbidden(
            "1", "no-such-space", f"There is no space {space}; they run from 1 to 90.", space=space
        )
    if space not in spaces:
        raise _unreachable(state, card, space)
    return _place(state, card, space, state.free.index(space))


def _unreachable(state: CincoState, card: int, space: int) -> Refusal:
    if space not in state.free:
        return forbidden("4.1", "space-taken", f"Space {space} is taken.", space=space)
    if not reach(state, card):
        return forbidden(
            "C2",
            "card-places-nothing",
            f"No space from {card} up is free, so card {card} is spent without a token.",
            card=card,
        )
    return forbidden(
        "4.1",
        "space-too-low",
        f"Card {card} goes only on {card} or higher, not on {space}.",
        card=card,
        space=space,
    )


def _place(state: CincoState, card: int, space: int, at: int) -> CincoState:
    """Place a token on the free space with this index. One copy of the state serves for the whole turn, since
    copies are most of the time of a long run of games."""
    options, seat = state.options, state.seat
    players = options.players
    team = seat % options.teams
    tokens = state.tokens[team] | 1 << (space - 1)
    left = state.tokens_left[team] - 1
    free = state.free[:at] + state.free[at + 1 :]
    outcome = None
    # 6.1 comes before 6.2.
    if _has_five(tokens, space):
        outcome = Outcome("five", seats_of(options, team))
    elif left == 0:
        outcome = Outcome("tokens", ())
    elif not free:
        outcome = Outcome("board", ())  # C6
    hands, discards, carried = _discarded(state, (card,))
    return replace(
        state,
        seat=seat if outcome else (seat + 1) % players,
        turn=state.turn + 1,
        tokens=_with(state.tokens, team, tokens),
        board=_with(state.board, space - 1, team),
        free=free,
        tokens_left=_with(state.tokens_left, team, left),
        hands=hands,
        discards=discards,
        carried=carried,
        recent=(*state.recent[1 - players :], _PLAYS[card][space]),
        last_space=space,
        outcome=outcome,
        idle=0,
    )


def _has_five(tokens: int, space: int) -> bool:
    """Return whether the space completes five in a row; any longer line contains a window of exactly five."""
    for window in WINDOWS_THROUGH[space]:  # noqa: SIM110  # any() takes half as long again, at every move
        if tokens & window == window:
            return True
    return False


def _spend(state: CincoState, card: int) -> CincoState:
    """End the turn after a card that places no token."""
    players = state.options.players
    return replace(
        state,
        seat=(state.seat + 1) % players,
        turn=state.turn + 1,
        recent=(*state.recent[1 - players :], _SPENT[card]),
        idle=state.idle + 1,
    )


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return values[:index] + (value,) + values[index + 1 :]  # noqa: RUF005  # half the time of a display


def players(options: CincoOptions) -> int:
    """Return the number of seats."""
    return options.players


def sides(options: CincoOptions) -> tuple[int, ...]:
    """Return each seat's team (2)."""
    return tuple(team_of(options, seat) for seat in range(options.players))


def to_move(state: CincoState) -> Seat | None:
    """Return the seat to move, chance, or ``None`` when the game is over."""
    if state.outcome is not None:
        return None
    return CHANCE if state.asked is not None else state.seat


def asks(state: CincoState) -> Question:
    """Return the question to chance: who starts, or a shuffle."""
    if state.asked is None:
        raise ValueError("chance is not asked for anything here")
    return state.asked


def outcome(state: CincoState) -> Outcome | None:
    """Return how the game ended."""
    return state.outcome


def turn(state: CincoState) -> Turn:
    """Return the turn that the next move belongs to; the first shuffle is the set-up."""
    if state.turn == 0 and not any(state.hands):
        return Turn(0, None)
    return Turn(state.turn + 1, state.seat)


def idle_turns(state: CincoState) -> int:
    """Return the number of consecutive turns without a token (C7)."""
    return state.idle


def seated(options: CincoOptions, seating: Seating) -> CincoOptions:
    """Return the options for another number of players and teams."""
    return replace(options, players=seating.players, teams=seating.sides, first=None)


def rematch(options: CincoOptions) -> CincoOptions:
    """Return the options with the next seat as the starter; a lot stays a lot."""
    if options.first is None:
        return options
    return replace(options, first=(options.first + 1) % options.players)
