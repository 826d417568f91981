"""Checks of text by its visible effect.

Joiners and selectors are kept where they change the appearance (Unicode Standard Annex 31, section 2.3) and
dropped elsewhere. Invisible characters are refused. So are marks that are stacked too high (Unicode Technical
Standard 39, section 5.4) or that have no base character.
"""

from __future__ import annotations

import unicodedata
from typing import Final

# Control, surrogate, private-use and unassigned characters, and line breaks. Format characters with a use are
# checked one by one.
_UNSEEMLY: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
BLANKS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U00016fe4\U0001d159")
"""Letters, marks and symbols without a visible glyph."""
ZWNJ: Final = "\u200c"
ZWJ: Final = "\u200d"
_KEYCAP: Final = "\u20e3"
_FLAG: Final = "\U0001f3f4"
_TAGS_END: Final = "\U000e007f"
_FLAGS_OF: Final = frozenset({"gbeng", "gbsct", "gbwls"})
"""Subdivisions whose flags are encoded as a black flag and invisible tag letters."""
_REGIONAL: Final = "".join(map(chr, range(0x1F1E6, 0x1F200)))
"""Regional indicator letters: two of them encode a country's flag."""
_CURSIVE: Final = ("ARABIC LETTER", "SYRIAC LETTER", "MANDAIC LETTER", "NKO LETTER", "MONGOLIAN LETTER")
# Letters that never join to the next one: ا د ذ ر ز ژ و and their relatives.
_NEVER_JOINS: Final = frozenset(
    "\u0622\u0623\u0624\u0625\u0627\u0629\u062f\u0630\u0631\u0632\u0648\u0649\u0671\u0672\u0673\u0675\u0676"
    "\u0677\u0688\u0689\u068a\u068b\u068c\u068d\u068e\u068f\u0690\u0691\u0692\u0693\u0694\u0695\u0696\u0697"
    "\u0698\u0699\u06c0\u06c3\u06c4\u06c5\u06c6\u06c7\u06c8\u06c9\u06ca\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5"
) - {"\u0649"}
_MONGOLIAN: Final = (0x180B, 0x180C, 0x180D, 0x180F)
_VIRAMA: Final = 9
"""The combining class of signs that join two consonants."""
MOST_MARKS: Final = 4
"""Most marks on one letter, in scripts that have marks of their own."""
MOST_ACCENTS: Final = 2
"""Most generic marks on one letter. A composed letter already contains its accents."""
_ACCENTS: Final = ((0x0300, 0x036F), (0x0483, 0x0489), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF))
_HALVES: Final = (0xFE20, 0xFE2F)


def visible(text: str) -> str | None:
    """Remove characters without visible effect from a text (in NFC, spaces unchanged). ``None`` if a
    character in it is invisible or covers its surroundings."""
    kept: list[str] = []
    marks: list[str] = []
    at = 0
    while at < len(text):
        letter = text[at]
        flag = _flag_of(text, at)
        if flag:
            kept.extend(flag)
            marks.clear()
            at += len(flag)
            continue
        at += 1
        if _is_selector(letter) or letter in (ZWJ, ZWNJ):
            if _has_effect(letter, kept, text[at:]):
                kept.append(letter)
            continue
        if letter in BLANKS or unicodedata.category(letter) in _UNSEEMLY:
            return None
        if unicodedata.category(letter)[0] != "M":
            marks.clear()
        elif not _may_stand(letter, marks, kept):
            return None
        else:
            marks.append(letter)
        kept.append(letter)
    # A dropped character may have separated a letter from its accent.
    return unicodedata.normalize("NFC", "".join(kept))


def shortened(text: str, most: int) -> str:
    """Shorten a visible text to at most ``most`` characters, without splitting a letter from its marks or a
    picture.

    A first letter or picture longer than that is cut down to its first character.
    """
    ends = (end for end in range(min(len(text), most), 1, -1) if not _is_within_letter(text, end))
    return text[: next(ends, 1)]


