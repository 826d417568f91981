"""The library's surface: games to play with in Python, records, matches. ``docs/library.md`` shows all of it.

``import quincunx`` offers every name of it, and imports each one when it is first used. Only this package names
the games: :mod:`quincunx.api.cinco` and :mod:`quincunx.api.cinqo` hold one thin class each, and
:mod:`quincunx.api.catalog` lists them.
"""
