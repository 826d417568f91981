"""Commit–reveal of the game's chance: devices commit to their randomness, then reveal it. Pure.

``docs/chance.md`` gives the reasons. A player commits by sitting down. Once all seats are taken, the
participants are fixed: every person whose device is connected at that moment. They reveal, and the last
reveal starts the game. A participant that does not reveal in time voids the round. Then there is a new seed,
all other participants commit again, and the missing one is left out. So there are never more rounds than
people.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Final

from quincunx.core.randomness import entropy_commitment
from quincunx.core.reason import refused
from quincunx.core.values import Seat
from quincunx.table.chance.answers import start
from quincunx.table.commands import Commit, Reveal
from quincunx.table.events import Committed, Event, Revealed, RevealOpened, RevealVoided
from quincunx.table.seats.permission import is_your_seat
from quincunx.table.seats.person import Person
from quincunx.table.state import TableState, evolve

REVEAL_MILLISECONDS: Final = 6_000
"""Time to wait for a device that was connected a moment ago. Devices reveal at once, without their user.
"""
COMMIT_MILLISECONDS: Final = 4_000
"""Time to wait for a device's new commitment after a void round."""
_HEX: Final = re.compile(r"[0-9a-f]{64}")


def is_not_committing(state: TableState) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` during commit–reveal. A player who could leave after
    seeing the other reveals would influence chance."""
    if state.commit_reveal.until is not None:
        sentence = "Everyone is seated: the game starts in a moment."
        raise refused("conflict", "commit-reveal", sentence)


def checked(commitment: str) -> str:
    """Return the commitment. Raises :class:`~quincunx.core.reason.Refusal` unless it is 64 lower-case hex
    digits."""
    if not _HEX.fullmatch(commitment):
        sentence = "A commitment is the SHA-256 of your device’s own randomness, 64 hex digits."
        raise refused("malformed", "bad-commitment", sentence)
    return commitment


def open_if_full(state: TableState, now: int, here: Container[str]) -> tuple[Event, ...]:
    """Ask the connected devices to reveal once every seat is taken; no events before."""
    if not all(seat.is_taken for seat in state.seats):
        return ()
    return _open(
        state, tuple(seat for seat in _committed(state) if (state.seats[seat].person or "") in here), now
    )


def _committed(state: TableState) -> tuple[Seat, ...]:
    return tuple(seat for seat, each in enumerate(state.seats) if each.commitment)


def _open(state: TableState, taking_part: tuple[Seat, ...], now: int) -> tuple[Event, ...]:
    if not taking_part:
        return start(state)
    return (RevealOpened(taking_part, now + REVEAL_MILLISECONDS),)


def commit(state: TableState, command: Commit, person: Person, now: int) -> tuple[Event, ...]:
    """Commit again for a seat, before the participants are fixed."""
    seat = command.seat
    is_your_seat(state, seat, person)
    protocol = state.commit_reveal
    if state.status != "waiting" or protocol.taking_part is not None or state.seats[seat].kind != "person":
        raise refused("conflict", "too-late", "It is fixed already whose devices take part.")
    if any(seat in missing for missing in protocol.voided):
        raise refused("conflict", "left-out", "This seat did not reveal in time, and takes part no more.")
    event = Committed(seat, checked(command.commitment))
    after = evolve(state, event)
    if protocol.until is None or after.awaited():
        return (event,)
    return (event, *_open(after, _committed(after), now))


def reveal(state: TableState, command: Reveal, person: Person) -> tuple[Event, ...]:
    """Reveal the entropy that the seat committed to. The last reveal starts the game."""
    seat = command.seat
    is_your_seat(state, seat, person)
    if state.commit_reveal.taking_part is None or seat not in state.awaited():
        raise refused("conflict", "not-asked", "Nothing is to be revealed for this seat now.")
    is_promised = _HEX.fullmatch(command.entropy) is not None
    if not is_promised or entropy_commitment(command.entropy) != state.seats[seat].commitment:
        raise refused("malformed", "bad-entropy", "That is not what was committed to.")
    event = Revealed(seat, command.entropy)
    after = evolve(state, event)
    return (event,) if after.awaited() else (event, *start(after))


def close(state: TableState, now: int, seed: str) -> tuple[Event, ...]:
    """End the wait for devices: the system's events once the deadline has passed, none before. ``seed`` is a
    fresh one, for the case that the round is void."""
    protocol = state.commit_reveal
    if protocol.until is None or now < protocol.until:
        return ()
    if protocol.taking_part is None:
        return _open(state, _committed(state), now)
    voided = RevealVoided(state.awaited(), seed, now + COMMIT_MILLISECONDS)
    after = evolve(state, voided)
    return (voided,) if after.awaited() else (voided, *start(after))
