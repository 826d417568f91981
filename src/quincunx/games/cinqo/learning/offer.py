"""Observations of Cinq-O, for programs that learn."""

from __future__ import annotations

from typing import Final

from quincunx.engines.learning import Learning
from quincunx.games.cinqo.learning.encodings import NOW, PLAIN
from quincunx.games.cinqo.types import CinqoOptions, CinqoView

LEARNING: Final = Learning[CinqoOptions, CinqoView](encodings={"plain": PLAIN, "now": NOW})
