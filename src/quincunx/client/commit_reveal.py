"""A program's part in commit–reveal (``docs/chance.md``), without sockets: commands, then a verdict.

The program judges the server by its own observations, as the browser does in
``web/src/state/chance/commitReveal.ts``: the server's commitment, all seats' commitments, and the
participating seats. It keeps them in memory. A program that is restarted commits anew.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, Literal

from quincunx.core.sentence import SpokenError, sentence
from quincunx.core.values import Seat
from quincunx.table.commands import Command, Commit, Reveal, SitDown
from quincunx.table.wire.table import CommitRevealView, TableView

ENTROPY_BYTES: Final = 32
_HEX: Final = re.compile(r"[0-9a-f]{64}")

Verdict = Literal["kept", "away", "late", "elsewhere", "seed", "own", "others", "pretended"]
"""The program's verdict on the chance of a game that has ended.

``kept``: all is as the program saw it, and its entropy was used. ``away`` and ``late``: all is well, but the
program added nothing: it was away, or its commitment or reveal came too late, as the server says.
``elsewhere``: the seat's entropy came from another device of the same person, if there is one.

The others are in :data:`FAULTS`. ``seed``: the seed is not the promised one. ``own``: the program's own
entropy was replaced. ``others``: another seat's entropy does not match the commitment that the program saw.
``pretended``: the server falsely claimed that the program was away.
"""
FAULTS: Final[frozenset[Verdict]] = frozenset({"seed", "own", "others", "pretended"})
"""The verdicts that make a result untrustworthy."""


class UnfairChance(SpokenError):
    """The server breaks the rules of commit–reveal. The text is a sentence for people."""


@dataclass
class _Promise:
    """An entropy of this program, and the server's state when the program committed to it."""

    seat: Seat
    round: int
    server: str
    commitment: str
    entropy: str
    is_acknowledged: bool = False


@dataclass(frozen=True)
class _Seen:
    """The state of the table when this program was to reveal."""

    round: int
    server: str
    commitments: tuple[str, ...]
    taking_part: tuple[Seat, ...]


