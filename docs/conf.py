"""The configuration of the documentation site, for Sphinx. ``make docs`` builds it (``tools/site.py``)."""

from __future__ import annotations

from quincunx import __version__

project = "Quincunx"
copyright = "The Quincunx authors"
release = __version__
extensions = ["myst_nb", "sphinx.ext.autodoc"]
exclude_patterns = ["README.md"]

html_theme = "furo"
html_title = "Quincunx"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"top_of_page_buttons": []}

# Anchors as on GitHub, where these pages are read, too.
myst_heading_anchors = 6

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_inherit_docstrings = False
autodoc_default_options = {"members": True}
autoclass_content = "both"
python_use_unqualified_type_names = True

# Every cell runs each time, so that a page never shows what the library no longer does.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True
