"""Self-contained pages with plots: what reports of any kind are written in."""
