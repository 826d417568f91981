"""A tournament of a club. Pure: pairings, standings, and what may be done when."""
