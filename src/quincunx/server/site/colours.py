"""The colour of a site: a tone for light pages and one for dark pages, both readable there."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from quincunx.core.sentence import Sentence, sentence

LEAST_CONTRAST: Final = 4.5
"""The contrast of text with its background that WCAG 2.2 requires (1.4.3)."""
LIGHT: Final = ("#f4eee2", "#fffcf5")
DARK: Final = ("#1b1815", "#26221d")
"""Backgrounds of light and of dark pages, as the client's style sheet has them."""
_COLOUR: Final = re.compile(r"#[0-9a-f]{6}")
_STEPS: Final = 100
_HOVER: Final = 0.22


class Colours(NamedTuple):
    """The two tones, as ``#rrggbb``."""

    light: str
    dark: str

    @property
    def shown(self) -> tuple[str, ...]:
        """Both tones, then those of buttons under a pointer, of which the contrast is greater."""
        return (*self, _mixed(self.light, 0, _HOVER), _mixed(self.dark, 255, _HOVER))


def read_colours(given: str) -> Colours | Sentence:
    """The colours that a setting's text gives, or the sentence that says what is wrong with them. Without a
    second tone, dark pages get the first one, lightened until it is readable."""
    tones = [tone.strip().lower() for tone in given.split(",")]
    if len(tones) > 2 or not all(map(_COLOUR.fullmatch, tones)):
        return sentence("QUINCUNX_COLOUR is a colour, or two for light and dark pages (#24588f,#7db4ee).")
    light, *others = tones
    dark = others[0] if others else readable(light, DARK)
    if not _is_readable(light, LIGHT):
        return sentence("{{1}} is too pale for light pages. Try {{2}}.", light, readable(light, LIGHT))
    if not _is_readable(dark, DARK):
        return sentence("{{1}} is too dim for dark pages. Try {{2}}.", dark, readable(dark, DARK))
    return Colours(light, dark)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21 (WCAG 2.2)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def readable(colour: str, grounds: tuple[str, ...]) -> str:
    """The nearest tone of a colour that is readable on all these backgrounds."""
    end = 0 if grounds is LIGHT else 255
    mixed = (_mixed(colour, end, step / _STEPS) for step in range(_STEPS + 1))
    return next(tone for tone in mixed if _is_readable(tone, grounds))


def _is_readable(colour: str, grounds: tuple[str, ...]) -> bool:
    return all(contrast(colour, ground) >= LEAST_CONTRAST for ground in grounds)


def _mixed(colour: str, end: int, share: float) -> str:
    return "#" + "".join(f"{round(part + (end - part) * share):02x}" for part in _parts(colour))


def _luminance(colour: str) -> float:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (each / 255 for each in _parts(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
