"""Bots against bots: schedules, ratings, reports; and the line protocol by which other programs enter."""
