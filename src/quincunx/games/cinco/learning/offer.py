"""Observations of Cinco, for programs that learn."""

from __future__ import annotations

from typing import Final

from quincunx.engines.learning import Learning
from quincunx.games.cinco.learning.encodings import LINES, PLAIN
from quincunx.games.cinco.types import CincoOptions, CincoView

LEARNING: Final = Learning[CincoOptions, CincoView](encodings={"plain": PLAIN, "lines": LINES})
