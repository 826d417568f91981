"""The figures in the docs, measured here: each program prints ours and a peer or floor from the same run."""
