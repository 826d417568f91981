"""Tournaments of a club: pairings, standings, and the rules of their course. Pure."""
