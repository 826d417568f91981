"""All texts for people, one file per language, and :mod:`quincunx.texts.catalogue`."""