@dataclass
class CommitReveal:
    """The program's part at one table."""

    _promises: list[_Promise] = field(default_factory=list)
    _seen: dict[int, _Seen] = field(default_factory=dict)
    _revealed: set[int] = field(default_factory=set)
    """The rounds in which the server has acknowledged a reveal."""
    _left_out: Literal["pretended", "away", "late"] | None = None
    """The verdict on a seat of this program's that was left out."""
    _sent: set[tuple[str, int, Seat]] = field(default_factory=set)
    _is_here: bool = False
    """True if the program has seen the table waiting, and has not lost its connection since."""

    # ---- before the game ---------------------------------------------------------------------------------

    def sit(self, view: TableView, seat: Seat) -> str:
        """Return the commitment to send when sitting down."""
        self._sent.add(("commit", _round(view), seat))
        return self._promise(view, seat)

    def react(self, view: TableView, mine: tuple[Seat, ...]) -> list[Command]:
        """Return the commands to send now for these seats; each is returned once. Raises
        :class:`UnfairChance`; then nothing may be revealed."""
        protocol = view.commit_reveal
        if protocol is None:
            if self._promises:
                raise UnfairChance(
                    sentence("The server dropped this program’s commitment, so the program stops playing.")
                )
            return []
        commands: list[Command] = []
        if view.status == "waiting":
            step = self._commit if protocol.taking_part is None else self._reveal
            commands = [command for seat in mine for command in step(view, protocol, seat)]
        if self._left_out is None:
            self._left_out = self._how_left_out(view, protocol, mine)
        self._is_here |= view.status == "waiting" and protocol.taking_part is None
        return commands

    def acknowledged(self, command: Command) -> None:
        """Note that the server has stored this command."""
        for promise in self._promises:
            if isinstance(command, SitDown | Commit) and command.commitment == promise.commitment:
                promise.is_acknowledged = True
            elif isinstance(command, Reveal) and command.entropy == promise.entropy:
                self._revealed.add(promise.round)

    def connection_lost(self) -> None:
        """Note that the connection was lost."""
        self._is_here = False

    def _promise(self, view: TableView, seat: Seat) -> str:
        entropy = secrets.token_hex(ENTROPY_BYTES)
        promise = _Promise(seat, _round(view), view.commitment, _hash(entropy), entropy)
        if view.commit_reveal is not None:  # devices add nothing to a daily challenge
            self._promises.append(promise)
        return promise.commitment

    def _promised(self, protocol: CommitRevealView, seat: Seat) -> _Promise | None:
        """Return this program's promise for the seat in this round, if the server shows it."""
        shown = (seat, protocol.round, _value_of(protocol.commitments, seat))
        return next(
            (each for each in self._promises if (each.seat, each.round, each.commitment) == shown), None
        )

    def _commit(self, view: TableView, protocol: CommitRevealView, seat: Seat) -> list[Command]:
        what = ("commit", protocol.round, seat)
        if not self._are_rounds_fair(view, protocol):
            raise UnfairChance(
                sentence("The server voided rounds against the rules, so this program doesn’t take part.")
            )
        if self._promised(protocol, seat) or any(seat in missing for missing in protocol.voided):
            return []
        if what in self._sent:
            return []
        self._sent.add(what)
        return [Commit(seat, self._promise(view, seat))]

    def _reveal(self, view: TableView, protocol: CommitRevealView, seat: Seat) -> list[Command]:
        what = ("reveal", protocol.round, seat)
        promise = self._promised(protocol, seat)
        if promise is None or seat not in protocol.awaited or what in self._sent:
            return []
        now = _published(view, protocol)
        _check_reveal(promise, self._seen.setdefault(protocol.round, now), now)
        if not self._are_rounds_fair(view, protocol):
            raise UnfairChance(
                sentence("The server voided rounds against the rules, so this program doesn’t take part.")
            )
        if seat not in now.taking_part or not _may_take_part(view, protocol):
            raise UnfairChance(
                sentence("The choice of participating seats breaks the rules, so nothing is revealed.")
            )
        self._sent.add(what)
        return [Reveal(seat, promise.entropy)]

    def _how_left_out(
        self, view: TableView, protocol: CommitRevealView, mine: tuple[Seat, ...]
    ) -> Literal["pretended", "away", "late"] | None:
        """Return the verdict to remember if seats of this program's have been left out."""
        is_fixed = protocol.taking_part is not None or view.status != "waiting"
        without = [seat for seat in mine if is_fixed and seat not in (protocol.taking_part or ())]
        has_committed = any(self._has_committed(protocol, seat) for seat in without)
        if has_committed or any(self._was_not_asked(protocol, seat) for seat in mine):
            return "pretended" if self._is_here else "away"
        # A later round's commitment that the server has not acknowledged may have come too late.
        is_late = any(("commit", protocol.round, seat) in self._sent for seat in without)
        return "late" if is_late and protocol.round > 1 and self._is_here else None

    def _has_committed(self, protocol: CommitRevealView, seat: Seat) -> bool:
        """Return whether the server has the seat's commitment, or has acknowledged having it."""
        has_lost = not _value_of(protocol.commitments, seat) and any(
            each.seat == seat and each.round == protocol.round and each.is_acknowledged
            for each in self._promises
        )
        return has_lost or self._promised(protocol, seat) is not None

    def _was_not_asked(self, protocol: CommitRevealView, seat: Seat) -> bool:
        """Return whether the seat is accused of delaying a round in which this program was never asked."""
        return any(
            each.seat == seat
            and each.is_acknowledged
            and each.round <= len(protocol.voided)
            and seat in protocol.voided[each.round - 1]
            and each.round not in self._seen
            for each in self._promises
        )

    # ---- after the game ----------------------------------------------------------------------------------

    def judge(self, view: TableView) -> Verdict | None:
        """Return the verdict on a game that has ended; ``None`` if this program has seen nothing of its
        chance."""
        if not self._promises:
            return None
        protocol, server = view.commit_reveal, view.commitment
        if protocol is None:
            return "others"
        promises = [each for each in self._promises if each.round == protocol.round]
        seen = self._seen.get(protocol.round)
        if view.seed is None or not _HEX.fullmatch(view.seed) or _hash(view.seed) != server:
            return "seed"
        if any(each.server != server for each in promises) or (seen is not None and seen.server != server):
            return "seed"
        mine = [each for each in promises if seen is not None and _is_in(each, seen)]
        if any(_value_of(view.entropies, each.seat) != each.entropy for each in mine):
            return "own"
        if not _is_as_committed(view, protocol) or not self._are_rounds_fair(view, protocol):
            return "others"
        if any(round > protocol.round for round in self._seen):
            return "others"
        if seen is not None and seen != _published(view, protocol):
            return "others"
        if self._is_denied(protocol):
            return "pretended"
        if mine:
            return "kept"
        return self._verdict_without_own(view, protocol, promises)

    def _are_rounds_fair(self, view: TableView, protocol: CommitRevealView) -> bool:
        """Return whether each void round names only seats of this table that took part in it, as far as this
        program has seen, and none that voided an earlier round."""
        missing = [seat for seats in protocol.voided for seat in seats]
        took_part = all(
            {*seats} <= {*self._seen[round].taking_part}
            for round, seats in enumerate(protocol.voided, 1)
            if round in self._seen
        )
        is_whole = len(protocol.voided) == protocol.round - 1 and all(protocol.voided)
        is_once = len({*missing} & {*range(len(view.seats))}) == len(missing)
        return is_whole and is_once and took_part

    def _is_denied(self, protocol: CommitRevealView) -> bool:
        """Return whether the server denies a reveal that it has acknowledged."""
        return any(
            each.round in self._revealed
            and each.round <= len(protocol.voided)
            and each.seat in protocol.voided[each.round - 1]
            for each in self._promises
        )

    def _verdict_without_own(
        self, view: TableView, protocol: CommitRevealView, promises: list[_Promise]
    ) -> Verdict:
        """Return the verdict if no entropy of this program's was used."""
        taking_part = protocol.taking_part or ()
        yours = {seat for seat, each in enumerate(view.seats) if each.yours}
        if any(each.is_acknowledged and each.seat in yours.intersection(taking_part) for each in promises):
            return "elsewhere"
        if self._left_out is not None:
            return self._left_out
        missing = {seat for seats in protocol.voided for seat in seats}
        return "late" if any(each.seat in missing for each in self._promises) else "away"


