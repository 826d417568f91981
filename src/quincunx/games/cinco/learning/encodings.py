"""Cinco's observations as bytes, and back: ``plain`` and ``lines`` (:mod:`.layout`)."""

from __future__ import annotations

from typing import Final

from quincunx.core.chance import Shuffle
from quincunx.core.values import Outcome
from quincunx.games.cinco.board import WINDOW_MASKS, WINDOWS
from quincunx.games.cinco.learning import layout as at
from quincunx.games.cinco.learning.layout import ENDS, WIDTH, line_planes, plain_planes
from quincunx.games.cinco.state import ALL_CARDS, CincoState, seats_of
from quincunx.games.cinco.types import CincoMove, CincoOptions, CincoView, Draw, Exchange, Play
from quincunx.games.cinco.view import view as view_of

_MOST = 256


class Plain:
    """Implements :class:`quincunx.engines.learning.Encoding`."""

    def shape(self, options: CincoOptions) -> tuple[int, ...]:
        """Return ``(planes, 90)``."""
        return len(self.parts(options)), WIDTH

    def parts(self, options: CincoOptions) -> tuple[tuple[str, int], ...]:
        """Return the name of each plane, and its number of bytes."""
        return tuple((name, WIDTH) for name in plain_planes(options))

    def encode(self, view: CincoView) -> bytes:
        """Return the observation. Raises ``ValueError`` for the view of a spectator."""
        return bytes(_encoded(view))

    def decode(self, data: bytes) -> CincoView:
        """Return the view that was encoded."""
        return _decoded(data)


class Lines(Plain):
    """Adds the contents of the windows through each space."""

    def parts(self, options: CincoOptions) -> tuple[tuple[str, int], ...]:
        """Return the name of each plane, and its number of bytes."""
        return tuple((name, WIDTH) for name in (*plain_planes(options), *line_planes(options)))

    def encode(self, view: CincoView) -> bytes:
        """Return the observation. Raises ``ValueError`` for the view of a spectator."""
        return bytes(_encoded(view) + _windows(view))


PLAIN: Final = Plain()
LINES: Final = Lines()


def _viewer(view: CincoView) -> int:
    if view.viewer is None:
        raise ValueError("A spectator has no observation.")
    return view.viewer


def _encoded(view: CincoView) -> bytearray:
    options, viewer = view.options, _viewer(view)
    players, teams = options.players, options.teams
    own = viewer % teams
    found = bytearray(WIDTH * len(plain_planes(options)))
    for space, team in enumerate(view.board):
        if team is not None:
            found[(at.TOKENS + (team - own) % teams) * WIDTH + space] = 1
    last, hand = (at.TOKENS + teams) * WIDTH, (at.TOKENS + teams + 1) * WIDTH
    if view.last_space is not None:
        found[last + view.last_space - 1] = 1
    for card in view.hand:
        found[hand + card - 1] = 1
    discards = hand + WIDTH
    for seat, pile in enumerate(view.discards):
        plane = discards + (seat - viewer) % players * WIDTH
        for index, card in enumerate(pile, 1):
            found[plane + card - 1] = index
    pile_cards = discards + players * WIDTH
    for card in view.pile_cards:
        found[pile_cards + card - 1] = 1
    numbers = _numbers(view, viewer, own)
    found[: len(numbers)] = numbers
    return found


def _numbers(view: CincoView, viewer: int, own: int) -> bytes:
    options = view.options
    players, teams = options.players, options.teams
    found = bytearray(at.NUMBERS)
    found[at.VIEWER], found[at.PLAYERS], found[at.TEAMS] = viewer, players, teams
    found[at.JOKER] = options.joker
    found[at.FIRST] = 0 if options.first is None else options.first + 1
    found[at.TO_MOVE] = 0 if view.to_move is None else (view.to_move - viewer) % players + 1
    found[at.TURN : at.TURN + 2] = _two(view.turn)
    found[at.PILE] = view.pile
    found[at.RESHUFFLES : at.RESHUFFLES + 2] = _two(view.reshuffles)
    if view.outcome is not None:
        found[at.END] = ENDS.index(view.outcome.termination) + 1
        if view.outcome.winners:
            found[at.WINNER] = (view.outcome.winners[0] % teams - own) % teams + 1
    for seat in range(players):
        relative = (seat - viewer) % players
        found[at.HAND_SIZES + relative] = view.hand_sizes[seat]
        found[at.CARRIED + relative] = view.carried[seat]
    for team in range(teams):
        found[at.TOKENS_LEFT + (team - own) % teams] = view.tokens_left[team]
    for index, move in enumerate(reversed(view.recent)):
        place = at.RECENT + 3 * index
        found[place : place + 3] = _turn(move)
    return bytes(found)


