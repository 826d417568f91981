"""The ratings of Cinco's levels, in the points of people's ratings: 1500 is the middle of the six.

Measured in the arena for each kind of seating; ``docs/ratings.md`` has the commands. The 95 % interval is
beside each level. In team games a level has the points that each of its seats adds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

POINTS: Final[Mapping[str, Mapping[str, int]]] = {
    "two": {
        "novice": 678,  # 662 … 790
        "casual": 1047,  # 1023 … 1115
        "keen": 1364,  # 1331 … 1408
        "skilled": 1664,  # 1610 … 1695
        "expert": 1947,  # 1878 … 1968
        "master": 2300,  # 2191 … 2315
    },
    "three": {
        "novice": 1284,  # 1284 … 1419
        "casual": 1342,  # 1329 … 1460
        "keen": 1427,  # 1396 … 1510
        "skilled": 1538,  # 1461 … 1587
        "expert": 1681,  # 1546 … 1681
        "master": 1944,  # 1779 … 1974
    },
    "two-teams": {
        "novice": 1183,  # 1183 … 1328
        "casual": 1303,  # 1298 … 1410
        "keen": 1442,  # 1416 … 1512
        "skilled": 1569,  # 1518 … 1603
        "expert": 1720,  # 1618 … 1730
        "master": 1783,  # 1655 … 1802
    },
    "three-teams": {
        "novice": 1372,  # 1372 … 1448
        "casual": 1404,  # 1404 … 1476
        "keen": 1467,  # 1452 … 1517
        "skilled": 1538,  # 1487 … 1561
        "expert": 1670,  # 1545 … 1670
        "master": 1707,  # 1590 … 1730
    },
}
