"""Writes ``src/quincunx/texts/cldr.py``: plural rules, lists and number symbols of our languages, from babel.

The package has a copy of the few facts that it needs, so that its texts work without babel. ``--check`` only
reports a stale file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from babel import Locale
from babel.dates import format_timedelta

from quincunx.texts.formats import UNITS, Condition, Language

FOLDER: Final = Path(__file__).resolve().parents[1] / "src" / "quincunx" / "texts"
FILE: Final = FOLDER / "cldr.py"
# British English joins “13, 21 and 49” without a last comma; Chinese is written in simplified characters.
LOCALES: Final = {"en": "en_GB", "zh": "zh_Hans"}
HEAD: Final = '''"""Facts of CLDR about our languages. Generated from babel by `make types`; do not edit."""

from __future__ import annotations

from typing import Final

from quincunx.texts.formats import Condition, Language

# fmt: off
LANGUAGES: Final[dict[str, Language]] = {
'''

Node = tuple[str, tuple[Any, ...]]
Alternatives = list[tuple[Condition, ...]]
"""Conditions in disjunctive normal form: ``[]`` is never true, ``[()]`` always."""
ALWAYS: Final[Alternatives] = [()]
NEVER: Final[Alternatives] = []


def codes() -> list[str]:
    """The languages with texts. The catalogue, which knows them too, cannot be imported without the file."""
    return sorted(file.stem for file in FOLDER.glob("*.json"))


def language(code: str) -> Language:
    """The facts about a language."""
    locale = locale_of(code)
    patterns = locale.list_patterns["standard"]
    symbols = locale.number_symbols["latn"]
    return Language(
        locale=str(locale),
        plurals={form: tuple(_whole(rule, True)) for form, rule in _rules(locale)},
        pair=patterns["2"],
        start=patterns["start"],
        middle=patterns["middle"],
        end=patterns["end"],
        decimal=symbols["decimal"],
        group=symbols["group"],
        durations={unit: _patterns(locale, unit) for unit in UNITS},
    )


def locale_of(code: str) -> Locale:
    """Babel's locale for a language."""
    return Locale.parse(LOCALES.get(code, code))


def _patterns(locale: Locale, unit: str) -> dict[str, str]:
    """The patterns of a unit, read off numbers of it that are less than the next larger unit."""
    larger = min((length for length in UNITS.values() if length > UNITS[unit]), default=100 * UNITS[unit])
    found: dict[str, str] = {}
    for count in range(1, larger // UNITS[unit]):
        written = format_timedelta(count * UNITS[unit], threshold=1, locale=locale)
        found.setdefault(locale.plural_form(count), written.replace(str(count), "{0}"))
    return found


def _rules(locale: Locale) -> Iterator[tuple[str, Node]]:
    yield from locale.plural_form.abstract


def _whole(node: Node, wanted: bool) -> Alternatives:
    """The alternatives in which a rule is true of a whole number, or false."""
    kind, parts = node
    if kind == "not":
        return _whole(parts[0], not wanted)
    if kind == "relation":
        return _relation(parts[1], parts[2], wanted)
    sides = [_whole(part, wanted) for part in parts]
    if (kind == "or") == wanted:
        return sides[0] + sides[1]
    return [first + second for first in sides[0] for second in sides[1]]


def _relation(operand: Node, ranges: Node, wanted: bool) -> Alternatives:
    modulus = 0
    if operand[0] == "mod":
        operand, (_, (modulus,)) = operand[1]
    limits = tuple((low[1][0], high[1][0]) for low, high in ranges[1])
    # All other operands are about decimals and exponents: 0 for a whole number.
    if operand[0] in ("n", "i"):
        return [(Condition(modulus, limits, wanted),)]
    is_met = any(low <= 0 <= high for low, high in limits)
    return ALWAYS if is_met == wanted else NEVER


def generate() -> str:
    """The text of the file."""
    lines = (line for code in codes() for line in _written(code))
    return HEAD + "".join(f"    {line}\n" for line in lines) + "}\n"


def _written(code: str) -> Iterator[str]:
    facts = language(code)
    yield f'"{code}": Language('
    yield f'    locale="{facts.locale}",'
    yield "    plurals={"
    for form, alternatives in facts.plurals.items():
        yield f'        "{form}": ('
        for alternative in alternatives:
            conditions = (f"Condition{tuple(each)}," for each in alternative)
            yield f"            ({' '.join(conditions)}),"
        yield "        ),"
    yield "    },"
    for name in ("pair", "start", "middle", "end", "decimal", "group"):
        yield f"    {name}={getattr(facts, name)!r},"
    yield "    durations={"
    yield from (f'        "{unit}": {patterns!r},' for unit, patterns in facts.durations.items())
    yield "    },"
    yield "),"


def main() -> int:
    """Write or check the file, and return the exit code."""
    text = generate()
    if FILE.is_file() and FILE.read_text("utf-8") == text:
        return 0
    if "--check" in sys.argv[1:]:
        print(f"{FILE.name} is stale: run “make types”.", file=sys.stderr)
        return 1
    FILE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
