"""How strong Cinco's levels are, in points of people's ratings: 1500 is the middle of the six.

Measured in the arena for each kind of seating; ``docs/ratings.md`` has the commands. Beside each level is its
95 % interval. Where there are teams a level has the points that each of its seats adds.
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
        "novice": 1298,  # 1298 … 1419
        "casual": 1347,  # 1336 … 1459
        "keen": 1426,  # 1397 … 1511
        "skilled": 1541,  # 1460 … 1595
        "expert": 1704,  # 1550 … 1704
        "master": 2027,  # 1822 … 2065
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
        "novice": 1383,  # 1383 … 1449
        "casual": 1409,  # 1409 … 1476
        "keen": 1467,  # 1452 … 1519
        "skilled": 1542,  # 1487 … 1568
        "expert": 1698,  # 1550 … 1698
        "master": 1745,  # 1601 … 1774
    },
}
