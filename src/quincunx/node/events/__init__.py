"""Tournaments, matchmaking and the daily challenge."""
