"""Samples of the data that each release writes, kept in ``testdata/releases/`` for ever.

``python -m tests.releases.write VERSION`` writes those of the present code.
"""