def _round(view: TableView) -> int:
    return 1 if view.commit_reveal is None else view.commit_reveal.round


def _hash(secret: str) -> str:
    return sha256(bytes.fromhex(secret)).hexdigest()


def _value_of(values: tuple[str, ...], seat: Seat) -> str:
    return values[seat] if seat < len(values) else ""


def _published(view: TableView, protocol: CommitRevealView) -> _Seen:
    return _Seen(protocol.round, view.commitment, protocol.commitments, protocol.taking_part or ())


def _is_in(promise: _Promise, seen: _Seen) -> bool:
    return (
        promise.seat in seen.taking_part and _value_of(seen.commitments, promise.seat) == promise.commitment
    )


def _check_reveal(promise: _Promise, first: _Seen, now: _Seen) -> None:
    """Raise :class:`UnfairChance` if the entropy must not be revealed."""
    if promise.server != now.server:
        raise UnfairChance(
            sentence(
                "The server changed its commitment after this program committed, so nothing is revealed."
            )
        )
    if first != now:
        raise UnfairChance(
            sentence("The server changed the commitments or the participating seats, so nothing is revealed.")
        )
    if not all(_HEX.fullmatch(_value_of(now.commitments, seat)) for seat in now.taking_part):
        raise UnfairChance(
            sentence("A seat that has committed to nothing is listed as taking part, so nothing is revealed.")
        )


def _may_take_part(view: TableView, protocol: CommitRevealView) -> bool:
    """Return whether all participants are people of this table, and none has voided a round."""
    missing = {seat for seats in protocol.voided for seat in seats}
    people = {seat for seat, each in enumerate(view.seats) if each.kind == "person"}
    return {*(protocol.taking_part or ())} <= people - missing


def _is_as_committed(view: TableView, protocol: CommitRevealView) -> bool:
    """Return whether exactly the participating seats added entropy, each matching its commitment."""
    taking_part = protocol.taking_part or ()
    for seat in {*range(len(view.entropies)), *taking_part}:
        entropy = _value_of(view.entropies, seat)
        if seat not in taking_part:
            is_right = not entropy
        else:
            is_right = bool(_HEX.fullmatch(entropy)) and _hash(entropy) == _value_of(
                protocol.commitments, seat
            )
        if not is_right:
            return False
    return True
