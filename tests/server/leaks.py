"""Looks for secrets in what a server sent or logged: the seed, and cards that a viewer may not know.

It is told the truth (from the journal) and compares it with the bytes themselves, so it trusts nothing
that the server's own gate for secrets does.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any

import msgspec

from quincunx.core.chance import Shuffled
from quincunx.core.values import Seat
from quincunx.games.cinco.types import Exchange, Play
from quincunx.table.events import ChanceMoved, Entry, Moved
from quincunx.table.fold import advance
from quincunx.table.state import TableState

# Public lists of numbers, whatever is in them; any other list must be the viewer's own cards.
PUBLIC_LISTS = {
    "taking_part",
    "awaited",
    "left_out",
    "voided",
    "board",
    "hand_sizes",
    "discards",
    "discarded",
    "carried",
    "tokens_left",
    "winning",
    "spaces",
    "winners",
    "draw_offers",
    "pile_cards",
}
OWN_LISTS = {"hand", "cards"}
OWN_NUMBERS = {"card"}
PILE_RUN = 4


class Truth:
    """The hidden facts of a table, version by version."""

    def __init__(self, entries: list[Entry]) -> None:
        self.states: list[TableState] = []
        self.held: list[tuple[set[int], ...]] = []
        """At each version, for each seat, every card that it held until then."""
        self.shown: list[set[int]] = []
        """At each version, the cards that had been laid open until then."""
        self.runs: list[tuple[int, ...]] = []
        """Runs of cards in the order of a pile; no viewer may see one."""
        state: TableState | None = None
        shown: set[int] = set()
        held: tuple[set[int], ...] = ()
        for entry in entries:
            before, state = state, advance(state, entry)
            self.states.append(state)
            for event in entry.events:
                if isinstance(event, ChanceMoved) and isinstance(event.move, Shuffled):
                    cards = event.move.cards
                    self.runs += [cards[at : at + PILE_RUN] for at in range(len(cards) - PILE_RUN + 1)]
                if isinstance(event, Moved):
                    assert before is not None
                    match before.game.decode_move(event.move):
                        case Play(card=card):
                            shown = shown | {card}
                        case Exchange():
                            shown = shown | set(before.position.hands[event.seat])
                        case _:
                            pass
            if state.position is not None:
                held = held or tuple(set() for _ in state.position.hands)
                held = tuple(old | set(hand) for old, hand in zip(held, state.position.hands, strict=True))
            self.held.append(held)
            self.shown.append(shown)
        assert state is not None
        self.seed = state.seed

    def hand(self, version: int, seat: Seat | None) -> list[int]:
        """The cards of a seat at a version; a spectator has none."""
        position = self.states[version - 1].position
        return [] if position is None or seat is None else sorted(position.hands[seat])

    def known(self, version: int, seat: Seat | None) -> set[int]:
        """The cards that a seat has held itself until a version."""
        held = self.held[version - 1] if version else ()
        return held[seat] if held and seat is not None else set()

    def open(self, version: int) -> set[int]:
        return self.shown[version - 1] if version else set()

    def has_ended(self, version: int) -> bool:
        return self.states[version - 1].status == "ended"


def seed_in(data: bytes, seed: str) -> list[str]:
    """The disguises in which the seed is in these bytes."""
    raw = bytes.fromhex(seed)
    disguises = {
        "hex": seed.encode(),
        "upper-case hex": seed.upper().encode(),
        "raw": raw,
        "reversed": raw[::-1].hex().encode(),
        "a number": str(int(seed, 16)).encode(),
        "base64": base64.b64encode(raw).rstrip(b"="),
        "URL-safe base64": base64.urlsafe_b64encode(raw).rstrip(b"="),
        "half of it": seed[:32].encode(),
        "the other half": seed[32:].encode(),
    }
    return [f"the seed as {name}" for name, disguise in disguises.items() if disguise in data]


def leaks(data: bytes, truth: Truth, seat: Seat | None) -> list[str]:
    """The facts in an answer or frame that the person on ``seat`` may not know yet."""
    try:
        said = json.loads(data)
    except ValueError:
        return seed_in(data, truth.seed)
    version = said.get("version", 0) if isinstance(said, dict) else 0
    if isinstance(said, dict) and not said.keys() & {"moved_at", "table", "choices"}:
        version = 0  # an acknowledgement shows no table
    if version and truth.has_ended(version):
        return []
    found = seed_in(data, truth.seed)
    if isinstance(said, dict) and "openapi" in said:
        return found  # it describes all fields and shows none
    for path, value in _walk(said, ()):
        found += _wrong(path, value, truth, seat, version)
    return found


def _walk(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value with the names of the fields that lead to it."""
    yield path, value
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _walk(each, (*path, name))
    elif isinstance(value, list):
        for each in value:
            yield from _walk(each, path)


def _wrong(path: tuple[str, ...], value: Any, truth: Truth, seat: Seat | None, version: int) -> list[str]:
    name = path[-1] if path else ""
    at = ".".join(path)
    mine = truth.known(version, seat)
    if name in ("seed", "hands", "chance", "steps") and value is not None:
        return [f"{at} before the end"]
    if name in OWN_NUMBERS and isinstance(value, int) and value not in mine | truth.open(version):
        return [f"{at}: card {value} is somebody else's"]
    if not isinstance(value, list) or not value or not all(type(each) is int for each in value):
        return []
    # A viewer who knows four cards anyway may find them in the pile's order by chance: that tells nothing.
    secret = any(_contains(value, run) and not set(run) <= mine | truth.open(version) for run in truth.runs)
    if secret and name != "pile_cards" and "board" not in path:
        return [f"{at}: the order of the pile"]
    if name == "pile_cards":
        return [] if value == sorted(value) else [f"{at} in the order of the pile"]
    if name in PUBLIC_LISTS:
        return []
    if name not in OWN_LISTS:
        return [f"{at}: a list of numbers that this test does not know"]
    if name == "hand" and value != truth.hand(version, seat):
        return [f"{at}: not the viewer's hand"]
    return [] if set(value) <= mine else [f"{at}: somebody else's cards"]


def _contains(value: list[int], run: tuple[int, ...]) -> bool:
    return any(tuple(value[at : at + len(run)]) == run for at in range(len(value) - len(run) + 1))


def open_view(truth: Truth, version: int) -> bytes:
    """The replay's view, which proves that the test can fail."""
    state = truth.states[version - 1]
    view = state.game.reveal(state.position)
    return msgspec.json.encode({"version": version, "moved_at": 1, "game": view})
