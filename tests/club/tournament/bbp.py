"""Random tournaments, paired by bbpPairings, which FIDE has endorsed for the Dutch system.

``python -m tests.club.tournament.bbp PROGRAM`` compares our pairings with those of the program of that path,
and writes what it was asked and has answered to ``testdata/dutch.jsonl``, which is all that the tests need.
The program (version 6.0.0) is built from https://github.com/BieremaBoyzProgramming/bbpPairings.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import msgspec
from msgspec.structs import replace

from quincunx.club.tournament.pairing import dutch
from quincunx.club.tournament.pairing.entrant import Entrant, Float

FILE: Final = Path("testdata/dutch.jsonl")
SIZES: Final = (4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 18)
TOURNAMENTS: Final = 20
FORBIDDEN: Final = 7
"""Fewest players of a tournament in which some are kept apart."""


class Asked(msgspec.Struct, frozen=True):
    """A round to be paired, and the pairs by bbpPairings: the starting player first, 0 for the bye."""

    played: int
    is_last: bool
    entrants: tuple[Entrant, ...]
    pairs: tuple[tuple[int, int], ...] | None
    """``None``: it finds no complete pairing."""


class Line(msgspec.Struct, frozen=True, array_like=True):
    """The same in the file, where ``s`` is a start and ``-`` none."""

    played: int
    is_last: bool
    entrants: tuple[
        tuple[int, int, int, tuple[int, ...], str, int, tuple[int, ...], tuple[Float | None, Float | None]],
        ...,
    ]
    pairs: tuple[tuple[int, int], ...] | None


def read() -> list[Asked]:
    """The rounds of the file."""
    return [_asked(msgspec.json.decode(line, type=Line)) for line in FILE.read_bytes().splitlines()]


def _asked(line: Line) -> Asked:
    entrants = tuple(
        Entrant(
            number=number,
            halves=halves,
            lot=bytes([number]),
            met=met,
            starts=tuple(each == "s" for each in starts),
            byes=byes,
            kept_from=frozenset(kept_from),
            floats=floats,
            place=place,
        )
        for number, place, halves, met, starts, byes, kept_from, floats in line.entrants
    )
    return Asked(line.played, line.is_last, entrants, line.pairs)


def _line(asked: Asked) -> Line:
    entrants = tuple(
        (
            each.number,
            each.place,
            each.halves,
            each.met,
            "".join("s" if start else "-" for start in each.starts),
            each.byes,
            tuple(sorted(each.kept_from)),
            each.floats,
        )
        for each in asked.entrants
    )
    return Line(asked.played, asked.is_last, entrants, asked.pairs)


def ours(asked: Asked) -> set[tuple[int, int]] | None:
    """Our pairs of the same round."""
    found = dutch.pair(asked.entrants, asked.played, asked.is_last)
    return None if found is None else {(one, other or 0) for one, other in found}


def tournament(program: str, random: Random, players: int, rounds: int) -> list[Asked]:
    """The rounds of a random tournament, with late and absent players, draws, and players kept apart."""
    entrants = {each: Entrant(each, 0, bytes([each])) for each in range(1, players + 1)}
    lines: dict[int, str] = dict.fromkeys(entrants, "")
    for _ in range(random.choice((0, 1, 3)) if players >= FORBIDDEN else 0):
        one, other = random.sample(range(1, players + 1), 2)
        for each, opponent in ((one, other), (other, one)):
            entrants[each] = replace(entrants[each], kept_from=entrants[each].kept_from | {opponent})
    draws = random.choice((0.1, 0.3, 0.6))
    found: list[Asked] = []
    known: set[int] = set()
    for played in range(rounds):
        absent = {each for each in entrants if random.random() < (0.1 if not played else 0.05)}
        if players - len(absent) < 4:
            break
        for each in absent:
            lines[each] += "  0000 - Z"
        known |= entrants.keys() - absent
        places = {each: place for place, each in enumerate(sorted(known), 1)}
        present = tuple(
            replace(each, place=places[number]) for number, each in entrants.items() if number not in absent
        )
        pairs = paired(program, entrants, lines, rounds)
        found.append(Asked(played, played == rounds - 1, present, pairs))
        if pairs is None:
            break
        after = dict(entrants)
        for each in absent:
            after[each] = replace(after[each], floats=(None, after[each].floats[0]))
        for one, other in pairs:
            if not other:
                after[one] = _with(after[one], 2, "down")
                after[one] = replace(after[one], byes=after[one].byes + 1)
                lines[one] += "  0000 - U"
                continue
            halves = 1 if random.random() < draws else random.choice((0, 2))
            lines[one] += f"  {other:4} w {'0=1'[halves]}"
            lines[other] += f"  {one:4} b {'1=0'[halves]}"
            more = entrants[one].halves - entrants[other].halves
            for each, opponent, scored, lead in ((one, other, halves, more), (other, one, 2 - halves, -more)):
                float_ = None if not lead else "down" if lead > 0 else "up"
                player = _with(after[each], scored, float_)
                met, starts = (*player.met, opponent), (*player.starts, each == one)
                after[each] = replace(player, met=met, starts=starts)
        entrants = after
    return found


def _with(player: Entrant, halves: int, float_: Float | None) -> Entrant:
    return replace(player, halves=player.halves + halves, floats=(float_, player.floats[0]))


def paired(
    program: str, entrants: dict[int, Entrant], lines: dict[int, str], rounds: int
) -> tuple[tuple[int, int], ...] | None:
    """The pairs by the program. It reads FIDE's format for reports of tournaments."""
    report = ["012 Tournament", f"XXR {rounds}", "XXC white1"]
    for number, each in entrants.items():
        name = f"001 {number:4}      Player {number}".ljust(80)
        report.append(f"{name}{each.halves / 2:4.1f} {number:4}{lines[number]}")
        report += [f"XXP {number} {other}" for other in sorted(each.kept_from) if other > number]
    with TemporaryDirectory() as folder:
        given, answer = Path(folder, "report"), Path(folder, "pairs")
        given.write_text("\n".join([*report, ""]))
        done = subprocess.run(
            [program, "--dutch", str(given), "-p", str(answer)], capture_output=True, text=True
        )
        if done.returncode == 1:
            return None
        assert done.returncode == 0, done.stderr
        one_each = (line.split() for line in answer.read_text().splitlines()[1:])
        return tuple((int(one), int(other)) for one, other in one_each)


def main(program: str) -> None:
    # The last round of a small tournament that has no complete pairing, and then tournaments of all sizes.
    rows = tournament(program, Random(5), 6, 5)
    for seed in range(TOURNAMENTS):
        random = Random(seed)
        players = random.choice(SIZES)
        rows += tournament(program, random, players, min(9, max(3, players // 2 + seed % 3)))
    for row in rows:
        assert ours(row) == (None if row.pairs is None else set(row.pairs)), row
    assert [_asked(_line(row)) for row in rows] == rows
    FILE.write_bytes(b"".join(msgspec.json.encode(_line(row)) + b"\n" for row in rows))
    print(f"{len(rows)} rounds are paired alike.")


if __name__ == "__main__":
    main(sys.argv[1])
