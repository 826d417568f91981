"""The pure foundation shared by all games: no clock, files or network; randomness is passed in.

It imports only the standard library and msgspec, and knows no game by name.
"""
