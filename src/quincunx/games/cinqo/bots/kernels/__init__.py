"""The turn of Cinq-O as kernels on arrays."""
