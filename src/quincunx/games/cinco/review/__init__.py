"""Cinco's part of a review: what each seat's choices, cards and the others changed, as far as it knew."""
