"""Self-contained pages with plots: the format of all reports."""
