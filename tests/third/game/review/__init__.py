"""Trio's part of a review: the worth of every deal, every roll and every choice."""
