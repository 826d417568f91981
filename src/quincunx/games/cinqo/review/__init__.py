"""Cinq-O's part of a review: what every roll and every keep was worth."""
