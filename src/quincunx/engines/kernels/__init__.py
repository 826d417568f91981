"""Kernels that the bots of several games share."""
