"""How strong Cinco's levels are, in points of a rating whose middle is 1500.

``docs/bots.md`` has the commands that measured them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_TWO: Final = {"novice": 1024, "casual": 1238, "keen": 1421, "skilled": 1595, "expert": 1759, "master": 1963}
POINTS: Final[Mapping[str, Mapping[str, int]]] = dict.fromkeys(
    ("two", "three", "two-teams", "three-teams"), _TWO
)
