"""A real server process under load, killed and cut off in every way: nothing acknowledged may be lost.

``python -m tests.chaos --kills 300`` runs the long version; a short one is among the tests.
"""