def _is_within_letter(text: str, at: int) -> bool:
    """True if the text before and after this place is displayed as one letter or picture."""
    before, after = text[at - 1], text[at : at + 1]
    if not after:
        return False
    if unicodedata.category(after)[0] == "M" or after in (ZWJ, ZWNJ) or _is_selector(after):
        return True
    if "\U0001f3fb" <= after <= "\U0001f3ff" or "\U000e0020" <= after <= _TAGS_END:
        return True
    if _is_regional(after) and _is_regional(before):
        # Flags are pairs of letters, counted from the start of their run.
        return (len(text[:at]) - len(text[:at].rstrip(_REGIONAL))) % 2 == 1
    return before in (ZWJ, ZWNJ) or (unicodedata.combining(before) == _VIRAMA and after.isalpha())


def _is_regional(letter: str) -> bool:
    return letter in _REGIONAL


def is_ignorable(letter: str) -> bool:
    """True if a comparison of names ignores this character: it is invisible by itself."""
    return unicodedata.category(letter) == "Cf" or _is_selector(letter) or letter in BLANKS


def _flag_of(text: str, at: int) -> str:
    """The subdivision flag that begins here, or an empty string."""
    if text[at] != _FLAG:
        return ""
    end = text.find(_TAGS_END, at, at + 8)
    tags = "".join(chr(ord(each) - 0xE0000) for each in text[at + 1 : end] if ord(each) >= 0xE0000)
    return text[at : end + 1] if end > 0 and tags in _FLAGS_OF else ""


def _is_selector(letter: str) -> bool:
    code = ord(letter)
    return 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF or code in _MONGOLIAN


def _may_stand(mark: str, marks: list[str], kept: list[str]) -> bool:
    """True if a mark may follow the characters kept so far."""
    if not kept or kept[-1].isspace():
        return False  # it has no base character
    if unicodedata.category(mark) == "Mc":
        return len(marks) < 2 * MOST_MARKS
    accents = sum(_is_accent(each) for each in marks)
    if mark == _KEYCAP:
        return accents == 0
    if _is_accent(mark):
        return accents < MOST_ACCENTS
    over = [each for each in marks if unicodedata.category(each) != "Mc"]
    return len(over) < MOST_MARKS and mark not in over[-1:]


def _is_accent(mark: str) -> bool:
    return any(first <= ord(mark) <= last for first, last in (*_ACCENTS, _HALVES))


def _has_effect(sign: str, kept: list[str], rest: str) -> bool:
    """True if a joiner or selector between ``kept`` and ``rest`` changes the appearance."""
    if not kept:
        return False
    before, after = kept[-1], rest[:1]
    if sign == ZWJ:
        return (_ends_picture(kept) and _is_picture(after)) or _is_virama_of_letter(kept)
    if sign == ZWNJ:
        if _is_virama_of_letter(kept):
            return after.isalpha()
        letter = next(each for each in reversed(kept) if unicodedata.category(each) != "Mn")
        return _joins(letter) and letter not in _NEVER_JOINS and _joins(after)
    if sign in "\ufe0e\ufe0f":
        return _is_picture(before) or (before in "0123456789#*" and after == _KEYCAP)
    if ord(sign) in _MONGOLIAN:
        return unicodedata.name(before, "").startswith("MONGOLIAN LETTER")
    return unicodedata.name(before, "").startswith("CJK ")


def _ends_picture(kept: list[str]) -> bool:
    # A selector or a skin tone may follow a picture.
    last = next(each for each in reversed(kept) if not _is_selector(each))
    return _is_picture(last) or "\U0001f3fb" <= last <= "\U0001f3ff"


def _is_picture(letter: str) -> bool:
    return bool(letter) and (
        unicodedata.category(letter) in ("So", "Sm") or letter in "\u203c\u2049\u3030\u303d"
    )


def _is_virama_of_letter(kept: list[str]) -> bool:
    is_of_letter = any(unicodedata.category(each) == "Lo" for each in kept[-3:])
    return is_of_letter and unicodedata.combining(kept[-1]) == _VIRAMA


def _joins(letter: str) -> bool:
    return bool(letter) and unicodedata.name(letter, "").startswith(_CURSIVE)
