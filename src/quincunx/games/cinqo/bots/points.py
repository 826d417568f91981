"""The ratings of Cinq-O's levels, in the points of people's ratings: 1500 is the middle of the six.

Measured in the arena for each kind of seating; ``docs/ratings.md`` has the commands. The 95 % interval is
beside each level.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

POINTS: Final[Mapping[str, Mapping[str, int]]] = {
    "race": {
        "novice": 673,  # 654 … 712
        "casual": 980,  # 963 … 1009
        "keen": 1331,  # 1313 … 1351
        "skilled": 1666,  # 1647 … 1683
        "expert": 1958,  # 1923 … 1971
        "master": 2395,  # 2350 … 2414
    },
    "rounds": {
        "novice": 1026,  # 1007 … 1065
        "casual": 1178,  # 1158 … 1212
        "keen": 1352,  # 1325 … 1384
        "skilled": 1565,  # 1538 … 1593
        "expert": 1755,  # 1724 … 1775
        "master": 2124,  # 2073 … 2144
    },
}
