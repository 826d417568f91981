"""Quincunx: a home for fine tabletop games."""

__version__ = "0.1.0"
