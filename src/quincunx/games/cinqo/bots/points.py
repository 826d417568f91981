"""How strong Cinq-O's levels are, in points of a rating whose middle is 1500.

``docs/bots.md`` has the commands that measured them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_TWO: Final = {"novice": 1021, "casual": 1199, "keen": 1402, "skilled": 1596, "expert": 1765, "master": 2018}
POINTS: Final[Mapping[str, Mapping[str, int]]] = dict.fromkeys(("race", "rounds"), _TWO)
