"""Routes about clubs."""
