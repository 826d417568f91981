"""Folding of entries into a table's state. Entries from a journal are checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from quincunx.core.reason import GameError, Refusal, spoken_by
from quincunx.core.sentence import Sentence, SpokenError, sentence
from quincunx.table import clock as clocks
from quincunx.table.chat.lines import with_line
from quincunx.table.events import (
    ChanceMoved,
    Ended,
    Entry,
    Event,
    Interrupted,
    Moved,
    Said,
    Started,
    TableMade,
    VacationSet,
    Wrote,
)
from quincunx.table.record.chain import Damaged, check_link
from quincunx.table.state import Step, TableState, answer_due, evolve, initial_state


class Progress(msgspec.Struct, frozen=True, gc=False):
    """A folded entry: its effect, event by event, and the resulting state."""

    entry: Entry
    steps: tuple[Step, ...]
    after: TableState


def take_in(state: TableState | None, entry: Entry, decided: Sequence[Step] = ()) -> Progress:
    """Fold an entry into the state; ``state`` is ``None`` before a table's first entry.

    ``decided`` are the steps of the decision that produced the entry, if it was made just now. They are not
    computed again. Raises ``ValueError`` if the entry does not follow the state, and
    :class:`~quincunx.core.reason.GameError` for a move against the rules.
    """
    version = 0 if state is None else state.version
    if entry.version != version + 1:
        raise ValueError(f"entry {entry.version} does not follow version {version}")
    steps: list[Step] = []
    has_moved = has_started = False
    for place, event in enumerate(entry.events):
        if state is None:
            after = _first(event, entry.at)
        elif place < len(decided) and decided[place].before is state:
            after = decided[place].after
        else:
            after = evolve(state, event)
        # A tuple, because a union would be built anew at each event.
        if isinstance(event, (Moved, ChanceMoved, Started, Ended)):
            has_moved = True
            has_started = has_started or isinstance(event, Started)
        elif isinstance(event, Said | Wrote):
            after = replace(after, talk=with_line(after.talk, event, entry.at, len(after.seats)))
        steps.append(Step(state, event, after))
        state = after
    if state is None:
        raise ValueError("a table's first entry makes it")
    after = replace(
        state,
        version=entry.version,
        moved_at=entry.version if has_moved else state.moved_at,
        moved_on=entry.at if has_moved else state.moved_on,
        started_at=entry.at if has_started else state.started_at,
        chain=entry.chain,
        changed_at=entry.at,
        quiet_since=state.quiet_since if _is_silent(entry) else entry.at,
        clock=_clock(state, entry.at),
    )
    return Progress(entry, tuple(steps), after)


def _is_silent(entry: Entry) -> bool:
    """True for an entry that only records an outage or a vacation."""
    return isinstance(entry.events[-1], Interrupted | VacationSet) if entry.events else False


def _clock(state: TableState, at: int) -> clocks.Clock | None:
    """The clocks after an entry at time ``at`` that led to the state."""
    pace = state.settings.pace
    if pace is None or state.position is None:
        return None
    seat = state.to_move()
    is_person = seat is not None and seat >= 0 and state.seats[seat].kind == "person"
    before = state.clock or clocks.initial_clock(pace, len(state.seats), at)
    mover = seat if is_person else None
    vacation = None if mover is None else state.seats[mover].vacation
    resting_until = 0 if vacation is None else vacation.until
    return clocks.follow(before, at, state.game.turn(state.position).number, mover, resting_until)


def _first(event: Event, at: int) -> TableState:
    if not isinstance(event, TableMade):
        raise ValueError("a journal begins with the making of the table")
    return initial_state(event, at)


def advance(state: TableState | None, entry: Entry) -> TableState:
    """The state after an entry. Raises like :func:`take_in`."""
    return take_in(state, entry).after


def take_in_checked(state: TableState | None, entry: Entry) -> Progress:
    """Fold an entry from a journal, after checking that it is what was once stored.

    Raises :class:`~quincunx.table.record.chain.Damaged` unless the entry continues the chain, its events are
    possible, and every answer of chance follows from the seed.
    """
    expected = 1 if state is None else state.version + 1
    if entry.version != expected:
        raise Damaged(expected, sentence("Entry {{1}} is missing.", expected))
    check_link("" if state is None else state.chain, entry)
    try:
        progress = take_in(state, entry)
        for step in progress.steps:
            _check_answer(step, entry.version)
    except (GameError, LookupError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, Damaged):
            raise
        raise Damaged(entry.version, _impossible(state, entry.version, error)) from error
    return progress


def _impossible(state: TableState | None, version: int, error: Exception) -> Sentence:
    if isinstance(error, Refusal) and state is not None:
        reason = spoken_by(state.game.name, error)
        return sentence("Entry {{1}} cannot have happened: {{2}}", version, reason)
    if isinstance(error, SpokenError):
        return sentence("Entry {{1}} cannot have happened: {{2}}", version, error)
    return sentence("Entry {{1}} cannot have happened ({{2}}).", version, error)


def _check_answer(step: Step, version: int) -> None:
    if not isinstance(step.event, ChanceMoved):
        return
    assert step.before is not None  # the first event creates the table
    if step.event.move != answer_due(step.before):
        raise Damaged(
            version, sentence("Entry {{1}}: a random result doesn’t follow from the seed.", version)
        )


def fold(entries: Iterable[Entry]) -> TableState:
    """A table's state from all its entries.

    Raises :class:`~quincunx.table.record.chain.Damaged`, a ``ValueError``, if they differ from what was once
    stored.
    """
    state = None
    for entry in entries:
        state = take_in_checked(state, entry).after
    if state is None:
        raise ValueError("there are no entries")
    return state
