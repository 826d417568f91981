"""Pairing systems of tournaments: who meets whom in a round. Pure."""
