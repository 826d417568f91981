"""What to do: bots, which see a view and nothing else."""
