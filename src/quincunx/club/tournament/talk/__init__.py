"""Chat of a tournament's people. Pure."""
