"""The library's surface: games to play with in Python, records, matches. ``docs/library.md`` shows all of it.

``import quincunx`` offers every name of it, and imports each one when it is first used. Of the shared
packages, only this one names the games: its modules ``cinco`` and ``cinqo`` hold one thin class each, and
``catalog`` lists them.
"""
