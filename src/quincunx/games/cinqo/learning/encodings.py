"""Cinq-O's observations as bytes, and back: ``plain`` and ``now`` (:mod:`.layout`)."""

from __future__ import annotations

from typing import Final

from quincunx.core.values import Outcome
from quincunx.games.cinqo import card
from quincunx.games.cinqo.card import DICE, FIVE_OF_A_KIND, HILO_FACES, STRAIGHT
from quincunx.games.cinqo.history import History
from quincunx.games.cinqo.learning import layout as at
from quincunx.games.cinqo.learning.layout import ENDS, FIVE, HISTORY, MOST_TURNS, RACKS
from quincunx.games.cinqo.state import CinqoState
from quincunx.games.cinqo.types import CinqoOptions, CinqoView, TurnResult
from quincunx.games.cinqo.view import view as view_of


class Now:
    """Implements :class:`quincunx.engines.learning.Encoding`. Its views have no history."""

    def shape(self, options: CinqoOptions) -> tuple[int, ...]:
        """Return the number of bytes, as a tuple."""
        return (sum(size for _, size in self.parts(options)),)

    def parts(self, options: CinqoOptions) -> tuple[tuple[str, int], ...]:
        """Return the name of each part, and its number of bytes."""
        return (("numbers", at.NUMBERS),)

    def encode(self, view: CinqoView) -> bytes:
        """Return the observation. Raises ``ValueError`` for the view of a spectator."""
        return _numbers(view)

    def decode(self, data: bytes) -> CinqoView:
        """Return the view that was encoded, without its history."""
        return _decoded(data, History())


class Plain(Now):
    """Adds every finished turn."""

    def parts(self, options: CinqoOptions) -> tuple[tuple[str, int], ...]:
        """Return the name of each part, and its number of bytes."""
        histories = ((f"history of seat {seat}", HISTORY) for seat in range(options.players))
        return (("numbers", at.NUMBERS), *histories)

    def encode(self, view: CinqoView) -> bytes:
        """Return the observation. Raises ``ValueError`` for the view of a spectator."""
        return _numbers(view) + _history(view)

    def decode(self, data: bytes) -> CinqoView:
        """Return the view that was encoded."""
        return _decoded(data, _turns(data))


NOW: Final = Now()
PLAIN: Final = Plain()

_RACK_NUMBERS: Final[dict[tuple[int, ...], int]] = {rack: number for number, rack in enumerate(RACKS, 1)}


def _viewer(view: CinqoView) -> int:
    if view.viewer is None:
        raise ValueError("A spectator has no observation.")
    return view.viewer


def _numbers(view: CinqoView) -> bytes:
    options, viewer = view.options, _viewer(view)
    players = options.players
    found = bytearray(at.NUMBERS)
    found[at.VIEWER], found[at.PLAYERS] = viewer, players
    found[at.GOAL] = options.goal == "rounds"
    found[at.ROUNDS], found[at.FIRST] = options.rounds, options.first
    found[at.TO_MOVE] = 0 if view.to_move is None else (view.to_move - viewer) % players + 1
    found[at.TURN_OF] = (view.turn_of - viewer) % players
    found[at.ROUND], found[at.BONUS], found[at.ROLL] = view.round, view.bonus, view.roll
    found[at.HILO] = 0 if view.hilo is None else HILO_FACES.index(view.hilo) + 1
    found[at.BOXED] = view.boxed
    found[at.TRAY : at.TRAY + len(view.tray)] = bytes(view.tray)
    found[at.RACK : at.RACK + len(view.rack)] = bytes(view.rack)
    found[at.BANK : at.BANK + len(view.bank)] = bytes(view.bank)
    for seat, score in enumerate(view.scores):
        place = at.SCORES + 2 * ((seat - viewer) % players)
        found[place : place + 2] = score.to_bytes(2, "little")
    if view.outcome is not None:
        found[at.END] = ENDS.index(view.outcome.termination) + 1
        for seat in view.outcome.winners:
            found[at.WINNERS + (seat - viewer) % players] = 1
    return bytes(found)


def _history(view: CinqoView) -> bytes:
    players, viewer = view.options.players, _viewer(view)
    parts = [bytearray(HISTORY) for _ in range(players)]
    for result in view.history:
        part = parts[(result.seat - viewer) % players]
        if part[0] == MOST_TURNS:
            raise ValueError(f"A seat has had more than {MOST_TURNS} turns.")
        place = 1 + 2 * part[0]
        part[place] = _RACK_NUMBERS[result.rack]
        part[place + 1] = HILO_FACES.index(result.hilo) + 1 + FIVE * (result.kind == "five")
        part[0] += 1
    return b"".join(parts)


def _options(data: bytes) -> CinqoOptions:
    return CinqoOptions(
        data[at.PLAYERS], "rounds" if data[at.GOAL] else "hundred", data[at.ROUNDS], data[at.FIRST]
    )


def _turns(data: bytes) -> History:
    """Return the turns of all seats, in the order in which they were played."""
    options, viewer = _options(data), data[at.VIEWER]
    players = options.players
    taken = [0] * players
    history = History()
    seat, round_ = options.first, 1
    while True:
        start = at.NUMBERS + (seat - viewer) % players * HISTORY
        if taken[seat] == data[start]:
            return history
        place = start + 1 + 2 * taken[seat]
        taken[seat] += 1
        result = _result(seat, round_, data[place], data[place + 1])
        history = history.add(result)
        if result.kind != "five":
            seat = (seat + 1) % players
            round_ += seat == options.first


def _result(seat: int, round_: int, number: int, face: int) -> TurnResult:
    rack, is_five = RACKS[number - 1], face > FIVE
    hilo = HILO_FACES[face % FIVE - 1]
    read = FIVE_OF_A_KIND if is_five else card.read(rack, hilo)
    return TurnResult(
        seat=seat,
        round=round_,
        rack=rack,
        hilo=hilo,
        total=sum(rack),
        number=read,
        points=read if is_five else read * abs(hilo),
        kind="five" if is_five else "straight" if read == STRAIGHT and card.is_straight(rack) else "sum",
    )


def _decoded(data: bytes, history: History) -> CinqoView:
    options, viewer = _options(data), data[at.VIEWER]
    players = options.players
    relative = [(seat - viewer) % players for seat in range(players)]
    end, face = data[at.END], data[at.HILO]
    winners = tuple(seat for seat in range(players) if data[at.WINNERS + relative[seat]])
    state = CinqoState(
        options=options,
        seat=(data[at.TURN_OF] + viewer) % players,
        round=data[at.ROUND],
        bonus=bool(data[at.BONUS]),
        rolling=not data[at.TO_MOVE] and not end,
        roll=data[at.ROLL],
        tray=_dice(data, at.TRAY),
        rack=_dice(data, at.RACK),
        bank=_dice(data, at.BANK),
        hilo=HILO_FACES[face - 1] if face else None,
        boxed=bool(data[at.BOXED]),
        scores=tuple(
            int.from_bytes(data[at.SCORES + 2 * seat : at.SCORES + 2 * seat + 2], "little")
            for seat in relative
        ),
        history=history,
        outcome=Outcome(ENDS[end - 1], winners) if end else None,
    )
    return view_of(state, viewer)


def _dice(data: bytes, place: int) -> tuple[int, ...]:
    return tuple(die for die in data[place : place + DICE] if die)
