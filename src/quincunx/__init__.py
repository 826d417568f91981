"""Quincunx: a home for two fine tabletop games, Cinco and Cinq-O."""

__version__ = "0.1.0"
