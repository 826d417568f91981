"""Games for learning: moves as few numbers, observations as bytes, environments.

``docs/environments.md`` describes it.
"""

from quincunx.rl.actions import compact, legal_numbers, mask
from quincunx.rl.observations import encoding, observation, view_of

__all__ = ["compact", "encoding", "legal_numbers", "mask", "observation", "view_of"]
