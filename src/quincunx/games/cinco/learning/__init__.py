"""Cinco for programs that learn: observations, batches of games, and OpenSpiel's interface."""
