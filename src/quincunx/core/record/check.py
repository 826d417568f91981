"""Verification of a record's chance against its seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from quincunx.core.chance import CHANCE, ChanceMove, Picked, Rolled, Shuffled
from quincunx.core.day import DayChance
from quincunx.core.game import AnyGame
from quincunx.core.randomness import Randomness, commitment, entropy_commitment
from quincunx.core.record.model import Record, RecordError, replay
from quincunx.core.record.writer import write
from quincunx.core.sentence import Sentence, sentence


def verify(record: Record) -> list[Sentence]:
    """Return the faults found, as sentences for people. The list is empty if every shuffle, roll and lot
    follows from the seed.

    Raises :class:`RecordError` if the record lacks the necessary headers, or is not a legal game.
    """
    if record.seed is None:
        raise RecordError(
            sentence(
                "The record doesn’t show the seed, so chance can’t be checked. "
                "The seed is revealed when the game ends."
            )
        )
    if record.commitment is None or not record.entropies:
        raise RecordError(sentence("The record doesn’t show the commitment and the seats’ entropies."))
    faults: list[Sentence] = []
    seed = bytes.fromhex(record.seed)
    if commitment(seed) != record.commitment:
        faults.append(sentence("The seed isn’t the one committed: its SHA-256 isn’t the commitment."))
    faults += _entropy_faults(record)
    faults += _bot_move_faults(record)
    answers, game = _answers(record, seed), record.game
    for index, ply in enumerate(ply for ply in replay(record) if ply.step.seat == CHANCE):
        due = answers(index, ply.before)
        if due != ply.step.move:
            number = game.turn(ply.before).number
            faults.append(_difference(game, number, ply.step.move, due))
    return faults


def _answers(record: Record, seed: bytes) -> Callable[[int, Any], ChanceMove]:
    """Return the function that gives chance's due answer to a question, by its number and the state."""
    game = record.game
    if record.day is None:
        randomness = Randomness(seed, tuple(map(bytes.fromhex, record.entropies)), record.version)
        return lambda index, state: randomness.chance_move(index, game.asks(state))
    deal = game.day
    if deal is None or record.options != deal.options:
        raise RecordError(sentence("No daily challenge in {{1}} has these options.", game.title))
    if any(record.entropies):
        raise RecordError(sentence("Devices don’t contribute to the randomness of a daily challenge."))
    chance = DayChance(seed, game.name)
    return lambda _, state: chance.chance_move(deal.streams(state), game.asks(state))


def _entropy_faults(record: Record) -> list[Sentence]:
    """Return faults: seats whose entropy does not match their device's commitment."""
    faults: list[Sentence] = []
    for seat, (promised, entropy) in enumerate(zip(record.commitments, record.entropies, strict=False)):
        if entropy and entropy_commitment(entropy) != promised:
            faults.append(
                sentence("Seat {{1}}: the entropy isn’t the one its device committed to.", seat + 1)
            )
        if entropy and seat in record.left_out:
            faults.append(sentence("Seat {{1}}: it was left out, but it has an entropy.", seat + 1))
        if promised and not entropy and seat not in record.left_out:
            faults.append(sentence("Seat {{1}}: it has committed, but its entropy is missing.", seat + 1))
    return faults + _void_round_faults(record)


def _void_round_faults(record: Record) -> list[Sentence]:
    """Return faults: seats that voided a round and took part in a later one, and so could void more."""
    rounds = Counter(seat for seats in record.voided for seat in seats)
    return [
        sentence("Seat {{1}}: it didn’t reveal in time, but took part in a later round.", seat + 1)
        for seat, count in sorted(rounds.items())
        if count > 1 or (seat < len(record.entropies) and record.entropies[seat])
    ]


def _bot_move_faults(record: Record) -> list[Sentence]:
    """Return faults: seats for which a bot is said to have made more moves than the seat made in all."""
    moves = Counter(step.seat for step in record.steps)
    return [
        sentence(
            "Seat {{1}}: the record says a bot made {{2}} of its moves, but the seat made only {{3}}.",
            seat + 1,
            count,
            moves[seat],
        )
        for seat, count in enumerate(record.bot_moves)
        if count > moves[seat]
    ]


def signed_text(record: Record) -> bytes:
    """Return the bytes that a signature of this record signs: its text without the signature, in UTF-8."""
    return write(replace(record, signature=None)).encode()


def _difference(game: AnyGame, turn: int, found: object, due: ChanceMove) -> Sentence:
    """Return the first difference between the two; whole shuffles are too long for a sentence."""
    wanted, given = (game.text.write_move(move).split(" ")[1:] for move in (due, found))
    at = next(index for index, pair in enumerate(zip(given, wanted, strict=True)) if pair[0] != pair[1])
    values = turn, at + 1, given[at], wanted[at]
    match due:
        case Shuffled():
            return sentence(
                "Turn {{1}}: card {{2}} of the shuffle is {{3}}, but the seed gives {{4}}.", *values
            )
        case Rolled():
            return sentence("Turn {{1}}: die {{2}} of the roll is {{3}}, but the seed gives {{4}}.", *values)
        case Picked():
            return sentence(
                "Turn {{1}}: the lot is {{2}}, but the seed gives {{3}}.", turn, given[at], wanted[at]
            )
