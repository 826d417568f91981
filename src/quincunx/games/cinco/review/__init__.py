"""Cinco's part of a review: the effects of each seat's choices, cards and opponents, by its own
information."""
