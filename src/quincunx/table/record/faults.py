"""Errors of a journal, which every journal raises and every table service handles."""

from __future__ import annotations

from quincunx.core.sentence import SpokenError


class Conflict(Exception):
    """Another entry already has this version: reload and decide again."""


class JournalUnavailable(SpokenError):
    """The journal cannot be written or read at the moment. The text is a sentence for people."""


class JournalDamaged(JournalUnavailable):
    """The journal's contents differ from what was once stored. Only a backup helps, not a retry. The text is
    a sentence for people."""
