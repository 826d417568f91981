"""Exact and estimated values of whole games of Cinq-O."""
