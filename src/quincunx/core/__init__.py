"""What every game shares, pure: no clock, no file, no network, no randomness but what it is handed.

It imports the standard library and msgspec, and knows no game by name.
"""
