"""What may happen: the rules of both games, pure.

Nothing in here knows a clock, a file, a network or a source of randomness. It imports the standard
library and msgspec, and nothing else of Quincunx.
"""
