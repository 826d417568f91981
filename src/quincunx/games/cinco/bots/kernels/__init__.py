"""Cinco's rules, evaluation and search as kernels on arrays."""
