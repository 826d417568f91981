"""Detection of English words that stand in the plural because of a number."""

from __future__ import annotations

import re
from typing import Final

NO_NUMBERS: Final = "name|names|card|cards|space|game|dice|hilo|bot|tournament|yours"
VERBS: Final = (
    "already|begins|belongs|carries|contains|differs|does|exists|follows|has|holds|invites|is|isn"
    "|means|names|offers|refuses|rejects|takes|tells|this|was"
)
_NO_VERB: Final = rf"(?!(?:{VERBS})\b)"
MANY: Final = re.compile(
    rf"\{{\{{(?!(?:{NO_NUMBERS})\}})(\w+)\}}\}} (?:{_NO_VERB}[a-z]+ )?{_NO_VERB}(?:[a-z]{{3,}}s|people)\b"
)
"""A hole, and a word in the plural next to it or after one more."""
