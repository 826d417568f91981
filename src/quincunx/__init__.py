"""Quincunx: a home for fine tabletop games."""

__version__ = "1.0.0.dev0"
