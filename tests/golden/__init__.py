"""Golden files of the games, and ``python -m tests.golden --update``, which makes them.

``testdata/records/``: whole games. They are made once and kept for ever; ``--update`` only adds the
ones that are missing. ``testdata/playthroughs/`` and ``testdata/perft.json`` are derived from them
and from the rules, and written anew.
"""