def _turn(move: CincoMove) -> bytes:
    match move:
        case Play(card=card, space=space):
            return bytes((at.PLAYED, card, space or 0))
        case Draw():
            return bytes((at.DREW, 0, 0))
        case Exchange():
            return bytes((at.EXCHANGED, 0, 0))


def _two(number: int) -> bytes:
    if number >= _MOST**2:
        raise ValueError(f"{number} does not fit into two bytes.")
    return number.to_bytes(2, "little")


def _windows(view: CincoView) -> bytes:
    teams = view.options.teams
    own = _viewer(view) % teams
    tokens = [0] * teams
    for space, team in enumerate(view.board):
        if team is not None:
            tokens[(team - own) % teams] |= 1 << space
    found = bytearray(WIDTH * (4 * teams + 1))
    for window, spaces in zip(WINDOW_MASKS, WINDOWS, strict=True):
        held = [(each & window).bit_count() for each in tokens]
        if sum(map(bool, held)) > 1:
            continue
        count = max(held)
        plane = 4 * held.index(count) + count if count else 0
        if count < len(spaces):
            for space in spaces:
                found[plane * WIDTH + space - 1] += 1
    return bytes(found)


def _decoded(data: bytes) -> CincoView:
    numbers = data[:WIDTH]
    options = _options(numbers)
    viewer = numbers[at.VIEWER]
    players, teams = options.players, options.teams
    own = viewer % teams
    planes = [data[start : start + WIDTH] for start in range(0, len(data), WIDTH)]
    board: list[int | None] = [None] * WIDTH
    tokens = [0] * teams
    for relative in range(teams):
        team = (relative + own) % teams
        for space, there in enumerate(planes[at.TOKENS + relative]):
            if there:
                board[space] = team
                tokens[team] |= 1 << space
    last = planes[at.TOKENS + teams].find(1)
    own_cards = at.TOKENS + teams + 1
    seats = [(seat - viewer) % players for seat in range(players)]
    discards = [_pile(planes[own_cards + 1 + relative]) for relative in seats]
    sizes = [numbers[at.HAND_SIZES + relative] for relative in seats]
    hand = _cards(planes[own_cards])
    to_move = numbers[at.TO_MOVE]
    state = CincoState(
        options=options,
        seat=(to_move - 1 + viewer) % players if to_move else 0,
        asked=None if to_move or numbers[at.END] else Shuffle(ALL_CARDS),
        owed=0,
        exchanging=False,
        turn=int.from_bytes(numbers[at.TURN : at.TURN + 2], "little"),
        tokens=tuple(tokens),
        board=tuple(board),
        free=tuple(space for space, team in enumerate(board, 1) if team is None),
        tokens_left=tuple(numbers[at.TOKENS_LEFT + (team - own) % teams] for team in range(teams)),
        # Of what is hidden, a view has only the number.
        hands=tuple(hand if seat == viewer else (0,) * size for seat, size in enumerate(sizes)),
        pile=(0,) * numbers[at.PILE],
        pile_cards=_cards(planes[own_cards + 1 + players]),
        discards=tuple(discards),
        carried=tuple(numbers[at.CARRIED + relative] for relative in seats),
        reshuffles=int.from_bytes(numbers[at.RESHUFFLES : at.RESHUFFLES + 2], "little"),
        recent=_recent(numbers),
        last_space=last + 1 if last >= 0 else None,
        outcome=_outcome(options, numbers, own),
    )
    return view_of(state, viewer)


def _options(numbers: bytes) -> CincoOptions:
    first = numbers[at.FIRST]
    return CincoOptions(
        numbers[at.PLAYERS], numbers[at.TEAMS], bool(numbers[at.JOKER]), first - 1 if first else None
    )


def _cards(plane: bytes) -> tuple[int, ...]:
    return tuple(card for card, there in enumerate(plane, 1) if there)


def _pile(plane: bytes) -> tuple[int, ...]:
    return tuple(card for _, card in sorted((index, card) for card, index in enumerate(plane, 1) if index))


def _recent(numbers: bytes) -> tuple[CincoMove, ...]:
    found: list[CincoMove] = []
    for place in range(at.RECENT, at.NUMBERS, 3):
        kind, card, space = numbers[place : place + 3]
        if kind:
            found.append(Play(card, space or None) if kind == at.PLAYED else _KINDS[kind])
    return tuple(reversed(found))


_KINDS: Final[dict[int, CincoMove]] = {at.DREW: Draw(), at.EXCHANGED: Exchange()}


def _outcome(options: CincoOptions, numbers: bytes, own: int) -> Outcome | None:
    end, winner = numbers[at.END], numbers[at.WINNER]
    if not end:
        return None
    return Outcome(ENDS[end - 1], seats_of(options, (winner - 1 + own) % options.teams) if winner else ())
