"""Clubs as the server offers them: lists, pages, standings, calendar feeds and tables."""
